#include "datasets/generate/identifiers.hpp"

namespace shardsweep::generate {
namespace {

template <std::size_t N>
void put_big_endian(std::array<char, N>& out, std::size_t at, std::uint64_t value,
                    std::size_t width) noexcept {
  for (std::size_t i = 0; i < width; ++i) {
    out[at + i] = static_cast<char>(value >> (8 * (width - 1 - i)));
  }
}

constexpr std::uint64_t variant_bits = std::uint64_t{1} << 63;  // RFC 9562: binary 10

Bytes16 uuid_of(std::uint64_t high, std::uint64_t version, std::uint64_t low) noexcept {
  Bytes16 uuid{};
  put_big_endian(uuid.bytes, 0, (high & ~std::uint64_t{0xf000}) | version << 12, 8);
  put_big_endian(uuid.bytes, 8, (low & ((variant_bits >> 1) - 1)) | variant_bits, 8);
  return uuid;
}

}  // namespace

Bytes12 object_id(std::uint64_t seed, std::uint64_t row, std::int64_t milliseconds) noexcept {
  constexpr std::uint64_t processes = 4;
  const std::uint64_t process = of_thing(seed, 'P', row) % processes;
  const std::uint64_t identity = of_thing(seed, 'p', process);
  Bytes12 id{};
  put_big_endian(id.bytes, 0, static_cast<std::uint64_t>(milliseconds / 1000), 4);
  put_big_endian(id.bytes, 4, identity, 5);
  put_big_endian(id.bytes, 9, (identity >> 40) + row, 3);
  return id;
}

Bytes16 uuid_v4(std::uint64_t high_bits, std::uint64_t low_bits) noexcept {
  return uuid_of(high_bits, 4, low_bits);
}

Bytes16 uuid_v7(std::int64_t milliseconds, std::uint64_t high_bits,
                std::uint64_t low_bits) noexcept {
  return uuid_of(static_cast<std::uint64_t>(milliseconds) << 16 | (high_bits & 0x0fff), 7,
                 low_bits);
}

Bytes16 uuid_v1(std::int64_t milliseconds, std::uint64_t ticks, std::uint64_t node) noexcept {
  constexpr std::uint64_t epoch = 0x01b21dd213814000;  // 1582-10-15 to 1970-01-01, in 100 ns
  const std::uint64_t time = static_cast<std::uint64_t>(milliseconds) * 10000 + ticks + epoch;
  const std::uint64_t low = time & 0xffffffff;
  const std::uint64_t middle = time >> 32 & 0xffff;
  return uuid_of(low << 32 | middle << 16 | time >> 48, 1, node);
}

std::string ulid_text(std::int64_t milliseconds, std::uint64_t high_bits, std::uint64_t low_bits) {
  static constexpr std::string_view alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  std::string text(26, '0');
  const auto time = static_cast<std::uint64_t>(milliseconds);
  for (std::size_t i = 0; i < 10; ++i) text[i] = alphabet[time >> (5 * (9 - i)) & 31];
  for (std::size_t i = 0; i < 8; ++i) {
    text[10 + i] = alphabet[high_bits >> (5 * i) & 31];
    text[18 + i] = alphabet[low_bits >> (5 * i) & 31];
  }
  return text;
}

std::int64_t snowflake(std::int64_t milliseconds, std::uint64_t machine,
                       std::uint64_t sequence) noexcept {
  constexpr std::int64_t epoch = 1288834974657;
  return (milliseconds - epoch) << 22 |
         static_cast<std::int64_t>((machine & 0x3ff) << 12 | (sequence & 0xfff));
}

std::string hex_text(std::string_view bytes) {
  static constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  text.reserve(2 * bytes.size());
  for (const char byte : bytes) {
    const auto value = static_cast<unsigned char>(byte);
    text += digits[value >> 4];
    text += digits[value & 15];
  }
  return text;
}

std::string uuid_text(std::string_view sixteen_bytes) {
  std::string text = hex_text(sixteen_bytes);
  for (const std::size_t at : {20, 16, 12, 8}) text.insert(at, 1, '-');
  return text;
}

std::string joined(std::initializer_list<std::string_view> pieces) {
  std::string text;
  for (const std::string_view piece : pieces) text += piece;
  return text;
}

std::string padded(std::uint64_t number, std::size_t width) {
  std::string digits = std::to_string(number);
  if (digits.size() < width) digits.insert(0, width - digits.size(), '0');
  return digits;
}

}  // namespace shardsweep::generate
