#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace shardsweep::host {

/// The field names of interest as a tree. Node 0 is the document itself; a dotted path is the names
/// from below it to a node.
class PathTree {
 public:
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  static constexpr std::uint32_t root = 0;

  struct Node {
    std::string name;
    std::uint32_t parent = none;
    int depth = 0;
    bool wanted = false;   ///< every value at the path is recorded (else only arrays)
    bool entered = false;  ///< a sub-document here is walked
    std::vector<std::uint32_t> children;
    std::unordered_map<std::string_view, std::uint32_t> by_name;  ///< views of the children's names
  };

  PathTree();

  std::size_t size() const noexcept { return nodes_.size(); }
  const Node& node(std::uint32_t id) const noexcept { return nodes_[id]; }
  Node& node(std::uint32_t id) noexcept { return nodes_[id]; }

  /// Child of that name, or none. Cost: one hash look-up.
  std::uint32_t find(std::uint32_t parent, std::string_view name) const;
  /// Adds a child that does not exist yet.
  std::uint32_t add(std::uint32_t parent, std::string_view name);
  /// Adds what is missing of a dotted path, marks its end as wanted and what is above as entered.
  std::uint32_t want(std::string_view dotted);
  /// Forgets the children of a node: their names are unknown from now on. Ids are not reused.
  void cut_children(std::uint32_t id);

  std::string path(std::uint32_t id) const;

 private:
  std::deque<Node> nodes_;  // stable addresses: by_name views names in place
};

}  // namespace shardsweep::host
