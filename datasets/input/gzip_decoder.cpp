#include <zlib.h>

#include <algorithm>
#include <limits>
#include <new>
#include <string>

#include "datasets/input/decoder.hpp"

namespace shardsweep::datasets {
namespace {

class GzipDecoder final : public Decoder {
 public:
  explicit GzipDecoder(StoredReader& stored) : stored_(stored) {
    constexpr int gzip_only = 16;  // zlib.h: added to windowBits
    if (inflateInit2(&stream_, MAX_WBITS + gzip_only) != Z_OK) throw std::bad_alloc();
  }
  GzipDecoder(const GzipDecoder&) = delete;
  GzipDecoder& operator=(const GzipDecoder&) = delete;
  ~GzipDecoder() override { inflateEnd(&stream_); }

  std::size_t read(char* out, std::size_t size) override {
    for (;;) {
      if (!damage_.empty()) throw DamagedInput(damage_);
      if (!in_member_ && !next_member()) return 0;
      const std::size_t written = inflate_some(out, size);
      if (written > 0) return written;
    }
  }

 private:
  std::string damage(const std::string& what) const {
    return stored_.name() + ": gzip data damaged at byte " + std::to_string(stored_.position()) +
           ": " + what;
  }
  [[noreturn]] void damaged(const std::string& what) const { throw DamagedInput(damage(what)); }

  bool next_member() {
    const std::string_view head = stored_.window(2);
    if (head.empty()) return false;
    if (!is_gzip(head)) {
      only_zeros_follow();
      return false;
    }
    inflateReset(&stream_);
    in_member_ = true;
    return true;
  }

  void only_zeros_follow() {
    for (;;) {
      const std::string_view rest = stored_.window();
      if (rest.empty()) return;
      const std::size_t zeros = std::min(rest.find_first_not_of('\0'), rest.size());
      stored_.consume(zeros);
      if (zeros < rest.size()) damaged("bytes that are no gzip follow the end of the gzip data");
    }
  }

  std::size_t inflate_some(char* out, std::size_t size) {
    const std::string_view in = stored_.window();
    constexpr std::size_t most = std::numeric_limits<uInt>::max();
    // zlib takes its input without const and does not write to it.
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(in.data()));
    stream_.avail_in = static_cast<uInt>(std::min(in.size(), most));
    stream_.next_out = reinterpret_cast<Bytef*>(out);
    stream_.avail_out = static_cast<uInt>(std::min(size, most));
    const uInt room = stream_.avail_out;
    const uInt given = stream_.avail_in;
    const int status = inflate(&stream_, Z_NO_FLUSH);
    stored_.consume(given - stream_.avail_in);
    if (status == Z_STREAM_END) {
      in_member_ = false;
    } else if (status == Z_MEM_ERROR) {
      throw std::bad_alloc();
    } else if (status != Z_OK && status != Z_BUF_ERROR) {
      // Thrown by the next read(): what was unpacked before the damage is still handed out.
      damage_ = damage(stream_.msg != nullptr ? stream_.msg : "it cannot be unpacked");
    }
    const std::size_t written = room - stream_.avail_out;
    // Output held back inside comes without input; an empty window that gives none is a cut.
    if (in_member_ && in.empty() && written == 0 && damage_.empty())
      damaged("the file ends inside the gzip data (it is cut short)");
    return written;
  }

  StoredReader& stored_;
  z_stream stream_ = {};
  bool in_member_ = false;
  std::string damage_;  ///< "" while all is well
};

}  // namespace

std::unique_ptr<Decoder> make_gzip_decoder(StoredReader& stored) {
  return std::make_unique<GzipDecoder>(stored);
}

}  // namespace shardsweep::datasets
