// Instructions of a whole warp.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/emu/instructions/one_instruction.hpp"

namespace shardsweep::emu {
namespace {

/// The value of thread `lane` of the segment of `width` lanes that thread i is in, or its own.
template <class From>
void check_shuffle(const std::string& mode, int width, int by, From from) {
  const Words in = small_numbers(96, 1000);
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
  const Words in = small_numbers(128, 4);
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
  const Words in = small_numbers(64, 5);
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

}  // namespace
}  // namespace shardsweep::emu
