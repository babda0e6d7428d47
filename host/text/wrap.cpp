#include "host/text/wrap.hpp"

#include "host/text/printable.hpp"

namespace shardsweep::host {
namespace {

/// Bytes of the longest beginning of `word` that fits; at least one character.
std::size_t cut_at(const std::string& word, std::size_t columns) {
  std::size_t bytes = 0;
  while (bytes < word.size()) {
    std::size_t next = bytes + 1;
    while (next < word.size() && (static_cast<unsigned char>(word[next]) & 0xC0) == 0x80) ++next;
    if (bytes > 0 && display_width(word.substr(0, next)) > columns) break;
    bytes = next;
  }
  return bytes;
}

}  // namespace

std::vector<std::string> wrap(const std::string& text, std::size_t columns) {
  std::vector<std::string> lines;
  std::string line;
  std::size_t at = 0;
  while (at < text.size()) {
    std::size_t end = std::min(text.find(' ', at), text.size());
    std::size_t next = end + 1;
    if (display_width(text.substr(at, end - at)) > columns - 2) {
      end = at + cut_at(text.substr(at, end - at), columns - 2);
      next = end;
    }
    const std::string word = text.substr(at, end - at);
    at = next;
    if (!line.empty() && display_width(line) + 1 + display_width(word) > columns) {
      lines.push_back(std::move(line));
      line.assign(1, ' ');
    }
    line += (line.empty() || line == " " ? "" : " ") + word;
  }
  lines.push_back(std::move(line));
  return lines;
}

}  // namespace shardsweep::host
