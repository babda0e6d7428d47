// The order of execution: branches, calls, barriers, lanes that go apart.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/emu/instructions/one_instruction.hpp"
#include "tests/ptx_emulator/emulator.hpp"
#include "tests/ptx_emulator/lexer.hpp"

namespace shardsweep::emu {
namespace {

using testing::HasSubstr;

TEST(Control, LoopsEachLaneItsOwnTimes) {
  const Words in = small_numbers(96, 40);
  const Words got = in_warps(R"(
mov.u32 %r2, 0;
LOOP:
setp.eq.u32 %p1, %r1, 0;
@%p1 bra DONE;
add.u32 %r2, %r2, %r1;
sub.u32 %r1, %r1, 1;
bra LOOP;
DONE:
)",
                             in);
  for (std::size_t i = 0; i < in.size(); ++i) EXPECT_EQ(got[i], in[i] * (in[i] + 1) / 2);
}

TEST(Control, BranchesByTable) {
  const Words in = small_numbers(64, 3);
  const Words got = in_warps(R"(
targets: .branchtargets A, B, C;
brx.idx %r1, targets;
A: mov.u32 %r2, 10; bra DONE;
B: mov.u32 %r2, 20; bra DONE;
C: mov.u32 %r2, 30;
DONE:
)",
                             in);
  for (std::size_t i = 0; i < in.size(); ++i) EXPECT_EQ(got[i], 10 * (in[i] + 1));
}

const std::string square_and_twice = R"(
.func (.param .b32 result) square(.param .b32 x)
{
.reg .b32 %r<3>;
ld.param.u32 %r1, [x];
mul.lo.u32 %r2, %r1, %r1;
st.param.b32 [result], %r2;
ret;
}
.func (.param .b32 result) square_plus(.param .b32 x, .param .b64 y)
{
.reg .b32 %r<4>;
.reg .b64 %rd<2>;
ld.param.u32 %r1, [x];
ld.param.u64 %rd1, [y];
{
.param .b32 a;
st.param.b32 [a], %r1;
.param .b32 b;
call.uni (b), square, (a);
ld.param.b32 %r2, [b];
}
cvt.u32.u64 %r3, %rd1;
add.u32 %r2, %r2, %r3;
st.param.b32 [result], %r2;
ret;
}
)";

TEST(Control, CallsFunctionsThatCallFunctions) {
  const Words got = run_kernel(kernel_of(R"(
mul.wide.u32 %rd1, %t, 8;
add.s64 %rd3, %out, %rd1;
setp.gt.u32 %p1, %t, 40;
mov.u32 %r2, 7;
@%p1 bra SKIP;
{
.param .b32 a;
st.param.b32 [a], %t;
.param .b64 b;
st.param.b64 [b], 5;
.param .b32 c;
call.uni (c), square_plus, (a, b);
ld.param.b32 %r2, [c];
}
SKIP:
cvt.u64.u32 %rd5, %r2;
st.global.u64 [%rd3], %rd5;
)",
                                         square_and_twice),
                               {}, 64, 64);
  for (std::size_t i = 0; i < 64; ++i) EXPECT_EQ(got[i], i > 40 ? 7 : i * i + 5);
}

TEST(Control, CallsThroughRegisters) {
  const Words got = run_kernel(kernel_of(R"(
mul.wide.u32 %rd1, %t, 8;
add.s64 %rd3, %out, %rd1;
mov.u64 %rd6, square;
{
.param .b32 a;
st.param.b32 [a], %t;
.param .b32 c;
prototype_0 : .callprototype (.param .b32 _) _ (.param .b32 _);
call (c), %rd6, (a), prototype_0;
ld.param.b32 %r2, [c];
}
cvt.u64.u32 %rd5, %r2;
st.global.u64 [%rd3], %rd5;
)",
                                         square_and_twice),
                               {}, 32, 32);
  for (std::size_t i = 0; i < 32; ++i) EXPECT_EQ(got[i], i * i);
}

TEST(Control, RefusesRecursion) {
  const std::string before = R"(
.func f()
{
call.uni f;
ret;
}
)";
  ptx::Emulator emulator;
  ptx::LoadedModule module(kernel_of("call.uni f;", before), emulator.memory());
  try {
    module.kernel("k");
    FAIL() << "no error";
  } catch (const ptx::ParseError& error) {
    EXPECT_THAT(error.what(), HasSubstr("recursion is not supported: f"));
  }
}

TEST(Barrier, CountsAndReduces) {
  const Words got = run_kernel(kernel_of(R"(
mul.wide.u32 %rd1, %t, 8;
add.s64 %rd3, %out, %rd1;
setp.lt.u32 %p1, %t, 50;
bar.red.popc.u32 %r1, 0, %p1;
bar.red.and.pred %p2, 0, %p1;
bar.red.or.pred %p3, 0, !%p1;
@%p2 add.u32 %r1, %r1, 1000;
@%p3 add.u32 %r1, %r1, 2000;
cvt.u64.u32 %rd5, %r1;
st.global.u64 [%rd3], %rd5;
)"),
                               {}, 96, 96);
  EXPECT_EQ(got, Words(96, 2050));
}

