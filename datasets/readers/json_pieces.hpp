#pragma once

#include <string>

#include "datasets/extended_json/stream.hpp"
#include "datasets/input/read_ahead.hpp"

namespace shardsweep::datasets {

/// The JSON documents of an input as pieces of text. `name` is printable; both must outlive it.
class JsonPieces {
 public:
  JsonPieces(ReadAhead& input, const std::string& name) : input_(input), name_(name) {}

  /// The next piece, good until the next call; false at the end. Blocks. Throws DataError naming
  /// the input.
  bool next(extended_json::Piece& piece);

 private:
  bool split(extended_json::Piece& piece);
  bool read_more();

  ReadAhead& input_;
  const std::string& name_;
  extended_json::JsonSplitter splitter_;
  bool finished_ = false;
};

}  // namespace shardsweep::datasets
