#include "host/columns/path_walker.hpp"

#include <algorithm>
#include <cstring>

namespace shardsweep::host {

void PathWalker::follow_tree() {
  for (std::size_t id = guesses_.size(); id < tree_.size(); ++id) {
    const PathTree::Node& node = tree_.node(static_cast<std::uint32_t>(id));
    Guess guess;
    guess.name = node.name.c_str();
    guess.length = static_cast<std::uint32_t>(node.name.size());
    const std::size_t head = std::min<std::size_t>(node.name.size() + 1, 8);
    std::memcpy(&guess.head, guess.name, head);
    std::memset(&guess.mask, 0xff, head);
    guesses_.push_back(guess);
  }
  for (std::size_t id = 0; id < tree_.size(); ++id) {
    guesses_[id].wanted = tree_.node(static_cast<std::uint32_t>(id)).wanted;
    guesses_[id].entered = tree_.node(static_cast<std::uint32_t>(id)).entered;
  }
  first_.assign(tree_.size(), PathTree::none);
  after_.assign(tree_.size(), PathTree::none);
  last_seen_.resize(tree_.size(), 0);
}

void PathWalker::walk(WalkedBatch& batch, bool note_strays) {
  if (guesses_.size() != tree_.size()) follow_tree();
  batch.cells.resize(tree_.size());
  for (auto& cells : batch.cells) cells.clear();
  batch.strays.clear();
  batch_ = &batch;
  note_strays_ = note_strays;
  for (std::size_t i = 0; i < batch.size(); ++i) {
    const std::string_view document = batch.document(i);
    document_begin_ = document.data();
    document_ = static_cast<std::uint32_t>(i);
    ++serial_;
    walk_level(PathTree::root, document.data() + 4, document.data() + document.size() - 1);
  }
}

bool PathWalker::matches(std::uint32_t node, const char* name, const char* end) const noexcept {
  const Guess& guess = guesses_[node];
  const auto room = static_cast<std::size_t>(end - name);
  if (room < guess.length + std::size_t{1}) return false;
  if (room < 8) return std::memcmp(name, guess.name, guess.length + std::size_t{1}) == 0;
  if (((bson::load<std::uint64_t>(name) ^ guess.head) & guess.mask) != 0) return false;
  return guess.length < 8 || std::memcmp(name + 8, guess.name + 8, guess.length - 7) == 0;
}

void PathWalker::found(std::uint32_t node, const char* value, bson::Type type, std::size_t size) {
  if (last_seen_[node] == serial_) return;  // a repeated name: the first counts
  last_seen_[node] = serial_;
  const Guess& guess = guesses_[node];
  if (guess.wanted || type == bson::Type::Array)
    batch_->cells[node].push_back(
        {document_, static_cast<std::uint32_t>(value - document_begin_), type});
  if (type == bson::Type::Document && guess.entered) walk_level(node, value + 4, value + size - 1);
}

void PathWalker::walk_level(std::uint32_t node, const char* at, const char* end) {
  std::uint32_t* link = &first_[node];
  while (at < end) {
    const auto type = static_cast<bson::Type>(*at);
    const char* const name = at + 1;
    std::uint32_t child = *link;
    std::size_t length = 0;
    if (child != PathTree::none && matches(child, name, end)) {
      length = guesses_[child].length;
    } else {
      length = std::strlen(name);
      child = tree_.find(node, {name, length});
      if (child != PathTree::none) *link = child;
    }
    const char* const value = name + length + 1;
    const std::size_t size = value_bytes(type, value);
    if (child != PathTree::none) {
      found(child, value, type, size);
      link = &after_[child];
    } else if (note_strays_) {
      batch_->strays.push_back({node, document_, static_cast<std::uint32_t>(at - document_begin_)});
    }
    at = value + size;
  }
}

}  // namespace shardsweep::host
