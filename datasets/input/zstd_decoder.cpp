#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <cstdint>
#include <new>
#include <string>
#include <utility>

#include "datasets/input/decoder.hpp"
#include "datasets/input/message_text.hpp"
#include "datasets/input/zstd_frame.hpp"

namespace shardsweep::datasets {
namespace {

constexpr int window_limit_log = 27;
constexpr std::uint64_t window_limit = std::uint64_t{1} << window_limit_log;

/// Hands the library one part of a frame at a time (header, block header, block, checksum): in one
/// call with what follows it, the library forgets what it has unpacked when that is damaged.
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
    throw DamagedInput(stored_.name() + ": zstd data damaged in the frame at byte " +
                       std::to_string(frame_begin_) + ": " + what);
  }
  [[noreturn]] void cut_short() const {
    damaged("the file ends inside the zstd data (it is cut short)");
  }

  bool next_frame() {
    const std::string_view head = stored_.window(ZstdFrame::longest_header);
    if (head.empty()) return false;
    frame_begin_ = stored_.position();
    if (!is_zstd(head)) {
      if (head.size() < 4) cut_short();
      damaged("bytes that are no zstd frame follow");
    }
    if (!frame_.begin(head)) cut_short();
    if (frame_.window_size() > window_limit) {
      throw DataError(stored_.name() + ": the zstd frame at byte " + std::to_string(frame_begin_) +
                      " asks for a window of " + byte_count(frame_.window_size()) + ", limit " +
                      byte_count(window_limit) + "; compress it again without --long or --ultra");
    }
    in_frame_ = true;
    return true;
  }

  /// The next bytes of the frame's current part; none while output waits.
  std::string_view next_input() {
    if (output_waits_) return {};
    while (frame_.part_left() == 0)
      if (!frame_.next_part(stored_.window(ZstdFrame::block_header_bytes))) cut_short();
    const std::string_view window = stored_.window();
    if (window.empty()) cut_short();
    return window.substr(0, std::min<std::uint64_t>(window.size(), frame_.part_left()));
  }

  std::size_t decompress_some(char* out, std::size_t size) {
    const std::string_view input = next_input();
    ZSTD_inBuffer in = {input.data(), input.size(), 0};
    ZSTD_outBuffer target = {out, size, 0};
    const std::size_t status = ZSTD_decompressStream(context_.get(), &target, &in);
    if (ZSTD_isError(status) != 0) {
      if (ZSTD_getErrorCode(status) == ZSTD_error_memory_allocation) throw std::bad_alloc();
      damaged(ZSTD_getErrorName(status));
    }
    stored_.consume(in.pos);
    frame_.took(in.pos);
    in_frame_ = status != 0;
    output_waits_ = in_frame_ && target.pos == size;
    return target.pos;
  }

  StoredReader& stored_;
  std::unique_ptr<ZSTD_DCtx, FreeContext> context_;
  ZstdFrame frame_;
  std::uint64_t frame_begin_ = 0;  ///< in stored bytes
  bool in_frame_ = false;
  bool output_waits_ = false;  ///< the last call filled its output
};

}  // namespace

std::unique_ptr<Decoder> make_zstd_decoder(StoredReader& stored) {
  return std::make_unique<ZstdDecoder>(stored);
}

}  // namespace shardsweep::datasets
