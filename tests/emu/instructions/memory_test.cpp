#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <numeric>

#include "tests/emu/instructions/one_instruction.hpp"
#include "tests/ptx_emulator/emulator.hpp"
#include "tests/ptx_emulator/lexer.hpp"

namespace shardsweep::emu {
namespace {

using testing::HasSubstr;
using Words = std::vector<std::uint64_t>;

const std::string own_places = R"(
mul.wide.u32 %rd1, %t, 8;
add.s64 %rd2, %in, %rd1;
add.s64 %rd3, %out, %rd1;
)";

/// Each thread's input word goes through `body`, from %rd4 to %rd5.
Words through(const std::string& body, const Words& in, const std::string& before = "") {
  return run_kernel(
      kernel_of(own_places + "ld.global.u64 %rd4, [%rd2];\n" + body + "st.global.u64 [%rd3], %rd5;",
                before),
      in, static_cast<std::uint32_t>(in.size()), in.size());
}

Words numbers(std::size_t size) {
  Words made(size);
  for (std::size_t i = 0; i < size; ++i) made[i] = (test_seed() + i) * 0x9E3779B97F4A7C15;
  return made;
}

TEST(Memory, LoadsEveryTypeWithItsSign) {
  const Words in = numbers(64);
  const auto check = [&](const std::string& type, auto value) {
    using T = decltype(value);
    const Words got = through("ld.global." + type + " %rd5, [%rd2];\n", in);
    for (std::size_t i = 0; i < in.size(); ++i) {
      EXPECT_EQ(got[i], static_cast<std::uint64_t>(static_cast<T>(in[i]))) << type;
    }
  };
  check("u8", std::uint8_t{});
  check("s8", std::int8_t{});
  check("u16", std::uint16_t{});
  check("s16", std::int16_t{});
  check("u32", std::uint32_t{});
  check("s32", std::int32_t{});
  check("b64", std::uint64_t{});
}

TEST(Memory, StoresParts) {
  const Words in = numbers(40);
  const Words got = run_kernel(kernel_of(own_places + R"(
ld.global.u64 %rd4, [%rd2];
st.global.u8 [%rd3], %rd4;
st.global.u16 [%rd3+2], %rd4;
st.global.u32 [%rd3+4], %rd4;
)"),
                               in, 40, 40);
  for (std::size_t i = 0; i < in.size(); ++i) {
    EXPECT_EQ(got[i], (in[i] & 0xFF) | 0xFF00 | (in[i] & 0xFFFF) << 16 | in[i] << 32);
  }
}

TEST(Memory, MovesVectors) {
  const Words in = numbers(64);
  EXPECT_EQ(run_kernel(kernel_of(R"(
mul.wide.u32 %rd1, %t, 16;
add.s64 %rd2, %in, %rd1;
add.s64 %rd3, %out, %rd1;
ld.global.v2.u64 {%rd4, %rd5}, [%rd2];
mov.b64 {%r1, %r2}, %rd4;
mov.b64 {%r3, %r4}, %rd5;
st.global.v4.u32 [%rd3], {%r1, %r2, %r3, %r4};
)"),
                       in, 32, 64),
            in);
  EXPECT_EQ(run_kernel(kernel_of(R"(
.reg .b128 %q;
mul.wide.u32 %rd1, %t, 16;
add.s64 %rd2, %in, %rd1;
add.s64 %rd3, %out, %rd1;
ld.global.b128 %q, [%rd2];
st.global.b128 [%rd3], %q;
)"),
                       in, 32, 64),
            in);
}

TEST(Memory, ReversesThroughShared) {
  const Words in = numbers(96);
  Words wanted(in.rbegin(), in.rend());
  EXPECT_EQ(through(R"(
.shared .align 8 .b8 tile[768];
mov.u64 %rd6, tile;
cvta.shared.u64 %rd7, %rd6;
add.s64 %rd8, %rd7, %rd1;
st.u64 [%rd8], %rd4;
bar.sync 0;
sub.s64 %rd9, %rd7, %rd1;
ld.u64 %rd5, [%rd9+760];
)",
                    in),
            wanted);
}

TEST(Memory, KeepsLocalMemoryApart) {
  const Words in = numbers(64);
  EXPECT_EQ(through(R"(
.local .align 8 .b8 depot[32];
mov.u64 %rd6, depot;
cvta.local.u64 %rd7, %rd6;
st.local.u64 [%rd6+8], %rd4;
bar.sync 0;
ld.u64 %rd5, [%rd7+8];
)",
                    in),
            in);
}

TEST(Memory, ReadsConstantsAndPointersToVariables) {
  const Words got = through(R"(
ld.const.u32 %r1, [table+4];
ld.global.u64 %rd6, [pointer];
ld.u32 %r2, [%rd6];
mad.lo.s32 %r3, %r1, 1000, %r2;
cvt.u64.u32 %rd5, %r3;
)",
                            numbers(32), R"(
.const .align 4 .u32 table[3] = {5, 7, 9};
.global .align 4 .u32 value = 42;
.global .align 8 .u64 pointer = generic(value);
)");
  EXPECT_EQ(got, Words(32, 7042));
}

TEST(Memory, TellsSpacesApart) {
  EXPECT_EQ(through(R"(
.shared .align 8 .b8 tile[8];
mov.u64 %rd6, tile;
cvta.shared.u64 %rd6, %rd6;
isspacep.shared %p1, %rd6;
isspacep.global %p2, %in;
isspacep.local %p3, %in;
selp.u64 %rd5, 1, 0, %p1;
@%p2 add.u64 %rd5, %rd5, 2;
@%p3 add.u64 %rd5, %rd5, 4;
)",
                    numbers(32)),
            Words(32, 3));
}

