#include "host/columns/value_image.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "hashing/decimal.hpp"

namespace shardsweep::host {
namespace {

constexpr std::uint64_t sign = std::uint64_t{1} << 63;

std::uint64_t int_image(std::int64_t value) noexcept {
  return static_cast<std::uint64_t>(value) ^ sign;
}

/// IEEE doubles in order: negative ones have all bits flipped, others only the sign. NaN comes
/// first, the zeros are one.
std::uint64_t double_image(double value) noexcept {
  if (std::isnan(value)) return 0;
  const auto bits = std::bit_cast<std::uint64_t>(value == 0 ? 0.0 : value);
  return bits & sign ? ~bits : bits | sign;
}

hashing::Decimal decimal_of(const bson::ValueView& value) noexcept {
  if (value.type == bson::Type::Decimal128)
    return hashing::decode_decimal(bson::load<std::uint64_t>(value.bytes.data()),
                                   bson::load<std::uint64_t>(value.bytes.data() + 8));
  const std::int64_t whole = value.type == bson::Type::Int32 ? value.as_int32() : value.as_int64();
  const auto bits = static_cast<std::uint64_t>(whole);
  return {hashing::Decimal::Kind::finite, whole < 0, 0, whole < 0 ? 0 - bits : bits};
}

/// Of a finite number: the power of ten of its first digit, then 14 digits; 0 of zero. Ascends with
/// the magnitude, and does not depend on trailing zeros.
std::uint64_t leading_digits(const hashing::Decimal& number) noexcept {
  constexpr int kept = 14;       // below 2^47
  constexpr int lowest = -6176;  // the least exponent
  if (number.coefficient == 0) return 0;
  int digits = 0;
  for (hashing::UInt128 power = 1; power <= number.coefficient; power *= 10) ++digits;
  const hashing::UInt128 leading = digits > kept
                                       ? number.coefficient / hashing::power_of_ten(digits - kept)
                                       : number.coefficient * hashing::power_of_ten(kept - digits);
  const auto power = static_cast<std::uint64_t>(number.exponent + digits - lowest);
  return power << 47 | static_cast<std::uint64_t>(leading);
}

bool is_binary(const bson::ValueView& value) noexcept {
  return value.type == bson::Type::Binary;
}

/// Where sort bytes lie in place: text behind its length and without its NUL, else the whole value.
std::string_view stored_sort_bytes(const bson::ValueView& value) noexcept {
  switch (value.type) {
    case bson::Type::String:
    case bson::Type::Symbol:
    case bson::Type::Code:
      return value.as_string();
    default:
      return value.bytes;
  }
}

}  // namespace

ImageKind image_kind(bson::Type type, const ValueStore& values) {
  switch (type) {
    case bson::Type::MinKey:
    case bson::Type::MaxKey:
    case bson::Type::Null:
    case bson::Type::Undefined:
      return ImageKind::single;
    case bson::Type::Bool:
    case bson::Type::Date:
    case bson::Type::Timestamp:
      return ImageKind::exact;
    case bson::Type::Int32:
    case bson::Type::Int64:
    case bson::Type::Double:
    case bson::Type::Decimal128:
      // A double's decimal digits are many and dear to find.
      if (values.has(bson::Type::Decimal128))
        return values.has(bson::Type::Double) ? ImageKind::none : ImageKind::decimals;
      if (!values.has(bson::Type::Double)) return ImageKind::exact;
      return values.has(bson::Type::Int32) || values.has(bson::Type::Int64) ? ImageKind::numbers
                                                                            : ImageKind::exact;
    case bson::Type::String:
    case bson::Type::Symbol:
    case bson::Type::Code:
    case bson::Type::Binary:
    case bson::Type::ObjectId:
    case bson::Type::Regex:
      return ImageKind::bytes;
    default:
      return ImageKind::none;
  }
}

std::uint64_t exact_image(const bson::ValueView& value) noexcept {
  switch (value.type) {
    case bson::Type::Int32:
      return int_image(value.as_int32());
    case bson::Type::Int64:
    case bson::Type::Date:
      return int_image(value.as_int64());
    case bson::Type::Double:
      return double_image(value.as_double());
    case bson::Type::Timestamp:
      return bson::load<std::uint64_t>(value.bytes.data());
    default:
      return value.as_bool() ? 1 : 0;
  }
}

std::uint64_t number_image(const bson::ValueView& value) noexcept {
  if (value.type == bson::Type::Int32) return double_image(value.as_int32());
  if (value.type == bson::Type::Int64) return double_image(static_cast<double>(value.as_int64()));
  return double_image(value.as_double());
}

std::uint64_t decimal_image(const bson::ValueView& value) noexcept {
  const hashing::Decimal number = decimal_of(value);
  if (number.kind == hashing::Decimal::Kind::nan) return 0;
  std::uint64_t magnitude = sign >> 1;  // infinity: above every exponent
  if (number.kind == hashing::Decimal::Kind::finite) magnitude = leading_digits(number);
  return number.negative ? sign - magnitude : sign + magnitude;
}

bool coarse_image(std::uint64_t image) noexcept {
  const std::uint64_t limit = double_image(0x1p53);
  return image >= limit || image <= ~limit;
}

std::size_t sort_bytes_size(const bson::ValueView& value) noexcept {
  return stored_sort_bytes(value).size();
}

std::uint64_t sort_bytes_image(const bson::ValueView& value, std::size_t offset) noexcept {
  const std::string_view bytes = stored_sort_bytes(value);
  if (offset >= bytes.size()) return 0;
  std::uint64_t word = 0;
  std::memcpy(&word, bytes.data() + offset, std::min<std::size_t>(8, bytes.size() - offset));
  if (is_binary(value) && offset < 4) {
    // The length is stored little-endian and counts most significant byte first.
    const std::uint32_t length = __builtin_bswap32(bson::load<std::uint32_t>(bytes.data()));
    const std::uint64_t head = length >> (8 * offset);
    const std::uint64_t head_mask = (std::uint64_t{1} << (8 * (4 - offset))) - 1;
    word = (word & ~head_mask) | (head & head_mask);
  }
  return __builtin_bswap64(word);
}

std::size_t shared_sort_bytes(const bson::ValueView& a, const bson::ValueView& b,
                              std::size_t limit) noexcept {
  if (is_binary(a)) {
    if (std::memcmp(a.bytes.data(), b.bytes.data(), 4) != 0) return 0;
  }
  const std::string_view x = stored_sort_bytes(a);
  const std::string_view y = stored_sort_bytes(b);
  const std::size_t most = std::min({limit, x.size(), y.size()});
  return static_cast<std::size_t>(
      std::mismatch(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(most), y.begin()).first -
      x.begin());
}

}  // namespace shardsweep::host
