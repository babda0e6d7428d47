#pragma once

#include <cstddef>
#include <memory>

#include "datasets/input/stored_reader.hpp"

namespace shardsweep::datasets {

/// Stored bytes -> the bytes inside: one level of gzip or zstd taken off, or none.
class Decoder {
 public:
  virtual ~Decoder() = default;
  /// Writes up to `size` (> 0) bytes; 0 only at the end. Throws DamagedInput (naming the stored
  /// byte) and what StoredReader throws.
  virtual std::size_t read(char* out, std::size_t size) = 0;
};

/// The decoder that the first bytes ask for: gzip (1f 8b), zstd (28 b5 2f fd, or a skippable frame)
/// or none. `stored` stands at byte 0 and must outlive the result.
std::unique_ptr<Decoder> make_decoder(StoredReader& stored);

bool is_gzip(std::string_view head) noexcept;
bool is_zstd(std::string_view head) noexcept;

/// gzip as RFC 1952 has it: any number of members; zeros after a member are padding, other bytes
/// are damage.
std::unique_ptr<Decoder> make_gzip_decoder(StoredReader& stored);

/// zstd frames and skippable frames (RFC 8878); a window over 128 MiB is refused.
std::unique_ptr<Decoder> make_zstd_decoder(StoredReader& stored);

}  // namespace shardsweep::datasets
