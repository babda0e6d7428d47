#include "host/profile/class_fingerprint.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "hashing/decimal.hpp"
#include "hashing/fingerprint.hpp"
#include "hashing/mongo_hash.hpp"

namespace shardsweep::host {
namespace {

using hashing::UInt128;

// Rational numbers are hashed by their residues modulo Mersenne primes 2^bits - 1, where division
// exists: the same number has the same residue in binary and in decimal notation. Modulo one of
// them numbers whose quotient is a power of 2^bits are the same, so two are taken.
template <int bits>
constexpr std::uint64_t prime = (std::uint64_t{1} << bits) - 1;

// The finalizer of splitmix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators).
std::uint64_t mix(std::uint64_t x, std::uint64_t seed) noexcept {
  x += (seed + 1) * 0x9e3779b97f4a7c15;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
  x = (x ^ x >> 27) * 0x94d049bb133111eb;
  return x ^ x >> 31;
}

enum Seed : std::uint64_t { whole_numbers = 1000, other_numbers, special_numbers, second_residue };

template <int bits>
std::uint64_t reduce(UInt128 x) noexcept {
  // 2^bits = 1 modulo the prime: the parts above are simply added.
  while (x >> bits != 0) x = (x & prime<bits>)+(x >> bits);
  return x == prime<bits> ? 0 : static_cast<std::uint64_t>(x);
}

template <int bits>
std::uint64_t power_of_two_modulo(int exponent) noexcept {
  const int rest = exponent % bits;
  return std::uint64_t{1} << (rest < 0 ? rest + bits : rest);
}

template <int bits>
std::uint64_t power_of_ten_modulo(int exponent) noexcept {
  // x^(prime - 1) = 1 (Fermat), so a negative exponent becomes a positive one.
  std::uint64_t positive = exponent < 0 ? prime<bits> - 1 - static_cast<std::uint64_t>(-exponent)
                                        : static_cast<std::uint64_t>(exponent);
  std::uint64_t result = 1;
  for (std::uint64_t base = 10; positive != 0; positive >>= 1) {
    if (positive & 1) result = reduce<bits>(UInt128{result} * base);
    base = reduce<bits>(UInt128{base} * base);
  }
  return result;
}

template <int bits>
std::uint64_t signed_residue(bool negative, UInt128 magnitude, std::uint64_t factor) noexcept {
  const std::uint64_t r = reduce<bits>(UInt128{reduce<bits>(magnitude)} * factor);
  return negative && r != 0 ? prime<bits> - r : r;
}

std::uint64_t fingerprint_residues(std::uint64_t long_one, std::uint64_t short_one) noexcept {
  return mix(long_one ^ mix(short_one, second_residue), other_numbers);
}

std::uint64_t fingerprint_int(std::int64_t value) noexcept {
  return mix(static_cast<std::uint64_t>(value), whole_numbers);
}

std::uint64_t fingerprint_double(double value) noexcept {
  if (std::isnan(value)) return mix(0, special_numbers);
  if (std::isinf(value)) return mix(value < 0 ? 1 : 2, special_numbers);
  if (value >= -0x1p63 && value < 0x1p63) {
    const auto whole = static_cast<std::int64_t>(value);
    if (static_cast<double>(whole) == value) return fingerprint_int(whole);
  }
  // Subnormal numbers have no hidden bit and the least exponent.
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const int stored = static_cast<int>(bits >> 52 & 0x7ff);
  const std::uint64_t fraction = bits & ((std::uint64_t{1} << 52) - 1);
  const std::uint64_t mantissa = stored == 0 ? fraction : fraction | std::uint64_t{1} << 52;
  const int exponent = std::max(stored, 1) - 1075;
  return fingerprint_residues(
      signed_residue<61>(value < 0, mantissa, power_of_two_modulo<61>(exponent)),
      signed_residue<31>(value < 0, mantissa, power_of_two_modulo<31>(exponent)));
}

std::uint64_t fingerprint_decimal(const bson::ValueView& value) noexcept {
  hashing::Decimal d = hashing::decode_decimal(bson::load<std::uint64_t>(value.bytes.data()),
                                               bson::load<std::uint64_t>(value.bytes.data() + 8));
  if (d.kind == hashing::Decimal::Kind::nan) return mix(0, special_numbers);
  if (d.kind == hashing::Decimal::Kind::infinite) return mix(d.negative ? 1 : 2, special_numbers);
  if (d.coefficient == 0) return fingerprint_int(0);
  while (d.exponent < 0 && d.coefficient % 10 == 0) {
    d.coefficient /= 10;
    ++d.exponent;
  }
  constexpr UInt128 limit = UInt128{1} << 63;
  UInt128 whole = d.coefficient;
  int exponent = d.exponent;
  for (; exponent > 0 && whole <= limit; --exponent) whole *= 10;
  if (exponent == 0 && whole < limit + (d.negative ? 1u : 0u)) {
    const auto magnitude = static_cast<std::uint64_t>(whole);
    return fingerprint_int(static_cast<std::int64_t>(d.negative ? 0 - magnitude : magnitude));
  }
  return fingerprint_residues(
      signed_residue<61>(d.negative, d.coefficient, power_of_ten_modulo<61>(d.exponent)),
      signed_residue<31>(d.negative, d.coefficient, power_of_ten_modulo<31>(d.exponent)));
}

}  // namespace

std::uint64_t class_fingerprint(const bson::ValueView& value) noexcept {
  const int number = hashing::canonical_number(static_cast<std::uint8_t>(value.type));
  const auto canonical = static_cast<std::uint64_t>(std::int64_t{number} + 2);
  switch (value.type) {
    case bson::Type::Int32:
      return fingerprint_int(value.as_int32());
    case bson::Type::Int64:
      return fingerprint_int(value.as_int64());
    case bson::Type::Double:
      return fingerprint_double(value.as_double());
    case bson::Type::Decimal128:
      return fingerprint_decimal(value);
    case bson::Type::Date:
    case bson::Type::Timestamp:
      return mix(bson::load<std::uint64_t>(value.bytes.data()), canonical);
    default:
      return hashing::fingerprint(value.bytes, canonical);
  }
}

}  // namespace shardsweep::host
