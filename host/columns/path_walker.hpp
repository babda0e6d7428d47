#pragma once

#include <cstdint>
#include <vector>

#include "host/columns/path_tree.hpp"
#include "host/columns/walked_batch.hpp"

namespace shardsweep::host {

/// Finds the values of all paths of a tree in one pass over a document. It predicts the order of
/// fields from the documents before, which changes its speed and nothing else: one comparison of a
/// few bytes a field when documents look alike. One walker a thread; the tree is only read, and may
/// grow between walks.
class PathWalker {
 public:
  explicit PathWalker(const PathTree& tree) : tree_(tree) {}

  /// Fills batch.cells and, when `note_strays`, batch.strays. Of fields with one name in one
  /// document the first counts. Arrays are recorded at every node of the tree and never entered.
  void walk(WalkedBatch& batch, bool note_strays);

 private:
  struct Guess {             // what a comparison needs, side by side
    std::uint64_t head = 0;  // first bytes of the name and its NUL
    std::uint64_t mask = 0;  // which of them count
    const char* name = nullptr;
    std::uint32_t length = 0;  // without the NUL
    bool wanted = false;
    bool entered = false;
  };

  void follow_tree();
  void walk_level(std::uint32_t node, const char* at, const char* end);
  bool matches(std::uint32_t node, const char* name, const char* end) const noexcept;
  void found(std::uint32_t node, const char* value, bson::Type type, std::size_t size);

  const PathTree& tree_;
  std::vector<Guess> guesses_;            // by node
  std::vector<std::uint32_t> first_;      // by node: the child that came first last time
  std::vector<std::uint32_t> after_;      // by node: the sibling that followed it last time
  std::vector<std::uint64_t> last_seen_;  // by node: serial of the last document that had it
  std::uint64_t serial_ = 0;
  WalkedBatch* batch_ = nullptr;
  const char* document_begin_ = nullptr;
  std::uint32_t document_ = 0;
  bool note_strays_ = false;
};

}  // namespace shardsweep::host