TEST(Barrier, NamedOnesPassWorkFromWarpToWarp) {
  // Warp 0 writes and arrives at barrier 1; warp 1 waits there and reads; warp 2 has no part.
  const Words got = run_kernel(kernel_of(R"(
.shared .align 4 .b8 tile[128];
mul.wide.u32 %rd1, %t, 8;
add.s64 %rd3, %out, %rd1;
mov.u32 %r1, tile;
and.b32 %r2, %t, 31;
mad.lo.u32 %r3, %r2, 4, %r1;
shr.u32 %r4, %t, 5;
mov.u32 %r5, 0;
setp.eq.u32 %p1, %r4, 0;
setp.eq.u32 %p2, %r4, 1;
@%p1 st.shared.u32 [%r3], %r2;
@%p1 bar.arrive 1, 64;
@%p2 bar.sync 1, 64;
@%p2 ld.shared.u32 %r5, [%r3];
cvt.u64.u32 %rd5, %r5;
st.global.u64 [%rd3], %rd5;
)"),
                               {}, 96, 96);
  for (std::size_t i = 0; i < 96; ++i) EXPECT_EQ(got[i], i / 32 == 1 ? i - 32 : 0);
}

TEST(Spinning, LanesLetOneAnotherGoOn) {
  // Lane 0 waits in a loop for what lane 1 writes behind it.
  const Words got = run_kernel(kernel_of(R"(
.shared .align 4 .u32 flag;
mov.u32 %r1, 0;
setp.eq.u32 %p1, %t, 0;
st.volatile.shared.u32 [flag], %r1;
bar.warp.sync -1;
@!%p1 bra WRITE;
WAIT:
ld.volatile.shared.u32 %r2, [flag];
setp.eq.u32 %p2, %r2, 0;
@%p2 bra WAIT;
cvt.u64.u32 %rd5, %r2;
st.global.u64 [%out], %rd5;
bra DONE;
WRITE:
mov.u32 %r3, 17;
st.volatile.shared.u32 [flag], %r3;
DONE:
)"),
                               {}, 32, 1);
  EXPECT_EQ(got.front(), 17u);
}

TEST(Spinning, LanesKeepTheirRegistersWhileOthersRun) {
  // Even lanes hold a predicate while odd ones write registers that are used nowhere else: whatever
  // place in the register file these take, it must not be that of the predicate.
  const Words got = run_kernel(kernel_of(R"(
.shared .align 4 .u32 flag;
mul.wide.u32 %rd1, %t, 8;
add.s64 %rd3, %out, %rd1;
mov.u32 %r2, 0;
setp.eq.u32 %p1, %t, 0;
@%p1 st.volatile.shared.u32 [flag], %r2;
bar.warp.sync -1;
and.b32 %r3, %t, 1;
setp.ne.u32 %p2, %r3, 0;
@%p2 bra ODD;
setp.gt.u32 %p3, %t, 7;
WAIT:
ld.volatile.shared.u32 %r4, [flag];
setp.eq.u32 %p4, %r4, 0;
@%p4 bra WAIT;
selp.u32 %r2, 100, 200, %p3;
bra DONE;
ODD:
cvt.u16.u32 %h1, %t;
add.s16 %h2, %h1, 3;
mul.lo.s16 %h3, %h1, %h2;
add.s16 %h4, %h3, %h2;
cvt.u32.u16 %r2, %h4;
mov.u32 %r5, 1;
st.volatile.shared.u32 [flag], %r5;
DONE:
cvt.u64.u32 %rd5, %r2;
st.global.u64 [%rd3], %rd5;
)"),
                               {}, 32, 32);
  for (std::size_t i = 0; i < 32; ++i) {
    const std::uint64_t odd = (i * (i + 3) + i + 3) & 0xFFFF;
    EXPECT_EQ(got[i], i % 2 == 1 ? odd : i > 7 ? 100 : 200) << "thread " << i;
  }
}

TEST(Special, RegistersHaveTheirValues) {
  const Words got = run_kernel(kernel_of(R"(
mul.wide.u32 %rd1, %t, 8;
add.s64 %rd3, %out, %rd1;
mov.u32 %r1, %laneid;
mov.u32 %r2, %lanemask_lt;
mov.u32 %r3, %lanemask_ge;
not.b32 %r3, %r3;
setp.eq.u32 %p1, %r2, %r3;
mov.u32 %r4, %ntid.x;
mad.lo.u32 %r1, %r4, 100, %r1;
@%p1 add.u32 %r1, %r1, 100000;
cvt.u64.u32 %rd5, %r1;
st.global.u64 [%rd3], %rd5;
)"),
                               {}, 64, 64);
  for (std::size_t i = 0; i < 64; ++i) EXPECT_EQ(got[i], 106400 + i % 32);
}

}  // namespace
}  // namespace shardsweep::emu
