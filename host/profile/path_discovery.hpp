#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "host/columns/path_tree.hpp"
#include "host/columns/walked_batch.hpp"
#include "host/profile/distinct_sketch.hpp"
#include "host/profile/field_profile.hpp"

namespace shardsweep::host {

/// Decides which paths are followed: in order of appearance up to some more than `max_paths`, so
/// that a sub-document of dynamic keys shows itself before it has taken all places, and no children
/// of one with over 200 names. The names of all others are only counted, in bounded memory.
class PathDiscovery {
 public:
  static constexpr std::size_t widest_family = 200;
  static constexpr std::uint32_t spare_paths = 512;

  PathDiscovery(std::uint32_t max_paths, int max_depth);

  const PathTree& tree() const noexcept { return tree_; }
  bool followed(std::uint32_t node) const noexcept { return followed_[node]; }

  /// Adds paths from the batch's strays. True if the tree changed: the walks of this and of later
  /// batches are out of date.
  bool discover(const WalkedBatch& batch);
  /// Counts the names of the batch's strays that a key could name. To be called once a batch, in
  /// row order.
  void count_strays(const WalkedBatch& batch);
  /// Fills the counts of paths that were not followed. Nodes of the tree whose names are too many
  /// are not followed from now on.
  void finish(Profile& profile);

 private:
  struct Unfollowed {
    DistinctSketch names;
    bool documents = false;  // some hold fields of their own
  };

  bool may_add(std::uint32_t parent, std::string_view name);
  void discover_level(std::uint32_t node, const char* at, const char* end);
  void collapse(std::uint32_t node);
  void unfollow_below(std::uint32_t node);
  void note_example(std::uint32_t parent, std::string_view name);
  void note_date(std::uint32_t parent, std::string_view name);
  std::string path_of(std::uint32_t parent, std::string_view name) const;

  PathTree tree_;
  std::uint32_t max_paths_;
  int max_depth_;
  std::uint32_t live_ = 0;
  bool changed_ = false;
  bool closed_ = false;         // a path was refused for max_paths: none is added after it
  std::vector<bool> followed_;  // by node
  std::vector<bool> wide_;      // by node: its children are no longer followed
  std::unordered_map<std::uint32_t, Unfollowed> unfollowed_;  // by parent
  std::vector<std::string> examples_;
  std::vector<std::pair<std::uint32_t, std::string>> dates_;  // parent and name
};

}  // namespace shardsweep::host
