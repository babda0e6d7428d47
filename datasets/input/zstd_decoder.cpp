#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <new>
#include <string>
#include <utility>

#include "datasets/input/decoder.hpp"
#include "datasets/input/message_text.hpp"

namespace shardsweep::datasets {
namespace {

constexpr int window_limit_log = 27;
constexpr std::uint64_t window_limit = std::uint64_t{1} << window_limit_log;
constexpr std::size_t part_of_header = 5;
constexpr std::size_t longest_header = 18;  // magic and frame header (RFC 8878, 3.1.1.1)

std::uint64_t little_endian(std::string_view bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;)
    value = value << 8U | static_cast<unsigned char>(bytes[i]);
  return value;
}

/// Window_Size of the frame that begins here (RFC 8878, 3.1.1.1.2), 0 when the header is not whole.
std::uint64_t window_size(std::string_view frame) {
  if (frame.size() < 6) return 0;
  const unsigned descriptor = static_cast<unsigned char>(frame[4]);
  const bool single_segment = (descriptor & 0x20U) != 0;
  if (!single_segment) {
    const unsigned window = static_cast<unsigned char>(frame[5]);
    const std::uint64_t base = std::uint64_t{1} << (10 + (window >> 3U));
    return base + base / 8 * (window & 7U);
  }
  constexpr std::array<std::size_t, 4> dictionary_bytes = {0, 1, 2, 4};
  constexpr std::array<std::size_t, 4> content_bytes = {1, 2, 4, 8};
  const std::size_t begin = 5 + dictionary_bytes[descriptor & 3U];
  const std::size_t size = content_bytes[descriptor >> 6U];
  if (frame.size() < begin + size) return 0;
  return little_endian(frame.substr(begin, size)) + (size == 2 ? 256 : 0);
}

class ZstdDecoder final : public Decoder {
 public:
  explicit ZstdDecoder(StoredReader& stored) : stored_(stored), context_(ZSTD_createDCtx()) {
    if (context_ == nullptr) throw std::bad_alloc();
    // The library's own default, said here because it is the guard of our memory.
    ZSTD_DCtx_setParameter(context_.get(), ZSTD_d_windowLogMax, window_limit_log);
  }

  std::size_t read(char* out, std::size_t size) override {
    for (;;) {
      if (!in_frame_ && !next_frame()) return 0;
      const std::size_t written = decompress_some(out, size);
      if (written > 0) return written;
    }
  }

 private:
  struct FreeContext {
    void operator()(ZSTD_DCtx* context) const noexcept { ZSTD_freeDCtx(context); }
  };

  [[noreturn]] void damaged(const std::string& what) const {
    throw DamagedInput(stored_.name() + ": zstd data damaged at byte " +
                       std::to_string(stored_.position()) + ": " + what);
  }

  bool next_frame() {
    const std::string_view head = stored_.window(longest_header);
    if (head.empty()) return false;
    if (!is_zstd(head)) {
      damaged(head.size() < 4 ? "the file ends inside the zstd data (it is cut short)"
                              : "bytes that are no zstd frame follow the end of a frame");
    }
    const bool skippable = head[0] != '\x28';
    const std::uint64_t window = skippable ? 0 : window_size(head);
    if (window > window_limit) {
      throw DataError(stored_.name() + ": the zstd frame at byte " +
                      std::to_string(stored_.position()) + " asks for a window of " +
                      byte_count(window) + ", limit " + byte_count(window_limit) +
                      "; compress it again without --long or --ultra");
    }
    in_frame_ = at_begin_ = true;
    return true;
  }

  std::size_t decompress_some(char* out, std::size_t size) {
    const std::string_view window = stored_.window();
    // The first call gets a part of the header only: given a whole small frame, the library
    // would unpack it in one step, and of a damaged one nothing would come out.
    const bool at_begin = std::exchange(at_begin_, false);
    ZSTD_inBuffer in = {window.data(),
                        at_begin ? std::min(window.size(), part_of_header) : window.size(), 0};
    ZSTD_outBuffer target = {out, size, 0};
    const std::size_t status = ZSTD_decompressStream(context_.get(), &target, &in);
    stored_.consume(in.pos);
    if (ZSTD_isError(status) != 0) {
      if (ZSTD_getErrorCode(status) == ZSTD_error_memory_allocation) throw std::bad_alloc();
      damaged(ZSTD_getErrorName(status));
    }
    in_frame_ = status != 0;
    // Output held back inside comes without input; an empty window that gives none is a cut.
    if (in_frame_ && window.empty() && target.pos == 0)
      damaged("the file ends inside the zstd data (it is cut short)");
    return target.pos;
  }

  StoredReader& stored_;
  std::unique_ptr<ZSTD_DCtx, FreeContext> context_;
  bool in_frame_ = false;
  bool at_begin_ = false;
};

}  // namespace

std::unique_ptr<Decoder> make_zstd_decoder(StoredReader& stored) {
  return std::make_unique<ZstdDecoder>(stored);
}

}  // namespace shardsweep::datasets
