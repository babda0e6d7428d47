#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/extended_json/stream.hpp"

namespace shardsweep::extended_json {

/// A piece, with its own text.
struct Seen {
  std::string text;
  std::uint64_t offset = 0;
  std::uint64_t line = 0;
  std::string problem;
  bool operator==(const Seen&) const = default;
};

inline void drain(JsonSplitter& splitter, std::vector<Seen>& seen) {
  Piece piece;
  while (splitter.next(piece)) {
    seen.push_back({std::string(piece.text), piece.offset, piece.line, piece.problem});
  }
}

/// Cuts `text`, given in chunks of `chunk` bytes.
inline std::vector<Seen> split(std::string_view text, std::size_t chunk,
                               std::size_t limit = JsonSplitter::default_text_limit) {
  JsonSplitter splitter(limit);
  std::vector<Seen> seen;
  for (std::size_t at = 0; at < text.size(); at += chunk) {
    splitter.append(text.substr(at, chunk));
    drain(splitter, seen);
  }
  splitter.finish();
  drain(splitter, seen);
  return seen;
}

/// The pieces, which must not depend on how the text arrives and must lie where they say.
inline std::vector<Seen> split(std::string_view text) {
  const std::vector<Seen> whole = split(text, text.size() + 1);
  for (const std::size_t chunk : {1, 2, 3, 7, 63, 64, 65}) {
    EXPECT_EQ(split(text, chunk) == whole, true) << "chunks of " << chunk << ": " << text;
  }
  for (const Seen& piece : whole) {
    EXPECT_EQ(text.substr(piece.offset, piece.text.size()), piece.text);
    const auto lines =
        std::count(text.begin(), text.begin() + static_cast<long>(piece.offset), '\n');
    EXPECT_EQ(piece.line, static_cast<std::uint64_t>(lines) + 1);
  }
  return whole;
}

inline std::vector<std::string> texts(std::string_view text) {
  std::vector<std::string> out;
  for (const Seen& piece : split(text)) {
    EXPECT_EQ(piece.problem, "") << piece.text;
    out.push_back(piece.text);
  }
  return out;
}

/// Good pieces as they are, bad ones as "line: problem".
inline std::vector<std::string> outline(std::string_view text) {
  std::vector<std::string> out;
  for (const Seen& piece : split(text)) {
    out.push_back(piece.problem.empty() ? piece.text
                                        : std::to_string(piece.line) + ": " + piece.problem);
  }
  return out;
}

using Texts = std::vector<std::string>;

}  // namespace shardsweep::extended_json
