#include "host/planner/planner.hpp"

#include <map>
#include <stdexcept>
#include <utility>

namespace shardsweep::host {

namespace {

/// A trie of keys whose edges are plan columns. Node 0 is the empty key.
class Trie {
 public:
  std::size_t descend(std::size_t from, std::uint32_t column) {
    const auto [child, added] = child_.try_emplace({from, column}, nodes_.size());
    if (added) {
      nodes_[from].children.push_back(nodes_.size());
      nodes_.push_back({column, false, {}});
    }
    return child->second;
  }

  void want(std::size_t node) { nodes_[node].wanted = true; }

  /// Numbers the nodes depth first, so that a parent's intermediate results are needed for the
  /// shortest time; returns the plan index of each trie node.
  std::vector<std::size_t> write(kernels::Plan& plan, std::uint32_t wants) const {
    std::vector<std::size_t> index(nodes_.size(), 0);
    std::vector<std::pair<std::size_t, std::int32_t>> todo;  // trie node, plan parent
    push_children(0, -1, todo);
    while (!todo.empty()) {
      const auto [node, parent] = todo.back();
      todo.pop_back();
      index[node] = plan.nodes.size();
      plan.nodes.push_back({parent, nodes_[node].column, nodes_[node].wanted ? wants : 0});
      push_children(node, static_cast<std::int32_t>(index[node]), todo);
    }
    return index;
  }

 private:
  struct Node {
    std::uint32_t column = 0;
    bool wanted = false;
    std::vector<std::size_t> children;
  };

  void push_children(std::size_t node, std::int32_t parent,
                     std::vector<std::pair<std::size_t, std::int32_t>>& todo) const {
    const std::vector<std::size_t>& children = nodes_[node].children;
    for (auto child = children.rbegin(); child != children.rend(); ++child)
      todo.emplace_back(*child, parent);
  }

  std::vector<Node> nodes_ = {Node{}};
  std::map<std::pair<std::size_t, std::uint32_t>, std::size_t> child_;  // by node and column
};

/// Hands out plan columns: each field, plain or hashed, once.
class ColumnPicker {
 public:
  ColumnPicker(ColumnTable& table, std::vector<kernels::ColumnView>& columns)
      : table_(table), columns_(columns) {}

  std::uint32_t pick(const datasets::IndexField& field) {
    const bool hashed = field.special == "hashed";
    const auto [entry, added] =
        index_.try_emplace({field.path, hashed}, static_cast<std::uint32_t>(columns_.size()));
    if (added) columns_.push_back(view(field.path, hashed));
    return entry->second;
  }

 private:
  kernels::ColumnView view(const std::string& path, bool hashed) {
    const FieldColumn* column = table_.find(path);
    if (column == nullptr) throw std::invalid_argument("plan_keys: no column for field " + path);
    if (!hashed) return {column->ranks, column->distinct};
    const HashedColumn& hashes = table_.hashed(path);
    return {hashes.ranks, static_cast<std::uint32_t>(hashes.hashes.size())};
  }

  ColumnTable& table_;
  std::vector<kernels::ColumnView>& columns_;
  std::map<std::pair<std::string, bool>, std::uint32_t> index_;
};

}  // namespace

PlannedKeys plan_keys(const std::vector<KeyPattern>& keys, ColumnTable& table, std::uint32_t wants,
                      const kernels::PlanParameters& parameters) {
  PlannedKeys planned;
  planned.plan.parameters = parameters;
  ColumnPicker picker(table, planned.columns);
  Trie trie;
  std::vector<std::size_t> trie_nodes;
  for (const KeyPattern& key : keys) {
    if (key.fields.empty()) throw std::invalid_argument("plan_keys: a key without fields");
    std::size_t node = 0;
    for (const datasets::IndexField& field : key.fields)
      node = trie.descend(node, picker.pick(field));
    trie.want(node);
    trie_nodes.push_back(node);
  }
  const std::vector<std::size_t> index = trie.write(planned.plan, wants);
  for (const std::size_t node : trie_nodes) planned.node_of_key.push_back(index[node]);
  return planned;
}

}  // namespace shardsweep::host
