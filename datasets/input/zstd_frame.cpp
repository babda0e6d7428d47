#include "datasets/input/zstd_frame.hpp"

#include <array>

namespace shardsweep::datasets {
namespace {

constexpr std::size_t magic_bytes = 4;

std::uint64_t little_endian(std::string_view bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;)
    value = value << 8U | static_cast<unsigned char>(bytes[i]);
  return value;
}

/// 3.1.1.1.2: exponent and mantissa.
std::uint64_t window_of(unsigned descriptor) {
  const std::uint64_t base = std::uint64_t{1} << (10 + (descriptor >> 3U));
  return base + base / 8 * (descriptor & 7U);
}

}  // namespace

bool ZstdFrame::begin(std::string_view head) {
  part_ = Part::header;
  window_size_ = 0;
  if (head.size() < magic_bytes + 2) return false;
  if (head[0] != '\x28') {  // skippable: magic, length, bytes
    if (head.size() < 2 * magic_bytes) return false;
    part_left_ = 2 * magic_bytes + little_endian(head.substr(magic_bytes, 4));
    last_block_ = true;
    has_checksum_ = false;
    part_ = Part::block;
    return true;
  }
  const unsigned descriptor = static_cast<unsigned char>(head[magic_bytes]);
  const bool single_segment = (descriptor & 0x20U) != 0;
  has_checksum_ = (descriptor & 4U) != 0;
  constexpr std::array<std::size_t, 4> dictionary_bytes = {0, 1, 2, 4};
  constexpr std::array<std::size_t, 4> size_bytes = {0, 2, 4, 8};
  const std::size_t content_bytes =
      descriptor >> 6U == 0 && single_segment ? 1 : size_bytes[descriptor >> 6U];
  const std::size_t content_begin =
      magic_bytes + 1 + (single_segment ? 0 : 1) + dictionary_bytes[descriptor & 3U];
  if (head.size() < content_begin + content_bytes) return false;
  part_left_ = content_begin + content_bytes;
  window_size_ = single_segment ? little_endian(head.substr(content_begin, content_bytes)) +
                                      (content_bytes == 2 ? 256 : 0)
                                : window_of(static_cast<unsigned char>(head[magic_bytes + 1]));
  return true;
}

bool ZstdFrame::next_part(std::string_view head) {
  if (part_ == Part::block_header) {
    part_ = Part::block;
    part_left_ = block_bytes_;
    return true;
  }
  if (part_ == Part::block && last_block_) {
    part_ = has_checksum_ ? Part::checksum : Part::nothing;
    part_left_ = has_checksum_ ? 4 : 0;
    return has_checksum_;
  }
  if (part_ == Part::checksum || part_ == Part::nothing) return false;
  if (head.size() < block_header_bytes) return false;
  // 3.1.1.2: last block, type (1: one byte repeated), size.
  const std::uint64_t header = little_endian(head.substr(0, block_header_bytes));
  last_block_ = (header & 1U) != 0;
  block_bytes_ = (header >> 1U & 3U) == 1 ? 1 : header >> 3U;
  part_ = Part::block_header;
  part_left_ = block_header_bytes;
  return true;
}

}  // namespace shardsweep::datasets
