#include "datasets/input/small_file.hpp"

#include "datasets/error.hpp"
#include "datasets/input/decoder.hpp"
#include "datasets/input/message_text.hpp"
#include "datasets/input/stored_reader.hpp"

namespace shardsweep::datasets {

std::string read_small_file(const std::string& path) {
  constexpr std::size_t limit = std::size_t{64} << 20U;
  constexpr std::size_t block = std::size_t{64} << 10U;
  const auto input = open_file(path);
  StoredReader stored(*input, block, {});
  const auto decoder = make_decoder(stored);
  std::string text;
  for (;;) {
    const std::size_t before = text.size();
    text.resize(before + block);
    const std::size_t got = decoder->read(text.data() + before, block);
    text.resize(before + got);
    if (got == 0) return text;
    if (text.size() > limit)
      throw DataError(input->name() + ": over the limit of " + byte_count(limit) +
                      " for such a file");
  }
}

}  // namespace shardsweep::datasets
