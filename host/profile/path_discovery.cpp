#include "host/profile/path_discovery.hpp"

#include <algorithm>
#include <cstring>

#include "hashing/fingerprint.hpp"

namespace shardsweep::host {
namespace {

constexpr std::size_t most_examples = 5;

std::string_view stray_name(const WalkedBatch& batch, const Stray& stray) {
  return batch.document(stray.document).data() + stray.offset + 1;
}

/// A key cannot name a field whose own name is empty or holds a dot.
bool addressable(std::string_view name) {
  return !name.empty() && name.find('.') == std::string_view::npos;
}

}  // namespace

PathDiscovery::PathDiscovery(std::uint32_t max_paths, int max_depth)
    : max_paths_(max_paths), max_depth_(max_depth), followed_(1, true), wide_(1, false) {}

bool PathDiscovery::may_add(std::uint32_t parent, std::string_view name) {
  if (closed_ || !followed_[parent] || wide_[parent] || !addressable(name)) return false;
  closed_ = live_ >= max_paths_ + spare_paths;
  return !closed_;
}

bool PathDiscovery::discover(const WalkedBatch& batch) {
  changed_ = false;
  const Stray* done = nullptr;
  for (const Stray& stray : batch.strays) {
    if (done != nullptr && done->document == stray.document) continue;
    if (!may_add(stray.node, stray_name(batch, stray))) continue;
    const std::string_view document = batch.document(stray.document);
    discover_level(PathTree::root, document.data() + 4, document.data() + document.size() - 1);
    done = &stray;
  }
  return changed_;
}

void PathDiscovery::discover_level(std::uint32_t node, const char* at, const char* end) {
  while (at < end) {
    const auto type = static_cast<bson::Type>(*at);
    const std::string_view name(at + 1);
    const char* const value = at + name.size() + 2;
    at = value + value_bytes(type, value);
    std::uint32_t child = tree_.find(node, name);
    if (child == PathTree::none && may_add(node, name)) {
      child = tree_.add(node, name);
      tree_.node(child).wanted = true;
      tree_.node(child).entered = tree_.node(child).depth < max_depth_;
      followed_.push_back(true);
      wide_.push_back(false);
      ++live_;
      changed_ = true;
      if (node != PathTree::root && tree_.node(node).children.size() > widest_family) {
        collapse(node);
        return;
      }
    }
    if (child != PathTree::none && type == bson::Type::Document && tree_.node(child).entered)
      discover_level(child, value + 4, at - 1);
  }
}

void PathDiscovery::collapse(std::uint32_t node) {
  DistinctSketch& names = unfollowed_[node].names;
  for (const std::uint32_t child : tree_.node(node).children)
    names.add(hashing::fingerprint(tree_.node(child).name));
  unfollow_below(node);
  wide_[node] = true;
}

void PathDiscovery::unfollow_below(std::uint32_t node) {
  for (const std::uint32_t child : tree_.node(node).children) {
    unfollow_below(child);
    unfollowed_.erase(child);
    followed_[child] = false;
    --live_;
  }
  tree_.cut_children(node);
}

std::string PathDiscovery::path_of(std::uint32_t parent, std::string_view name) const {
  std::string path = tree_.path(parent);
  if (parent != PathTree::root) path += '.';
  return path.append(name);
}

void PathDiscovery::note_date(std::uint32_t parent, std::string_view name) {
  if (dates_.size() == Profile::most_date_paths || wide_[parent]) return;
  const auto same = [&](const auto& date) { return date.first == parent && date.second == name; };
  if (std::none_of(dates_.begin(), dates_.end(), same)) dates_.emplace_back(parent, name);
}

void PathDiscovery::note_example(std::uint32_t parent, std::string_view name) {
  if (examples_.size() == most_examples || wide_[parent]) return;
  std::string path = path_of(parent, name);
  if (std::find(examples_.begin(), examples_.end(), path) == examples_.end())
    examples_.push_back(std::move(path));
}

void PathDiscovery::count_strays(const WalkedBatch& batch) {
  for (const Stray& stray : batch.strays) {
    const std::string_view name = stray_name(batch, stray);
    if (!addressable(name)) continue;
    Unfollowed& unfollowed = unfollowed_[stray.node];
    unfollowed.names.add(hashing::fingerprint(name));
    const auto type = static_cast<bson::Type>(batch.document(stray.document)[stray.offset]);
    if (type == bson::Type::Document) unfollowed.documents = true;
    if (type == bson::Type::Date) note_date(stray.node, name);
    note_example(stray.node, name);
  }
}

void PathDiscovery::finish(Profile& profile) {
  std::vector<std::uint32_t> parents;
  for (const auto& entry : unfollowed_) parents.push_back(entry.first);
  for (std::uint32_t id = 0; id < tree_.size(); ++id)
    if (followed_[id] && tree_.node(id).children.size() > widest_family) parents.push_back(id);
  std::sort(parents.begin(), parents.end());
  parents.erase(std::unique(parents.begin(), parents.end()), parents.end());
  for (const std::uint32_t id : parents) {
    if (!followed_[id]) continue;
    const auto found = unfollowed_.find(id);
    const Unfollowed unfollowed = found == unfollowed_.end() ? Unfollowed() : found->second;
    const std::uint64_t more = unfollowed.names.estimate();
    const std::uint64_t names = tree_.node(id).children.size() + more;
    if (names > widest_family) profile.wide_families[tree_.path(id)] = names;
    if (id != PathTree::root && names > widest_family) {
      unfollow_below(id);
      continue;
    }
    profile.other_paths += more;
    profile.other_paths_error =
        std::max(profile.other_paths_error, unfollowed.names.relative_error());
    profile.other_paths_at_least |= unfollowed.documents;
  }
  for (const auto& [parent, name] : dates_)
    if (followed_[parent] && !wide_[parent])
      profile.date_paths_beyond.push_back(path_of(parent, name));
  profile.other_path_examples = examples_;
}

}  // namespace shardsweep::host
