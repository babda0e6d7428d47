#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "tests/emu/instructions/one_instruction.hpp"

namespace shardsweep::emu {
namespace {

template <class T>
std::uint64_t bits_of(T value) {
  if constexpr (sizeof(T) == 4) {
    return std::bit_cast<std::uint32_t>(value);
  } else {
    return std::bit_cast<std::uint64_t>(value);
  }
}

template <class From, class To>
void check_integers(const std::string& from, const std::string& to) {
  // Registers of 8-bit types have 16 bits.
  const int in = std::max(16, static_cast<int>(8 * sizeof(From)));
  const int out = std::max(16, static_cast<int>(8 * sizeof(To)));
  check_cases({{"cvt." + to + "." + from + " %d, %a;",
                out,
                {in},
                [](const In& i) {
                  return static_cast<std::uint64_t>(static_cast<To>(static_cast<From>(i[0])));
                }},
               {"cvt.sat." + to + "." + from + " %d, %a;", out, {in}, [](const In& i) {
                  __extension__ using Wide = __int128;
                  const Wide value = static_cast<From>(i[0]);
                  const Wide least = std::numeric_limits<To>::min();
                  const Wide most = std::numeric_limits<To>::max();
                  return static_cast<std::uint64_t>(std::clamp(value, least, most));
                }}});
}

template <class From>
void check_from(const std::string& from) {
  check_integers<From, std::int8_t>(from, "s8");
  check_integers<From, std::uint8_t>(from, "u8");
  check_integers<From, std::int16_t>(from, "s16");
  check_integers<From, std::uint16_t>(from, "u16");
  check_integers<From, std::int32_t>(from, "s32");
  check_integers<From, std::uint32_t>(from, "u32");
  check_integers<From, std::int64_t>(from, "s64");
  check_integers<From, std::uint64_t>(from, "u64");
}

TEST(Conversion, BetweenIntegers) {
  check_from<std::int8_t>("s8");
  check_from<std::uint8_t>("u8");
  check_from<std::int16_t>("s16");
  check_from<std::uint16_t>("u16");
  check_from<std::int32_t>("s32");
  check_from<std::uint32_t>("u32");
  check_from<std::int64_t>("s64");
  check_from<std::uint64_t>("u64");
}

TEST(Conversion, ReadsAndFillsWiderRegisters) {
  check_cases({{"cvt.s32.s8 %d, %a;",
                32,
                {32},
                [](const In& i) { return std::uint64_t(std::int64_t{std::int8_t(i[0])}); }},
               {"cvt.u32.u16 %d, %a;", 32, {32}, [](const In& i) { return i[0] & 0xFFFF; }},
               {"cvt.s8.s32 %d, %a;", 32, {32}, [](const In& i) {
                  return std::uint64_t(std::int64_t{std::int8_t(i[0])});
                }}});
}

template <class Int>
void check_to_floats(const std::string& from) {
  const int in = static_cast<int>(8 * sizeof(Int));
  check_cases({{"cvt.rn.f32." + from + " %d, %a;",
                32,
                {in},
                [](const In& i) { return bits_of(static_cast<float>(static_cast<Int>(i[0]))); }},
               {"cvt.rn.f64." + from + " %d, %a;", 64, {in}, [](const In& i) {
                  return bits_of(static_cast<double>(static_cast<Int>(i[0])));
                }}});
}

TEST(Conversion, FromIntegersToFloats) {
  check_to_floats<std::int16_t>("s16");
  check_to_floats<std::uint16_t>("u16");
  check_to_floats<std::int32_t>("s32");
  check_to_floats<std::uint32_t>("u32");
  check_to_floats<std::int64_t>("s64");
  check_to_floats<std::uint64_t>("u64");
  check_cases({{"cvt.rz.f32.u64 %d, %a;", 32, {64}, [](const In& i) {
                  // The nearest float, or the one before where that is greater.
                  const auto nearest = static_cast<float>(i[0]);
                  const bool above = nearest >= 18446744073709551616.0F ||
                                     static_cast<std::uint64_t>(nearest) > i[0];
                  return bits_of(above ? std::nextafter(nearest, 0.0F) : nearest);
                }}});
}

/// The manual's rule: the nearest value of the range; NaN is 0, or the sign bit alone for 64 bits
/// and for doubles.
template <class Float, class Int>
std::uint64_t to_integer(Float value) {
  if (std::isnan(value)) {
    const bool zero = sizeof(Float) == 4 && sizeof(Int) < 8;
    return zero ? 0 : std::uint64_t{1} << (8 * sizeof(Int) - 1);
  }
  const auto least = static_cast<Float>(std::numeric_limits<Int>::min());
  if (value <= least) return static_cast<std::uint64_t>(std::numeric_limits<Int>::min());
  if (value >= static_cast<Float>(std::numeric_limits<Int>::max())) {
    return static_cast<std::uint64_t>(std::numeric_limits<Int>::max());
  }
  return static_cast<std::uint64_t>(static_cast<Int>(value));
}

template <class Int>
void check_from_floats(const std::string& to) {
  const int out = static_cast<int>(8 * sizeof(Int));
  const auto f32 = [](std::uint64_t v) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(v));
  };
  const auto f64 = [](std::uint64_t v) { return std::bit_cast<double>(v); };
  std::vector<Case> cases{
      {"cvt.rzi." + to + ".f32 %d, %a;",
       out,
       {32},
       [=](const In& i) { return to_integer<float, Int>(std::trunc(f32(i[0]))); },
       true},
      {"cvt.rni." + to + ".f32 %d, %a;",
       out,
       {32},
       [=](const In& i) { return to_integer<float, Int>(std::nearbyint(f32(i[0]))); },
       true},
      {"cvt.rzi." + to + ".f64 %d, %a;",
       out,
       {64},
       [=](const In& i) { return to_integer<double, Int>(std::trunc(f64(i[0]))); },
       true},
      {"cvt.rmi." + to + ".f64 %d, %a;",
       out,
       {64},
       [=](const In& i) { return to_integer<double, Int>(std::floor(f64(i[0]))); },
       true},
      {"cvt.rpi." + to + ".f64 %d, %a;",
       out,
       {64},
       [=](const In& i) { return to_integer<double, Int>(std::ceil(f64(i[0]))); },
       true}};
  check_cases(cases);
}

