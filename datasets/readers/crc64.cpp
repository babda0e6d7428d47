#include "datasets/readers/crc64.hpp"

#include <array>
#include <cstddef>

#include "datasets/bson/view.hpp"

namespace shardsweep::datasets {
namespace {

using Tables = std::array<std::array<std::uint64_t, 256>, 8>;

/// tables[k][b]: what byte b does to the state when k more bytes follow in the same step.
constexpr Tables make_tables() {
  constexpr std::uint64_t polynomial = 0xc96c5795d7870f42U;  // ECMA-182, bits reversed
  Tables tables = {};
  for (std::uint64_t byte = 0; byte < 256; ++byte) {
    std::uint64_t state = byte;
    for (int bit = 0; bit < 8; ++bit) state = state >> 1U ^ ((state & 1U) != 0 ? polynomial : 0);
    tables[0][byte] = state;
  }
  for (std::size_t k = 1; k < 8; ++k)
    for (std::size_t byte = 0; byte < 256; ++byte) {
      const std::uint64_t before = tables[k - 1][byte];
      tables[k][byte] = tables[0][before & 0xffU] ^ before >> 8U;
    }
  return tables;
}

constexpr Tables tables = make_tables();

}  // namespace

void Crc64::update(std::string_view bytes) noexcept {
  std::uint64_t state = state_;
  while (bytes.size() >= 8) {
    const std::uint64_t mixed = state ^ bson::load<std::uint64_t>(bytes.data());
    state = 0;
    for (unsigned k = 0; k < 8; ++k) state ^= tables[7 - k][mixed >> (8 * k) & 0xffU];
    bytes.remove_prefix(8);
  }
  for (const char byte : bytes)
    state = tables[0][(state ^ static_cast<unsigned char>(byte)) & 0xffU] ^ state >> 8U;
  state_ = state;
}

}  // namespace shardsweep::datasets
