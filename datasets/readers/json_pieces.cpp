#include "datasets/readers/json_pieces.hpp"

#include "datasets/error.hpp"

namespace shardsweep::datasets {

bool JsonPieces::next(extended_json::Piece& piece) {
  while (!split(piece))
    if (!read_more()) return false;
  return true;
}

bool JsonPieces::split(extended_json::Piece& piece) {
  try {
    return splitter_.next(piece);
  } catch (const DataError& error) {
    throw DataError(name_ + ": " + error.what());
  }
}

bool JsonPieces::read_more() {
  if (finished_) return false;
  const std::string_view window = input_.window();
  if (window.empty()) {
    finished_ = true;
    splitter_.finish();
    return true;
  }
  splitter_.append(window);
  input_.consume(window.size());
  return true;
}

}  // namespace shardsweep::datasets