TEST(Conversion, FromFloatsToIntegers) {
  check_from_floats<std::int32_t>("s32");
  check_from_floats<std::uint32_t>("u32");
  check_from_floats<std::int64_t>("s64");
  check_from_floats<std::uint64_t>("u64");
}

TEST(Conversion, BetweenFloats) {
  const auto f32 = [](std::uint64_t v) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(v));
  };
  const auto f64 = [](std::uint64_t v) { return std::bit_cast<double>(v); };
  check_cases({{"cvt.f64.f32 %d, %a;",
                64,
                {32},
                [=](const In& i) { return bits_of(double{f32(i[0])}); },
                true},
               {"cvt.rn.f32.f64 %d, %a;",
                32,
                {64},
                [=](const In& i) { return bits_of(static_cast<float>(f64(i[0]))); },
                true},
               {"cvt.rni.f64.f64 %d, %a;",
                64,
                {64},
                [=](const In& i) { return bits_of(std::nearbyint(f64(i[0]))); },
                true},
               {"cvt.rmi.f64.f64 %d, %a;",
                64,
                {64},
                [=](const In& i) { return bits_of(std::floor(f64(i[0]))); },
                true},
               {"cvt.rzi.f32.f32 %d, %a;",
                32,
                {32},
                [=](const In& i) { return bits_of(std::trunc(f32(i[0]))); },
                true},
               {"cvt.sat.f32.f32 %d, %a;",
                32,
                {32},
                [=](const In& i) {
                  const float v = f32(i[0]);
                  return bits_of(v > 1 ? 1.0F : v > 0 ? v : 0.0F);
                },
                true}});
}

TEST(Conversion, PacksAndUnpacks) {
  check_cases(
      {{"mov.b64 %d, {%a, %b};", 64, {32, 32}, [](const In& i) { return i[1] << 32 | i[0]; }},
       {"mov.b64 {%x, %d}, %a;", 32, {64}, [](const In& i) { return i[0] >> 32; }},
       {"mov.b64 {%d, _}, %a;", 32, {64}, [](const In& i) { return i[0]; }},
       {"mov.b32 %d, {%a, %b};", 32, {16, 16}, [](const In& i) { return i[1] << 16 | i[0]; }},
       {"{ .reg .b128 w; mov.b128 w, {%a, %b}; mov.b128 {%x, %d}, w; }",
        64,
        {64, 64},
        [](const In& i) { return i[1]; }}});
}

}  // namespace
}  // namespace shardsweep::emu