TEST(Atomic, ChangesMemoryOncePerThread) {
  const auto check = [](const std::string& statement, std::uint64_t wanted) {
    const Words got =
        run_kernel(kernel_of("setp.ne.u32 %p1, %t, 0;\nmov.u64 %rd1, 1000;\n"
                             "@!%p1 st.global.u64 [%out], %rd1;\nbar.sync 0;\n"
                             "cvt.u64.u32 %rd2, %t;\nmov.u32 %r2, %t;\ncvt.rn.f32.u32 %f2, %t;\n"
                             "cvt.rn.f64.u32 %rd3, %t;\n" +
                             statement),
                   {}, 64, 1);
    EXPECT_EQ(got.front(), wanted) << statement;
  };
  check("atom.global.add.u32 %r1, [%out], %r2;", 1000 + 2016);
  check("red.global.add.u64 [%out], %rd2;", 1000 + 2016);
  check("atom.global.min.s32 %r1, [%out], %r2;", 0);
  check("atom.global.max.u64 %rd4, [%out], %rd2;", 1000);
  check("red.global.or.b32 [%out], %r2;", 1000 | 63);
  check("red.global.and.b64 [%out], %rd2;", 0);
  check("atom.global.xor.b32 %r1, [%out], %r2;", 1000);
  check("atom.global.exch.b32 %r1, [%out], 77;", 77);
  check("atom.global.cas.b32 %r1, [%out], 1000, 5;", 5);
  check("atom.global.cas.b64 %rd4, [%out], 1001, 5;", 1000);
  check("atom.global.cas.b16 %h1, [%out], 1000, 6;", 6);
  check("atom.global.inc.u32 %r1, [%out], 1010;", (1000 + 64) % 1011);
  check("atom.global.dec.u32 %r1, [%out], 2000;", 1000 - 64);
  check("atom.acq_rel.gpu.global.add.u32 %r1, [%out], 1;", 1064);
}

TEST(Atomic, GivesEachThreadAnotherOldValue) {
  Words got = run_kernel(kernel_of(own_places + R"(
.shared .align 4 .u32 counter;
mov.u32 %r1, 0;
setp.eq.u32 %p1, %t, 0;
@%p1 st.shared.u32 [counter], %r1;
bar.sync 0;
atom.shared.add.u32 %r2, [counter], 1;
cvt.u64.u32 %rd5, %r2;
st.global.u64 [%rd3], %rd5;
)"),
                         {}, 128, 128);
  std::sort(got.begin(), got.end());
  Words wanted(128);
  std::iota(wanted.begin(), wanted.end(), std::uint64_t{0});
  EXPECT_EQ(got, wanted);
}

TEST(Atomic, AddsFloats) {
  const Words got = run_kernel(kernel_of(R"(
setp.ne.u32 %p1, %t, 0;
mov.f64 %rd1, 0d3FF0000000000000;
@!%p1 st.global.u64 [%out], %rd1;
bar.sync 0;
atom.global.add.f64 %rd2, [%out], %rd1;
)"),
                               {}, 64, 1);
  EXPECT_EQ(std::bit_cast<double>(got.front()), 65.0);
}

TEST(Unknown, InstructionsFailWithTheirText) {
  ptx::Emulator emulator;
  ptx::LoadedModule module(kernel_of("frobnicate.b32 %r1, %r2;"), emulator.memory());
  try {
    module.kernel("k");
    FAIL() << "no error";
  } catch (const ptx::ParseError& error) {
    EXPECT_THAT(error.what(), HasSubstr("unknown instruction at PTX line"));
    EXPECT_THAT(error.what(), HasSubstr("frobnicate.b32 %r1, %r2"));
  }
}

TEST(Unknown, FormsOfKnownInstructionsFailWithTheirText) {
  for (const std::string text :
       {"cvt.rn.f16.f32 %h1, %f1", "add.f16 %h1, %h2, %h3", "shfl.down.b32 %r1, %r2, 1, 31",
        "atom.global.add.noftz.f16 %h1, [%in], %h2", "ld.global.v8.b32 %r1, [%in]",
        "max.relu.s32 %r1, %r2, %r3", "cvta.shared::cluster.u64 %rd1, %rd2",
        "mad.hi.sat.s32 %r1, %r2, %r3, %r4", "min.xorsign.abs.f32 %f1, %f2, %f3",
        "cvt.pack.sat.u16.s32 %r1, %r2, %r3", "isspacep.shared::cluster %p1, %rd1",
        "mov.u32 %r1, %nosuch", "mov.u32 %r1, nowhere", "add.u32 %r1, %rd1, %r2"}) {
    ptx::Emulator emulator;
    ptx::LoadedModule module(kernel_of(text + ";"), emulator.memory());
    try {
      module.kernel("k");
      ADD_FAILURE() << "no error for " << text;
    } catch (const ptx::ParseError& error) {
      EXPECT_THAT(error.what(), HasSubstr(text.substr(0, text.find(' '))));
    }
  }
}

TEST(Unknown, TextThatIsNoPtxIsAnErrorWithItsLine) {
  ptx::Emulator emulator;
  try {
    ptx::LoadedModule(".version 9.0\n.target sm_75\n.frob x;\n", emulator.memory());
    FAIL() << "no error";
  } catch (const ptx::ParseError& error) {
    EXPECT_THAT(error.what(), HasSubstr("PTX line 3: unknown directive '.frob'"));
  }
}

}  // namespace
}  // namespace shardsweep::emu
