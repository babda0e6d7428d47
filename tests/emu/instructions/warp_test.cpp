// Instructions of a whole warp, and the order of execution.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>

#include "tests/emu/instructions/one_instruction.hpp"
#include "tests/ptx_emulator/decoder.hpp"
#include "tests/ptx_emulator/emulator.hpp"
#include "tests/ptx_emulator/lexer.hpp"

namespace shardsweep::emu {
namespace {

using testing::HasSubstr;
using Words = std::vector<std::uint64_t>;

Words numbers(std::size_t size, std::uint64_t below) {
  Words made(size);
  for (std::size_t i = 0; i < size; ++i) {
    made[i] = ((test_seed() + i) * 0x9E3779B97F4A7C15 >> 20) % below;
  }
  return made;
}

/// `body` turns %r1 (a small number) of each thread into %r2.
Words in_warps(const std::string& body, const Words& in) {
  return run_kernel(kernel_of(R"(
mul.wide.u32 %rd1, %t, 8;
add.s64 %rd2, %in, %rd1;
add.s64 %rd3, %out, %rd1;
ld.global.u32 %r1, [%rd2];
mov.u32 %r2, 99;
)" + body + R"(
cvt.u64.u32 %rd5, %r2;
st.global.u64 [%rd3], %rd5;
)"),
                    in, static_cast<std::uint32_t>(in.size()), in.size());
}

/// The value of thread `lane` of the segment of `width` lanes that thread i is in, or its own.
template <class From>
void check_shuffle(const std::string& mode, int width, int by, From from) {
  const Words in = numbers(96, 1000);
  const int clamp = (32 - width) << 8 | (mode == "up" ? 0 : 31);
  const Words got =
      in_warps("shfl.sync." + mode + ".b32 %r2|%p1, %r1, " + std::to_string(by) + ", " +
                   std::to_string(clamp) + ", -1;\n@!%p1 add.u32 %r2, %r2, 5000;\n",
               in);
  for (int i = 0; i < 96; ++i) {
    const int begin = i / width * width;
    const int lane = from(i - begin);
    const bool inside = lane >= 0 && lane < width;
    const std::uint64_t wanted = inside ? in[static_cast<std::size_t>(begin + lane)]
                                        : in[static_cast<std::size_t>(i)] + 5000;
    EXPECT_EQ(got[static_cast<std::size_t>(i)], wanted) << mode << " " << by << " thread " << i;
  }
}

TEST(Warp, Shuffles) {
  for (const int width : {32, 16, 8, 4}) {
    for (const int by : {0, 1, 3}) {
      check_shuffle("up", width, by, [=](int lane) { return lane - by; });
      check_shuffle("down", width, by, [=](int lane) { return lane + by; });
      check_shuffle("bfly", width, by, [=](int lane) { return lane ^ by; });
      check_shuffle("idx", width, by, [=](int) { return by; });
    }
  }
}

/// Lanes of each warp whose value fulfils `f`.
template <class F>
std::uint64_t lanes_where(const Words& in, std::size_t warp, F f) {
  std::uint64_t mask = 0;
  for (std::size_t lane = 0; lane < 32; ++lane) {
    if (f(in[32 * warp + lane])) mask |= std::uint64_t{1} << lane;
  }
  return mask;
}

TEST(Warp, Votes) {
  const Words in = numbers(128, 4);
  const auto check = [&](const std::string& mode, auto result) {
    const bool ballot = mode == "ballot.b32";
    const Words got =
        in_warps("setp.eq.u32 %p1, %r1, 2;\nvote.sync." + mode +
                     (ballot ? " %r2, %p1, -1;" : " %p2, !%p1, -1;\nselp.u32 %r2, 1, 0, %p2;"),
                 in);
    for (std::size_t i = 0; i < in.size(); ++i) {
      EXPECT_EQ(got[i], result(lanes_where(in, i / 32, [](auto v) { return v == 2; }))) << mode;
    }
  };
  check("ballot.b32", [](std::uint64_t twos) { return twos; });
  check("any.pred", [](std::uint64_t twos) { return std::uint64_t{twos != 0xFFFFFFFF}; });
  check("all.pred", [](std::uint64_t twos) { return std::uint64_t{twos == 0}; });
  check("uni.pred",
        [](std::uint64_t twos) { return std::uint64_t{twos == 0 || twos == 0xFFFFFFFF}; });
}

TEST(Warp, MatchesAndReduces) {
  const Words in = numbers(64, 5);
  const Words any = in_warps("match.any.sync.b32 %r2, %r1, -1;", in);
  const Words all = in_warps("match.all.sync.b32 %r2|%p1, %r1, -1;", in);
  const Words sum = in_warps("redux.sync.add.s32 %r2, %r1, -1;", in);
  const Words most = in_warps("redux.sync.max.u32 %r2, %r1, -1;", in);
  const Words parity = in_warps("redux.sync.xor.b32 %r2, %r1, -1;", in);
  for (std::size_t i = 0; i < in.size(); ++i) {
    std::uint64_t added = 0;
    std::uint64_t greatest = 0;
    std::uint64_t xored = 0;
    for (std::size_t k = i / 32 * 32; k < i / 32 * 32 + 32; ++k) {
      added += in[k];
      greatest = std::max(greatest, in[k]);
      xored ^= in[k];
    }
    EXPECT_EQ(any[i], lanes_where(in, i / 32, [&](auto v) { return v == in[i]; }));
    EXPECT_EQ(all[i], 0u);
    EXPECT_EQ(sum[i], added);
    EXPECT_EQ(most[i], greatest);
    EXPECT_EQ(parity[i], xored);
  }
}

TEST(Warp, WaitsForTheLanesOfTheMaskAlone) {
  // Odd and even lanes take different ways and shuffle among themselves.
  const Words got = in_warps(R"(
and.b32 %r3, %t, 1;
setp.eq.u32 %p1, %r3, 1;
@%p1 bra ODD;
redux.sync.add.s32 %r2, %r1, 0x55555555;
bra DONE;
ODD:
redux.sync.add.s32 %r2, %r1, 0xAAAAAAAA;
add.s32 %r2, %r2, 1000;
DONE:
bar.warp.sync -1;
)",
                             Words(64, 2));
  for (std::size_t i = 0; i < got.size(); ++i) EXPECT_EQ(got[i], i % 2 == 0 ? 32u : 1032u);
}

TEST(Control, LoopsEachLaneItsOwnTimes) {
  const Words in = numbers(96, 40);
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
  const Words in = numbers(64, 3);
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
