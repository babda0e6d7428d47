#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace shardsweep::datasets {

/// Where the parts of a zstd frame begin and end: header, block headers, blocks, checksum (RFC
/// 8878, 3.1). It unpacks nothing and judges nothing but lengths.
class ZstdFrame {
 public:
  static constexpr std::size_t longest_header = 18;  ///< with the magic number
  static constexpr std::size_t block_header_bytes = 3;

  /// Starts with the header of a frame or a skippable frame; false when `head` is too short.
  bool begin(std::string_view head);
  /// Window_Size in bytes; 0 for skippable frames.
  std::uint64_t window_size() const noexcept { return window_size_; }

  /// Bytes of the current part not yet taken.
  std::uint64_t part_left() const noexcept { return part_left_; }
  void took(std::uint64_t count) noexcept { part_left_ -= count; }
  /// Goes to the next part, whose first bytes are `head`; false when they are too few or the frame
  /// has no more.
  bool next_part(std::string_view head);

 private:
  enum class Part { header, block_header, block, checksum, nothing };

  Part part_ = Part::nothing;
  std::uint64_t part_left_ = 0;
  std::uint64_t window_size_ = 0;
  std::uint64_t block_bytes_ = 0;  ///< of the block whose header is the current part
  bool last_block_ = false;
  bool has_checksum_ = false;
};

}  // namespace shardsweep::datasets
