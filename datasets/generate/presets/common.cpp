#include "datasets/generate/presets/common.hpp"

namespace shardsweep::generate {

std::string prose(std::uint64_t bits, std::size_t length) {
  // Five bits a letter; frequent English letters and spaces stand twice.
  static constexpr std::string_view letters = "etaoinshrdlucmfwypvbgk eta oin e";
  std::string text;
  text.reserve(length + 12);
  while (text.size() < length) {
    bits = mix(bits);
    for (int shift = 0; shift < 60; shift += 5) text += letters[bits >> shift & 31];
  }
  text.resize(length);
  return text;
}

}  // namespace shardsweep::generate
