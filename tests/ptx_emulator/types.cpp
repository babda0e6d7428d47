#include "tests/ptx_emulator/types.hpp"

#include <array>
#include <cstdio>
#include <utility>

namespace shardsweep::ptx {

Type type_named(std::string_view word) {
  static constexpr std::array<std::pair<std::string_view, Type>, 17> names{{
      {"b8", {Kind::bits, 1}},
      {"b16", {Kind::bits, 2}},
      {"b32", {Kind::bits, 4}},
      {"b64", {Kind::bits, 8}},
      {"b128", {Kind::bits, 16}},
      {"u8", {Kind::unsigned_integer, 1}},
      {"u16", {Kind::unsigned_integer, 2}},
      {"u32", {Kind::unsigned_integer, 4}},
      {"u64", {Kind::unsigned_integer, 8}},
      {"s8", {Kind::signed_integer, 1}},
      {"s16", {Kind::signed_integer, 2}},
      {"s32", {Kind::signed_integer, 4}},
      {"s64", {Kind::signed_integer, 8}},
      {"f16", {Kind::floating, 2}},
      {"f32", {Kind::floating, 4}},
      {"f64", {Kind::floating, 8}},
      {"pred", {Kind::predicate, 4}},
  }};
  for (const auto& [name, type] : names) {
    if (name == word) return type;
  }
  return {};
}

std::string hex(u64 value) {
  std::array<char, 24> text{};
  std::snprintf(text.data(), text.size(), "0x%llx", static_cast<unsigned long long>(value));
  return text.data();
}

}  // namespace shardsweep::ptx
