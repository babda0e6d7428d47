#include "host/columns/path_tree.hpp"

namespace shardsweep::host {

PathTree::PathTree() {
  nodes_.emplace_back();
  nodes_.back().entered = true;
}

std::uint32_t PathTree::find(std::uint32_t parent, std::string_view name) const {
  const auto& by_name = nodes_[parent].by_name;
  const auto found = by_name.find(name);
  return found == by_name.end() ? none : found->second;
}

std::uint32_t PathTree::add(std::uint32_t parent, std::string_view name) {
  const auto id = static_cast<std::uint32_t>(nodes_.size());
  Node& node = nodes_.emplace_back();
  node.name = name;
  node.parent = parent;
  node.depth = nodes_[parent].depth + 1;
  nodes_[parent].children.push_back(id);
  nodes_[parent].by_name.emplace(node.name, id);
  return id;
}

std::uint32_t PathTree::want(std::string_view dotted) {
  std::uint32_t at = root;
  for (;;) {
    const std::size_t dot = dotted.find('.');
    const std::string_view name = dotted.substr(0, dot);
    const std::uint32_t known = find(at, name);
    at = known != none ? known : add(at, name);
    if (dot == std::string_view::npos) break;
    nodes_[at].entered = true;
    dotted.remove_prefix(dot + 1);
  }
  nodes_[at].wanted = true;
  return at;
}

void PathTree::cut_children(std::uint32_t id) {
  nodes_[id].children.clear();
  nodes_[id].by_name.clear();
}

std::string PathTree::path(std::uint32_t id) const {
  std::string path = nodes_[id].name;
  for (std::uint32_t up = nodes_[id].parent; up != root && up != none; up = nodes_[up].parent)
    path.insert(0, nodes_[up].name + '.');
  return path;
}

}  // namespace shardsweep::host
