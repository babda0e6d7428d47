#include <gtest/gtest.h>

#include <algorithm>
#include <bit>

#include "tests/emu/instructions/one_instruction.hpp"

namespace shardsweep::emu {
namespace {

std::int64_t as_signed(std::uint64_t value, int bits) {
  return static_cast<std::int64_t>(value << (64 - bits)) >> (64 - bits);
}

TEST(Bits, CombineByLogic) {
  std::vector<Case> cases;
  for (const int bits : {16, 32, 64}) {
    const std::string type = ".b" + std::to_string(bits) + " %d, %a";
    cases.push_back(
        {"and" + type + ", %b;", bits, {bits, bits}, [](const In& i) { return i[0] & i[1]; }});
    cases.push_back(
        {"or" + type + ", %b;", bits, {bits, bits}, [](const In& i) { return i[0] | i[1]; }});
    cases.push_back(
        {"xor" + type + ", %b;", bits, {bits, bits}, [](const In& i) { return i[0] ^ i[1]; }});
    cases.push_back({"not" + type + ";", bits, {bits}, [](const In& i) { return ~i[0]; }});
    cases.push_back({"cnot" + type + ";", bits, {bits}, [](const In& i) {
                       return i[0] == 0 ? std::uint64_t{1} : 0;
                     }});
  }
  check_cases(cases);
}

TEST(Bits, CombineByTable) {
  for (const int table : {0x96, 0xE8, 0x2A, 0x00, 0xFF, 0xC5}) {
    check_cases({{"lop3.b32 %d, %a, %b, %c, " + std::to_string(table) + ";",
                  32,
                  {32, 32, 32},
                  [=](const In& i) {
                    std::uint64_t value = 0;
                    for (int k = 0; k < 32; ++k) {
                      const auto index =
                          (i[0] >> k & 1) << 2 | (i[1] >> k & 1) << 1 | (i[2] >> k & 1);
                      value |= (static_cast<std::uint64_t>(table) >> index & 1) << k;
                    }
                    return value;
                  }}});
  }
}

TEST(Bits, Shift) {
  std::vector<Case> cases;
  for (const int bits : {16, 32, 64}) {
    const std::string size = std::to_string(bits);
    const auto most = static_cast<std::uint64_t>(bits);
    cases.push_back({"shl.b" + size + " %d, %a, %b;", bits, {bits, 32}, [=](const In& i) {
                       return i[1] >= most ? 0 : i[0] << i[1];
                     }});
    cases.push_back({"shr.u" + size + " %d, %a, %b;", bits, {bits, 32}, [=](const In& i) {
                       return i[1] >= most ? 0 : i[0] >> i[1];
                     }});
    cases.push_back({"shr.s" + size + " %d, %a, %b;", bits, {bits, 32}, [=](const In& i) {
                       return static_cast<std::uint64_t>(as_signed(i[0], bits) >>
                                                         std::min<std::uint64_t>(i[1], most - 1));
                     }});
  }
  check_cases(cases);
}

TEST(Bits, ShiftFunnels) {
  const auto both = [](const In& i) { return i[1] << 32 | i[0]; };
  const std::vector<int> words{32, 32, 32};
  check_cases({{"shf.l.wrap.b32 %d, %a, %b, %c;", 32, words,
                [=](const In& i) { return both(i) << (i[2] & 31) >> 32; }},
               {"shf.r.wrap.b32 %d, %a, %b, %c;", 32, words,
                [=](const In& i) { return both(i) >> (i[2] & 31); }},
               {"shf.l.clamp.b32 %d, %a, %b, %c;", 32, words,
                [=](const In& i) { return both(i) << std::min<std::uint64_t>(i[2], 32) >> 32; }},
               {"shf.r.clamp.b32 %d, %a, %b, %c;", 32, words,
                [=](const In& i) { return both(i) >> std::min<std::uint64_t>(i[2], 32); }}});
}

TEST(Bits, Count) {
  const auto clz = [](std::uint64_t v, int bits) {
    return static_cast<std::uint64_t>(std::countl_zero(v) - (64 - bits));
  };
  const auto highest = [=](std::uint64_t v, int bits) {
    return v == 0 ? ~std::uint64_t{0} : static_cast<std::uint64_t>(bits) - 1 - clz(v, bits);
  };
  const auto reversed = [](std::uint64_t v, int bits) {
    std::uint64_t out = 0;
    for (int k = 0; k < bits; ++k) out |= (v >> k & 1) << (bits - 1 - k);
    return out;
  };
  for (const int bits : {32, 64}) {
    const std::string size = std::to_string(bits);
    check_cases(
        {{"popc.b" + size + " %d, %a;",
          32,
          {bits},
          [](const In& i) { return static_cast<std::uint64_t>(std::popcount(i[0])); }},
         {"clz.b" + size + " %d, %a;", 32, {bits}, [=](const In& i) { return clz(i[0], bits); }},
         {"brev.b" + size + " %d, %a;",
          bits,
          {bits},
          [=](const In& i) { return reversed(i[0], bits); }},
         {"bfind.u" + size + " %d, %a;",
          32,
          {bits},
          [=](const In& i) { return highest(i[0], bits); }},
         {"bfind.s" + size + " %d, %a;",
          32,
          {bits},
          [=](const In& i) {
            const std::int64_t v = as_signed(i[0], bits);
            return highest(static_cast<std::uint64_t>(v < 0 ? ~v : v), bits);
          }},
         {"bfind.shiftamt.u" + size + " %d, %a;", 32, {bits}, [=](const In& i) {
            return i[0] == 0 ? ~std::uint64_t{0} : clz(i[0], bits);
          }}});
  }
}

TEST(Bits, TakeAndPutFields) {
  for (const int bits : {32, 64}) {
    const std::string size = std::to_string(bits);
    const auto most = static_cast<std::uint64_t>(bits);
    const auto field = [=](const In& i, bool is_signed) {
      const std::uint64_t from = i[1] & 255;
      const std::uint64_t count = i[2] & 255;
      std::uint64_t value = from >= most ? 0 : i[0] >> from;
      const std::uint64_t kept = std::min(count, from >= most ? 0 : most - from);
      value = kept >= 64 ? value : value & ((std::uint64_t{1} << kept) - 1);
      const std::uint64_t top = std::min(from + count - 1, most - 1);
      const bool ones = is_signed && count != 0 && (i[0] >> top & 1) != 0;
      return ones && kept < 64 ? value | ~std::uint64_t{0} << kept : value;
    };
    check_cases(
        {{"and.b32 %b, %b, 95; and.b32 %c, %c, 95; bfe.u" + size + " %d, %a, %b, %c;",
          bits,
          {bits, 32, 32},
          [=](const In& i) {
            return field({i[0], i[1] & 95, i[2] & 95}, false);
          }},
         {"and.b32 %b, %b, 95; and.b32 %c, %c, 95; bfe.s" + size + " %d, %a, %b, %c;",
          bits,
          {bits, 32, 32},
          [=](const In& i) {
            return field({i[0], i[1] & 95, i[2] & 95}, true);
          }},
         {"bfi.b" + size + " %d, %a, %b, %c, %e;", bits, {bits, bits, 32, 32}, [=](const In& i) {
            std::uint64_t value = i[1];
            for (std::uint64_t k = 0; k < (i[3] & 255) && (i[2] & 255) + k < most; ++k) {
              const std::uint64_t bit = std::uint64_t{1} << ((i[2] & 255) + k);
              value =
                  (i[0] >> std::min<std::uint64_t>(k, 63) & 1) != 0 ? value | bit : value & ~bit;
            }
            return value;
          }}});
  }
}

TEST(Bits, BitMasks) {
  const auto ones = [](std::uint64_t from, std::uint64_t count) {
    std::uint64_t value = 0;
    for (std::uint64_t k = from; k < 32 && k < from + count; ++k) value |= std::uint64_t{1} << k;
    return value;
  };
  check_cases({{"and.b32 %a, %a, 95; and.b32 %b, %b, 95; bmsk.clamp.b32 %d, %a, %b;",
                32,
                {32, 32},
                [=](const In& i) { return ones(i[0] & 95, i[1] & 95); }},
               {"bmsk.wrap.b32 %d, %a, %b;", 32, {32, 32}, [=](const In& i) {
                  return ones(i[0] & 31, i[1] & 31);
                }}});
}

TEST(Bits, PermuteBytes) {
  check_cases({{"prmt.b32 %d, %a, %b, %c;", 32, {32, 32, 32}, [](const In& i) {
                  std::uint64_t value = 0;
                  for (int k = 0; k < 4; ++k) {
                    const std::uint64_t choice = i[2] >> (4 * k) & 15;
                    const std::uint64_t source = (choice & 4) != 0 ? i[1] : i[0];
                    std::uint64_t byte = source >> (8 * (choice & 3)) & 255;
                    if (choice >= 8) byte = byte >= 128 ? 255 : 0;
                    value |= byte << (8 * k);
                  }
                  return value;
                }}});
}

TEST(Bits, LogicOfPredicates) {
  const auto check = [](const std::string& opcode, auto f) {
    check_cases(
        {{"setp.lt.u32 %p, %a, %b; setp.lt.u32 %q, %b, %c; " + opcode + "; selp.b32 %d, 1, 0, %p;",
          32,
          {32, 32, 32},
          [=](const In& i) { return static_cast<std::uint64_t>(f(i[0] < i[1], i[1] < i[2])); }}});
  };
  check("and.pred %p, %p, %q", [](bool p, bool q) { return p && q; });
  check("or.pred %p, %p, %q", [](bool p, bool q) { return p || q; });
  check("xor.pred %p, %p, %q", [](bool p, bool q) { return p != q; });
  check("not.pred %p, %q", [](bool, bool q) { return !q; });
  check("mov.pred %p, %q", [](bool, bool q) { return q; });
  check("@%q mov.pred %p, 1", [](bool p, bool q) { return p || q; });
  check("@!%q mov.pred %p, 0", [](bool p, bool q) { return p && q; });
}

}  // namespace
}  // namespace shardsweep::emu
