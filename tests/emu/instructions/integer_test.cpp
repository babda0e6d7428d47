#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>

#include "tests/emu/instructions/one_instruction.hpp"

namespace shardsweep::emu {
namespace {

__extension__ using Wide = __int128;
__extension__ using UnsignedWide = unsigned __int128;

std::int64_t as_signed(std::uint64_t value, int bits) {
  return static_cast<std::int64_t>(value << (64 - bits)) >> (64 - bits);
}

/// A number of the type, exactly.
Wide number(std::uint64_t value, int bits, bool is_signed) {
  return is_signed ? Wide{as_signed(value, bits)} : static_cast<Wide>(UnsignedWide{value});
}

struct NamedType {
  std::string name;
  int bits;
  bool is_signed;
};

const std::vector<NamedType> types{{"u16", 16, false}, {"s16", 16, true},  {"u32", 32, false},
                                   {"s32", 32, true},  {"u64", 64, false}, {"s64", 64, true}};

/// `f` of exact numbers, for each type.
template <class F>
void check_binary(const std::string& opcode, F f) {
  std::vector<Case> cases;
  for (const auto& [name, bits, is_signed] : types) {
    cases.push_back({opcode + "." + name + " %d, %a, %b;",
                     bits,
                     {bits, bits},
                     [=, b = bits, s = is_signed](const In& in) {
                       return static_cast<std::uint64_t>(
                           f(number(in[0], b, s), number(in[1], b, s), b));
                     }});
  }
  check_cases(cases);
}

TEST(Integer, AddsAndSubtracts) {
  check_binary("add", [](Wide a, Wide b, int) { return a + b; });
  check_binary("sub", [](Wide a, Wide b, int) { return a - b; });
}

TEST(Integer, MultipliesLowAndHigh) {
  check_binary("mul.lo", [](Wide a, Wide b, int) {
    return static_cast<UnsignedWide>(a) * static_cast<UnsignedWide>(b);
  });
  check_binary("mul.hi", [](Wide a, Wide b, int bits) {
    // Products of unsigned 64-bit numbers need all of 128 bits.
    if (a >= 0 && b >= 0) {
      return static_cast<Wide>(static_cast<UnsignedWide>(a) * static_cast<UnsignedWide>(b) >> bits);
    }
    return (a * b) >> bits;
  });
}

TEST(Integer, MultipliesWide) {
  check_cases({{"mul.wide.u16 %d, %a, %b;", 32, {16, 16}, [](const In& i) { return i[0] * i[1]; }},
               {"mul.wide.s16 %d, %a, %b;",
                32,
                {16, 16},
                [](const In& i) {
                  return static_cast<std::uint64_t>(as_signed(i[0], 16) * as_signed(i[1], 16));
                }},
               {"mul.wide.u32 %d, %a, %b;", 64, {32, 32}, [](const In& i) { return i[0] * i[1]; }},
               {"mul.wide.s32 %d, %a, %b;", 64, {32, 32}, [](const In& i) {
                  return static_cast<std::uint64_t>(as_signed(i[0], 32) * as_signed(i[1], 32));
                }}});
}

TEST(Integer, MultipliesAndAdds) {
  check_cases({{"mad.lo.s32 %d, %a, %b, %c;",
                32,
                {32, 32, 32},
                [](const In& i) { return i[0] * i[1] + i[2]; }},
               {"mad.lo.s64 %d, %a, %b, %c;",
                64,
                {64, 64, 64},
                [](const In& i) { return i[0] * i[1] + i[2]; }},
               {"mad.hi.u32 %d, %a, %b, %c;",
                32,
                {32, 32, 32},
                [](const In& i) { return (i[0] * i[1] >> 32) + i[2]; }},
               {"mad.hi.s32 %d, %a, %b, %c;",
                32,
                {32, 32, 32},
                [](const In& i) {
                  const Wide product = Wide{as_signed(i[0], 32)} * as_signed(i[1], 32);
                  return static_cast<std::uint64_t>(product >> 32) + i[2];
                }},
               {"mad.wide.u32 %d, %a, %b, %c;",
                64,
                {32, 32, 64},
                [](const In& i) { return i[0] * i[1] + i[2]; }},
               {"mad.wide.s32 %d, %a, %b, %c;",
                64,
                {32, 32, 64},
                [](const In& i) {
                  return static_cast<std::uint64_t>(as_signed(i[0], 32) * as_signed(i[1], 32)) +
                         i[2];
                }},
               {"mul24.lo.u32 %d, %a, %b;",
                32,
                {32, 32},
                [](const In& i) { return (i[0] & 0xFFFFFF) * (i[1] & 0xFFFFFF); }},
               {"mul24.lo.s32 %d, %a, %b;", 32, {32, 32}, [](const In& i) {
                  return static_cast<std::uint64_t>(as_signed(i[0], 24) * as_signed(i[1], 24));
                }}});
}

TEST(Integer, DividesAndFindsRemainders) {
  check_binary("div", [](Wide a, Wide b, int) { return b == 0 ? Wide{-1} : a / b; });
  check_binary("rem", [](Wide a, Wide b, int) { return b == 0 ? a : a % b; });
}

TEST(Integer, FindsMinimumAndMaximum) {
  check_binary("min", [](Wide a, Wide b, int) { return std::min(a, b); });
  check_binary("max", [](Wide a, Wide b, int) { return std::max(a, b); });
}

TEST(Integer, NegatesAndDropsSigns) {
  std::vector<Case> cases;
  for (const auto& [name, bits, is_signed] : types) {
    if (!is_signed) continue;
    cases.push_back({"neg." + name + " %d, %a;", bits, {bits}, [](const In& i) {
                       return std::uint64_t{0} - i[0];
                     }});
    cases.push_back({"abs." + name + " %d, %a;", bits, {bits}, [b = bits](const In& i) {
                       const Wide value = as_signed(i[0], b);
                       return static_cast<std::uint64_t>(value < 0 ? -value : value);
                     }});
  }
  check_cases(cases);
}

TEST(Integer, SumsDifferences) {
  check_cases({{"sad.u32 %d, %a, %b, %c;",
                32,
                {32, 32, 32},
                [](const In& i) { return std::max(i[0], i[1]) - std::min(i[0], i[1]) + i[2]; }},
               {"sad.s32 %d, %a, %b, %c;", 32, {32, 32, 32}, [](const In& i) {
                  const std::int64_t a = as_signed(i[0], 32);
                  const std::int64_t b = as_signed(i[1], 32);
                  return static_cast<std::uint64_t>(std::max(a, b) - std::min(a, b)) + i[2];
                }}});
}

TEST(Integer, MultipliesBytes) {
  const auto dot = [](const In& i, bool a_signed, bool b_signed) {
    std::int64_t sum = static_cast<std::int64_t>(i[2]);
    for (int k = 0; k < 32; k += 8) {
      const std::uint64_t a = i[0] >> k & 255;
      const std::uint64_t b = i[1] >> k & 255;
      sum += (a_signed ? as_signed(a, 8) : static_cast<std::int64_t>(a)) *
             (b_signed ? as_signed(b, 8) : static_cast<std::int64_t>(b));
    }
    return static_cast<std::uint64_t>(sum);
  };
  check_cases({{"dp4a.u32.u32 %d, %a, %b, %c;",
                32,
                {32, 32, 32},
                [=](const In& i) { return dot(i, false, false); }},
               {"dp4a.s32.s32 %d, %a, %b, %c;",
                32,
                {32, 32, 32},
                [=](const In& i) { return dot(i, true, true); }},
               {"dp4a.s32.u32 %d, %a, %b, %c;",
                32,
                {32, 32, 32},
                [=](const In& i) { return dot(i, true, false); }},
               {"dp4a.u32.s32 %d, %a, %b, %c;", 32, {32, 32, 32}, [=](const In& i) {
                  return dot(i, false, true);
                }}});
}

// 128-bit numbers made of %a (low) and %b (high), %c and %e; %d is one half of the result.
UnsignedWide wide(std::uint64_t low, std::uint64_t high) {
  return UnsignedWide{high} << 64 | low;
}

TEST(Carry, ChainsAdditionsAndSubtractions) {
  const std::vector<int> all{64, 64, 64, 64};
  check_cases({{"add.cc.u64 %x, %a, %c; addc.u64 %d, %b, %e;", 64, all,
                [](const In& i) {
                  return static_cast<std::uint64_t>((wide(i[0], i[1]) + wide(i[2], i[3])) >> 64);
                }},
               {"sub.cc.u64 %x, %a, %c; subc.u64 %d, %b, %e;", 64, all,
                [](const In& i) {
                  return static_cast<std::uint64_t>((wide(i[0], i[1]) - wide(i[2], i[3])) >> 64);
                }},
               {"add.cc.u32 %x, %a, %b; addc.cc.u32 %y, %a, %c; addc.u32 %d, 0, 0;",
                32,
                {32, 32, 32},
                [](const In& i) { return (i[0] + i[2] + ((i[0] + i[1]) >> 32)) >> 32; }},
               {"sub.cc.u32 %x, %a, %b; subc.cc.u32 %y, %a, %c; subc.u32 %d, 0, 0;",
                32,
                {32, 32, 32},
                [](const In& i) {
                  const std::uint64_t borrow = i[0] < i[1] ? 1 : 0;
                  return std::uint64_t{0} - (i[0] < i[2] + borrow ? 1 : 0);
                }},
               {"sub.cc.u32 %x, %a, %b; addc.u32 %d, 0, 0;", 32, {32, 32}, [](const In& i) {
                  return std::uint64_t{i[0] >= i[1]};
                }}});
}

TEST(Carry, ChainsProducts) {
  check_cases(
      {{"mul.lo.u64 %x, %a, %b; mul.hi.u64 %y, %a, %b; add.cc.u64 %x, %x, %c; addc.u64 %d, %y, 0;",
        64,
        {64, 64, 64},
        [](const In& i) {
          return static_cast<std::uint64_t>((UnsignedWide{i[0]} * i[1] + i[2]) >> 64);
        }},
       {"mad.lo.cc.u32 %x, %a, %b, %c; madc.hi.u32 %d, %a, %b, 0;",
        32,
        {32, 32, 32},
        [](const In& i) { return (i[0] * i[1] + i[2]) >> 32; }},
       {"mad.lo.cc.u64 %x, %a, %b, %c; madc.hi.cc.u64 %y, %a, %b, %e; addc.u64 %d, 0, 0;",
        64,
        {64, 64, 64, 64},
        [](const In& i) {
          const UnsignedWide low =
              UnsignedWide{static_cast<std::uint64_t>(UnsignedWide{i[0]} * i[1])} + i[2];
          const UnsignedWide high = (UnsignedWide{i[0]} * i[1] >> 64) + i[3] + (low >> 64);
          return static_cast<std::uint64_t>(high >> 64);
        }}});
}

}  // namespace
}  // namespace shardsweep::emu
