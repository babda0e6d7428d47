// Values from memory that nobody wrote: followed to where they are used, and no further.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/emu/instructions/one_instruction.hpp"

namespace shardsweep::emu {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

/// Runs a warp in which %r1 is the lane's number in lanes 0 to 15 and undefined in the others, %p1
/// says where it is defined, and every lane stores %r2; the fault's message.
std::string fault_with(const std::string& body, const std::string& before = "") {
  return fault_of(kernel_of(R"(
.shared .align 4 .b8 tile[132];
mul.wide.u32 %rd1, %t, 8;
add.s64 %rd3, %out, %rd1;
mov.u32 %r9, tile;
mad.lo.u32 %r8, %t, 4, %r9;
setp.lt.u32 %p1, %t, 16;
@%p1 st.shared.u32 [%r8], %t;
mov.u32 %r2, 0;
ld.shared.u32 %r1, [%r8];
)" + body + R"(
cvt.u64.u32 %rd5, %r2;
st.global.u64 [%rd3], %rd5;
)",
                            before),
                  {}, 32, 32);
}

const std::string passed_on = R"(
.func (.param .b32 result) same(.param .b32 x)
{
.reg .b32 %r<2>;
ld.param.b32 %r1, [x];
st.param.b32 [result], %r1;
ret;
}
)";

const std::string call_same = R"(
{
.param .b32 a;
st.param.b32 [a], %r1;
.param .b32 c;
call.uni (c), same, (a);
ld.param.b32 %r2, [c];
}
)";

TEST(Undefined, ValuesAreFollowedToTheirUse) {
  for (const std::string body : {
           "mov.u32 %r2, %r1;",
           "shfl.sync.bfly.b32 %r2, %r1, 16, 31, -1;",
           "shfl.sync.idx.b32 %r2, %t, %r1, 31, -1;",
           "shfl.sync.up.b32 %r2|%p2, %t, %r1, 0, -1;\nselp.u32 %r2, 1, 2, %p2;",
           "setp.gt.u32 %p2, %r1, 5;\nvote.sync.ballot.b32 %r2, %p2, -1;",
           "setp.gt.u32 %p2, %r1, 40;\nvote.sync.any.pred %p3, %p2, -1;\nselp.u32 %r2, 1, 2, %p3;",
           "setp.lt.u32 %p2, %r1, 40;\nvote.sync.all.pred %p3, %p2, -1;\nselp.u32 %r2, 1, 2, %p3;",
           "setp.lt.u32 %p2, %r1, 40;\nvote.sync.uni.pred %p3, %p2, -1;\nselp.u32 %r2, 1, 2, %p3;",
           "match.any.sync.b32 %r2, %r1, -1;",
           "match.all.sync.b32 %r2|%p2, %r1, -1;",
           "redux.sync.add.u32 %r2, %r1, -1;",
           "and.b32 %r2, %r1, 1;",
           "or.b32 %r2, %r1, 1;",
           "xor.b32 %r2, %r1, %r1;",
           "atom.shared.exch.b32 %r2, [tile+128], 5;",
       }) {
    EXPECT_THAT(fault_with(body), HasSubstr("the stored value comes from the load")) << body;
  }
  EXPECT_THAT(fault_with(call_same, passed_on), HasSubstr("the stored value comes from the load"));
}

TEST(Undefined, ValuesMayNotDecideWhatARunDoes) {
  const auto expect = [](const std::string& body, const std::string& what) {
    EXPECT_THAT(fault_with(body), HasSubstr("use of memory never written: " + what)) << body;
  };
  expect("setp.eq.u32 %p2, %r1, 1;\n@%p2 bra END;\nmov.u32 %r2, 1;\nEND:", "the condition");
  expect("targets: .branchtargets A, B;\nbrx.idx %r1, targets;\nA: mov.u32 %r2, 1;\nB:", "a value");
  expect("bar.warp.sync %r1;", "the member mask");
  expect("setp.eq.u32 %p2, %r1, 1;\nbar.red.popc.u32 %r2, 0, %p2;", "a value");
  expect("atom.global.add.u32 %r2, [%out], %r1;", "a value");
  expect("atom.shared.add.u32 %r2, [tile+128], 1;", "an atomic on memory without value");
}

TEST(Undefined, ValuesThatDecideNothingAreNoFault) {
  for (const std::string body : {
           "mov.u32 %r3, %r1;",
           "shfl.sync.idx.b32 %r2, %r1, 3, 31, -1;",
           "shfl.sync.bfly.b32 %r2, %r1, 16, 31, -1;\nselp.u32 %r2, 7, %r2, %p1;\n"
           "selp.u32 %r2, %r2, 8, %p1;",
           "setp.eq.u32 %p2, %r1, 3;\nvote.sync.any.pred %p3, %p2, -1;\nselp.u32 %r2, 1, 2, %p3;",
           "setp.eq.u32 %p2, %r1, 3;\nvote.sync.all.pred %p3, %p2, -1;\nselp.u32 %r2, 1, 2, %p3;",
           "setp.eq.u32 %p2, %r1, 3;\nvote.sync.uni.pred %p3, %p2, -1;\nselp.u32 %r2, 1, 2, %p3;",
           "selp.b32 %r3, -1, 0, %p1;\nand.b32 %r2, %r1, %r3;",
           "selp.b32 %r3, 0, -1, %p1;\nor.b32 %r2, %r3, %r1;",
           "setp.eq.u32 %p2, %r1, 3;\nand.pred %p3, %p1, %p2;\nselp.u32 %r2, 1, 2, %p3;",
           "atom.shared.exch.b32 %r3, [tile+128], 5;\nld.shared.u32 %r2, [tile+128];",
           "mov.u32 %r1, 4;\nshfl.sync.bfly.b32 %r2, %r1, 16, 31, -1;",
       }) {
    EXPECT_THAT(fault_with(body), IsEmpty()) << body;
  }
  EXPECT_THAT(fault_with("@!%p1 mov.u32 %r1, 5;\n" + call_same, passed_on), IsEmpty());
}

TEST(Undefined, ValuesAreNamedByTheLoadTheyComeFrom) {
  // Another load into the same register, of other lanes, changes nothing.
  const std::string message = fault_with(
      "st.shared.u32 [tile+128], %t;\n@%p1 ld.shared.u32 %r1, [tile+128];\n"
      "mov.u32 %r2, %r1;");
  EXPECT_THAT(message, HasSubstr("`ld.shared.u32 %r1, [%r8]`"));
}

}  // namespace
}  // namespace shardsweep::emu
