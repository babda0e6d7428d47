#include "datasets/input/decoder.hpp"

#include <cstdint>

namespace shardsweep::datasets {
namespace {

class PlainDecoder final : public Decoder {
 public:
  explicit PlainDecoder(StoredReader& stored) : stored_(stored) {}
  std::size_t read(char* out, std::size_t size) override { return stored_.read(out, size); }

 private:
  StoredReader& stored_;
};

}  // namespace

bool is_gzip(std::string_view head) noexcept {
  return head.substr(0, 2) == "\x1f\x8b";
}

bool is_zstd(std::string_view head) noexcept {
  if (head.size() < 4) return false;
  if (head.substr(0, 4) == "\x28\xb5\x2f\xfd") return true;
  // Skippable frames: 0x184d2a50 to 0x184d2a5f, little-endian (RFC 8878, 3.1.2).
  return (static_cast<unsigned char>(head[0]) & 0xf0U) == 0x50 &&
         head.substr(1, 3) == "\x2a\x4d\x18";
}

std::unique_ptr<Decoder> make_decoder(StoredReader& stored) {
  const std::string_view head = stored.window(4);
  if (is_gzip(head)) return make_gzip_decoder(stored);
  if (is_zstd(head)) return make_zstd_decoder(stored);
  return std::make_unique<PlainDecoder>(stored);
}

}  // namespace shardsweep::datasets
