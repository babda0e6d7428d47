#include <gtest/gtest.h>

#include <bit>
#include <cfenv>
#include <cmath>
#include <limits>

#include "tests/emu/instructions/one_instruction.hpp"

namespace shardsweep::emu {
namespace {

float f32(std::uint64_t bits) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
}
double f64(std::uint64_t bits) {
  return std::bit_cast<double>(bits);
}
std::uint64_t bits(float value) {
  return std::bit_cast<std::uint32_t>(value);
}
std::uint64_t bits(double value) {
  return std::bit_cast<std::uint64_t>(value);
}

/// `f` on floats and on doubles, with `operands` of them.
template <class F>
void check_both(const std::string& opcode, std::size_t operands, F f) {
  const std::string list = std::string(", %a, %b, %c").substr(0, 4 * operands);
  check_cases({{opcode + ".f32 %d" + list + ";", 32, std::vector<int>(operands, 32),
                [=](const In& i) { return bits(f(f32(i[0]), f32(i[1]), f32(i[2]))); }, true},
               {opcode + ".f64 %d" + list + ";", 64, std::vector<int>(operands, 64),
                [=](const In& i) { return bits(f(f64(i[0]), f64(i[1]), f64(i[2]))); }, true}});
}

TEST(Floating, Computes) {
  check_both("add.rn", 2, [](auto a, auto b, auto) { return a + b; });
  check_both("sub", 2, [](auto a, auto b, auto) { return a - b; });
  check_both("mul.rn", 2, [](auto a, auto b, auto) { return a * b; });
  check_both("div.rn", 2, [](auto a, auto b, auto) { return a / b; });
  check_both("fma.rn", 3, [](auto a, auto b, auto c) { return std::fma(a, b, c); });
  check_both("sqrt.rn", 1, [](auto a, auto, auto) { return std::sqrt(a); });
  check_both("rcp.rn", 1, [](auto a, auto, auto) { return decltype(a){1} / a; });
  check_both("neg", 1, [](auto a, auto, auto) { return -a; });
  check_both("abs", 1, [](auto a, auto, auto) { return std::fabs(a); });
  check_both("copysign", 2, [](auto a, auto b, auto) { return std::copysign(b, a); });
}

TEST(Floating, FindsMinimumAndMaximum) {
  const auto least = [](auto a, auto b, auto) {
    if (a == b) return std::signbit(a) ? a : b;
    return std::fmin(a, b);
  };
  const auto greatest = [](auto a, auto b, auto) {
    if (a == b) return std::signbit(a) ? b : a;
    return std::fmax(a, b);
  };
  check_both("min", 2, least);
  check_both("max", 2, greatest);
  check_cases({{"min.NaN.f32 %d, %a, %b;",
                32,
                {32, 32},
                [=](const In& i) {
                  const bool nan = std::isnan(f32(i[0])) || std::isnan(f32(i[1]));
                  return bits(nan ? NAN : least(f32(i[0]), f32(i[1]), 0));
                },
                true}});
}

/// Sum and product of two doubles under a rounding mode of the host.
double rounded(int mode, char op, double a, double b) {
  std::fesetround(mode);
  volatile double x = a;
  volatile double y = b;
  volatile double result = op == '+' ? x + y : x * y;
  std::fesetround(FE_TONEAREST);
  return result;
}

TEST(Floating, RoundsAsAsked) {
  const std::vector<std::pair<std::string, int>> modes{
      {"rz", FE_TOWARDZERO}, {"rm", FE_DOWNWARD}, {"rp", FE_UPWARD}};
  for (const auto& [name, mode] : modes) {
    check_cases({{"add." + name + ".f64 %d, %a, %b;",
                  64,
                  {64, 64},
                  [m = mode](const In& i) { return bits(rounded(m, '+', f64(i[0]), f64(i[1]))); },
                  true},
                 {"mul." + name + ".f64 %d, %a, %b;",
                  64,
                  {64, 64},
                  [m = mode](const In& i) { return bits(rounded(m, '*', f64(i[0]), f64(i[1]))); },
                  true}});
  }
}

TEST(Floating, FlushesAndSaturates) {
  const auto flushed = [](float v) {
    return std::fpclassify(v) == FP_SUBNORMAL ? std::copysign(0.0F, v) : v;
  };
  const auto saturated = [](float v) { return v > 1 ? 1.0F : v > 0 ? v : 0.0F; };
  check_cases({{"mul.ftz.f32 %d, %a, %b;",
                32,
                {32, 32},
                [=](const In& i) { return bits(flushed(flushed(f32(i[0])) * flushed(f32(i[1])))); },
                true},
               {"add.sat.f32 %d, %a, %b;",
                32,
                {32, 32},
                [=](const In& i) { return bits(saturated(f32(i[0]) + f32(i[1]))); },
                true}});
}

/// Approximations: the host's float function to a few units in the last place.
TEST(Floating, Approximates) {
  const auto check = [](const std::string& opcode, auto f) {
    // The result is 1 where the difference is small, by integer distance of the bits.
    const std::string body = "ld.global.b32 %r1, [%in];\n" + opcode +
                             ".f32 %r2, %r1;\ncvt.u64.u32 %rd1, %r2;\nst.global.b64 [%out], %rd1;";
    for (const float value : {0.25F, 1.0F, 2.5F, 3.0F, 0.001F, 19.0F}) {
      const float got = f32(run_kernel(kernel_of(body), {bits(value)}, 1, 1).front());
      const float wanted = f(value);
      EXPECT_NEAR(got, wanted, std::fabs(wanted) * 1e-6F + 1e-7F) << opcode << " of " << value;
    }
  };
  check("ex2.approx", [](float v) { return std::exp2(v); });
  check("lg2.approx", [](float v) { return std::log2(v); });
  check("sin.approx", [](float v) { return std::sin(v); });
  check("cos.approx", [](float v) { return std::cos(v); });
  check("tanh.approx", [](float v) { return std::tanh(v); });
  check("rcp.approx.ftz", [](float v) { return 1 / v; });
  check("rsqrt.approx", [](float v) { return 1 / std::sqrt(v); });
  check("sqrt.approx.ftz", [](float v) { return std::sqrt(v); });
}

TEST(Floating, GivesUpperHalvesOfRoughDoubles) {
  for (const std::string opcode : {"rcp", "rsqrt"}) {
    const std::string body = "ld.global.b64 %rd1, [%in];\n" + opcode +
                             ".approx.ftz.f64 %rd2, %rd1;\nst.global.b64 [%out], %rd2;";
    for (const double value : {0.7, 3.0, 1e10}) {
      const std::uint64_t got = run_kernel(kernel_of(body), {bits(value)}, 1, 1).front();
      const double wanted = opcode == "rcp" ? 1 / value : 1 / std::sqrt(value);
      EXPECT_NEAR(f64(got), wanted, wanted * 2e-6);
      EXPECT_EQ(got & 0xFFFFFFFF, 0u);
    }
  }
}

TEST(Floating, TestsProperties) {
  const auto check = [](const std::string& property, auto f) {
    check_cases({{"testp." + property + ".f64 %p, %a; selp.b32 %d, 1, 0, %p;",
                  32,
                  {64},
                  [=](const In& i) { return static_cast<std::uint64_t>(f(f64(i[0]))); },
                  true}});
  };
  check("finite", [](double v) { return std::isfinite(v); });
  check("infinite", [](double v) { return std::isinf(v); });
  check("number", [](double v) { return !std::isnan(v); });
  check("notanumber", [](double v) { return std::isnan(v); });
  check("normal", [](double v) { return std::isnormal(v); });
  check("subnormal", [](double v) { return std::fpclassify(v) == FP_SUBNORMAL; });
}

/// Every comparison of two numbers of one type; `f` says what holds for ordered ones.
template <class Number, class Read>
void check_comparisons(const std::string& type, int width, Read read, bool floating,
                       const std::vector<std::string>& names) {
  const std::vector<std::function<bool(Number, Number)>> rules{
      std::equal_to<Number>{},   std::not_equal_to<Number>{}, std::less<Number>{},
      std::less_equal<Number>{}, std::greater<Number>{},      std::greater_equal<Number>{}};
  for (std::size_t k = 0; k < rules.size(); ++k) {
    for (const bool unordered : {false, true}) {
      if (unordered && !floating) continue;
      const std::string name = names[k] + (unordered ? "u" : "");
      check_cases({{"setp." + name + "." + type + " %p|%q, %a, %b; selp.b32 %d, 1, 0, %p;" +
                        " @%q add.u32 %d, %d, 2;",
                    32,
                    {width, width},
                    [=](const In& i) {
                      const Number a = read(i[0]);
                      const Number b = read(i[1]);
                      const bool nan = floating && (a != a || b != b);
                      const bool holds = nan ? unordered : rules[k](a, b);
                      return std::uint64_t{holds ? 1U : 2U};
                    },
                    floating}});
    }
  }
}

TEST(Comparison, OfIntegersAndFloats) {
  const std::vector<std::string> names{"eq", "ne", "lt", "le", "gt", "ge"};
  const std::vector<std::string> unsigned_names{"eq", "ne", "lo", "ls", "hi", "hs"};
  check_comparisons<std::int16_t>(
      "s16", 16, [](auto v) { return std::int16_t(v); }, false, names);
  check_comparisons<std::uint16_t>(
      "u16", 16, [](auto v) { return std::uint16_t(v); }, false, unsigned_names);
  check_comparisons<std::int32_t>(
      "s32", 32, [](auto v) { return std::int32_t(v); }, false, names);
  check_comparisons<std::uint32_t>(
      "u32", 32, [](auto v) { return std::uint32_t(v); }, false, unsigned_names);
  check_comparisons<std::int64_t>(
      "s64", 64, [](auto v) { return std::int64_t(v); }, false, names);
  check_comparisons<std::uint64_t>(
      "u64", 64, [](auto v) { return v; }, false, names);
  check_comparisons<float>("f32", 32, f32, true, names);
  check_comparisons<double>("f64", 64, f64, true, names);
}

TEST(Comparison, JoinsAThirdPredicateAndChooses) {
  const auto check = [](const std::string& join, auto f) {
    check_cases({{"setp.lt.u32 %q, %b, %c; setp.lt." + join + ".u32 %p, %a, %b, %q;" +
                      " selp.u32 %d, %a, %b, %p;",
                  32,
                  {32, 32, 32},
                  [=](const In& i) { return f(i[0] < i[1], i[1] < i[2]) ? i[0] : i[1]; }}});
  };
  check("and", [](bool p, bool q) { return p && q; });
  check("or", [](bool p, bool q) { return p || q; });
  check("xor", [](bool p, bool q) { return p != q; });
  check_cases(
      {{"set.lt.u32.s32 %d, %a, %b;",
        32,
        {32, 32},
        [](const In& i) {
          return std::int32_t(i[0]) < std::int32_t(i[1]) ? ~std::uint64_t{0} : 0;
        }},
       {"slct.u32.s32 %d, %a, %b, %c;",
        32,
        {32, 32, 32},
        [](const In& i) { return std::int32_t(i[2]) >= 0 ? i[0] : i[1]; }},
       {"setp.num.f32 %p, %a, %b; selp.b32 %d, 1, 0, %p;",
        32,
        {32, 32},
        [](const In& i) { return std::uint64_t{!std::isnan(f32(i[0])) && !std::isnan(f32(i[1]))}; },
        true}});
}

}  // namespace
}  // namespace shardsweep::emu
