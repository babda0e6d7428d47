#include "datasets/readers/document_cutter.hpp"

#include <algorithm>
#include <utility>

#include "datasets/bson/validate.hpp"
#include "datasets/bson/view.hpp"

namespace shardsweep::datasets {
namespace {

constexpr std::size_t length_bytes = 4;

}  // namespace

DocumentCutter::Found DocumentCutter::next() {
  input_.consume(std::exchange(pending_, 0));
  start_ = input_.position();
  const std::string_view window = input_.window();
  if (window.empty()) return Found::end;
  if (window.size() < length_bytes) return cut_across_blocks();
  const auto length = bson::load<std::int32_t>(window.data());
  if (const Found found = check_length(length); found != Found::document) {
    if (found == Found::terminator) pending_ = length_bytes;
    return found;
  }
  const auto size = static_cast<std::size_t>(length);
  if (window.size() < size) return cut_across_blocks();
  document_ = window.substr(0, size);
  pending_ = size;
  return Found::document;
}

DocumentCutter::Found DocumentCutter::check_length(std::int32_t length) {
  if (length == -1) return Found::terminator;
  const bool fits = length >= 5 && static_cast<std::size_t>(length) <= bson::max_document_bytes;
  if (fits) return Found::document;
  problem_ =
      "document length " + std::to_string(length) +
      (length < 5 ? " (a document has at least 5 bytes)"
                  : " is over the limit of " + std::to_string(bson::max_document_bytes) + " bytes");
  return Found::damage;
}

bool DocumentCutter::collect(std::size_t size) {
  while (collected_.size() < size) {
    const std::string_view window = input_.window();
    if (window.empty()) return false;
    const std::size_t count = std::min(window.size(), size - collected_.size());
    collected_ += window.substr(0, count);
    input_.consume(count);
  }
  return true;
}

DocumentCutter::Found DocumentCutter::cut_across_blocks() {
  collected_.clear();
  if (!collect(length_bytes)) {
    problem_ = "the input ends inside a document length: " + std::to_string(collected_.size()) +
               " of 4 bytes are there";
    return Found::damage;
  }
  const auto length = bson::load<std::int32_t>(collected_.data());
  if (const Found found = check_length(length); found != Found::document) return found;
  if (!collect(static_cast<std::size_t>(length))) {
    problem_ = "the input ends inside a document: " + std::to_string(collected_.size()) + " of " +
               std::to_string(length) + " bytes are there";
    return Found::damage;
  }
  document_ = collected_;
  return Found::document;
}

}  // namespace shardsweep::datasets
