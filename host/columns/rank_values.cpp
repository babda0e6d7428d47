#include "host/columns/rank_values.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "hashing/mongo_hash.hpp"
#include "host/columns/sort_entries.hpp"
#include "host/columns/value_image.hpp"
#include "host/values/order.hpp"

namespace shardsweep::host {
namespace {

using Entry = hwy::K64V64;  // key: image, value: item

// Up to here comparing costs less than taking the next eight bytes.
constexpr std::size_t few = 16;
constexpr int deepest_refinement = 32;
constexpr std::uint64_t smallest_table = 65536;

/// Some items in ascending order, or simply the first `count`.
struct ItemList {
  const std::uint32_t* listed = nullptr;
  std::size_t count = 0;
  std::size_t size() const { return count; }
  std::uint32_t operator[](std::size_t i) const {
    return listed != nullptr ? listed[i] : static_cast<std::uint32_t>(i);
  }
};

std::uint64_t image(const bson::ValueView& value, ImageKind kind) {
  if (kind == ImageKind::exact) return exact_image(value);
  if (kind == ImageKind::decimals) return decimal_image(value);
  return kind == ImageKind::numbers ? number_image(value) : 0;
}

/// Ranks the items of one canonical type after another.
class Ranker {
 public:
  explicit Ranker(const ValueStore& values) : values_(values) {
    ranking_.ranks.resize(values.size());
  }

  void rank_all();
  void rank_class(const ItemList& items);
  Ranking take() { return std::move(ranking_); }

 private:
  bson::ValueView at(const Entry& entry) const { return values_[entry.value]; }
  std::uint32_t next_class() const { return static_cast<std::uint32_t>(ranking_.first.size()); }
  /// Items that are equal, lowest first.
  void emit_single(const ItemList& items);
  void emit(std::span<const Entry> equal);
  bool rank_sorted(ImageKind kind);
  bool rank_small_range(const ItemList& items);
  void by_image(const ItemList& items, ImageKind kind);
  void by_comparison(std::span<Entry> entries);
  void by_bytes(std::span<Entry> entries, std::size_t offset, int depth);
  void resolve_run(std::span<Entry> run, ImageKind kind);

  const ValueStore& values_;
  Ranking ranking_;
};

void Ranker::emit(std::span<const Entry> equal) {
  const std::uint32_t rank = next_class();
  std::uint32_t first = static_cast<std::uint32_t>(equal[0].value);
  for (const Entry& entry : equal) {
    const auto item = static_cast<std::uint32_t>(entry.value);
    ranking_.ranks[item] = rank;
    first = std::min(first, item);
  }
  ranking_.first.push_back(first);
}

void Ranker::emit_single(const ItemList& items) {
  for (std::size_t i = 0; i < items.size(); ++i) ranking_.ranks[items[i]] = next_class();
  ranking_.first.push_back(items[0]);
}

/// All values ascend already: the common case of ids and times. Only for a list of one class.
bool Ranker::rank_sorted(ImageKind kind) {
  const std::size_t begin = ranking_.first.size();
  std::uint64_t before = 0;
  for (std::size_t i = 0; i < values_.size(); ++i) {
    bool rises = i == 0;
    bool falls = false;
    if (kind == ImageKind::exact) {
      const std::uint64_t now = exact_image(values_[i]);
      rises = rises || now > before;
      falls = i != 0 && now < before;
      before = now;
    } else if (i != 0) {
      const auto order = compare_values(values_[i - 1], values_[i]);
      rises = order < 0;
      falls = order > 0;
    }
    if (falls) {
      ranking_.first.resize(begin);
      return false;
    }
    if (rises) ranking_.first.push_back(static_cast<std::uint32_t>(i));
    ranking_.ranks[i] = next_class() - 1;
  }
  return true;
}

/// Exact images in a range not much larger than their number: a table instead of sorting.
bool Ranker::rank_small_range(const ItemList& items) {
  std::uint64_t low = ~std::uint64_t{0};
  std::uint64_t high = 0;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::uint64_t at_i = exact_image(values_[items[i]]);
    low = std::min(low, at_i);
    high = std::max(high, at_i);
  }
  if (high - low >= std::max<std::uint64_t>(2 * items.size(), smallest_table)) return false;
  constexpr std::uint32_t absent = ~std::uint32_t{0};
  PodVector<std::uint32_t> table;  // the first item of each image, then its class
  table.resize(high - low + 1, absent);
  for (std::size_t i = 0; i < items.size(); ++i) {
    std::uint32_t& first = table[exact_image(values_[items[i]]) - low];
    first = std::min(first, items[i]);
  }
  for (std::uint32_t& slot : table) {
    if (slot == absent) continue;
    const std::uint32_t rank = next_class();
    ranking_.first.push_back(slot);
    slot = rank;
  }
  for (std::size_t i = 0; i < items.size(); ++i)
    ranking_.ranks[items[i]] = table[exact_image(values_[items[i]]) - low];
  return true;
}

void Ranker::by_comparison(std::span<Entry> entries) {
  std::sort(entries.begin(), entries.end(), [&](const Entry& a, const Entry& b) {
    const auto order = compare_values(at(a), at(b));
    return order != 0 ? order < 0 : a.value < b.value;
  });
  std::size_t begin = 0;
  for (std::size_t i = 1; i <= entries.size(); ++i) {
    if (i < entries.size() && compare_values(at(entries[begin]), at(entries[i])) == 0) continue;
    emit(entries.subspan(begin, i - begin));
    begin = i;
  }
}

void Ranker::by_bytes(std::span<Entry> entries, std::size_t offset, int depth) {
  if (entries.size() == 1) return emit(entries);
  if (entries.size() <= few || depth == deepest_refinement) return by_comparison(entries);
  const bson::ValueView first = at(entries[0]);
  std::size_t shared = sort_bytes_size(first);
  std::size_t shortest = shared;
  std::size_t longest = shared;
  for (const Entry& entry : entries) {
    const bson::ValueView value = at(entry);
    shared = shared_sort_bytes(first, value, shared);
    shortest = std::min(shortest, sort_bytes_size(value));
    longest = std::max(longest, sort_bytes_size(value));
  }
  if (shared == longest && shortest == longest) return emit(entries);
  if (offset >= longest) return by_comparison(entries);
  offset = std::max(offset, shared);
  for (Entry& entry : entries) entry.key = sort_bytes_image(at(entry), offset);
  sort_entries(entries);
  for (std::size_t begin = 0, end = 0; begin < entries.size(); begin = end) {
    while (end < entries.size() && entries[end].key == entries[begin].key) ++end;
    by_bytes(entries.subspan(begin, end - begin), offset + 8, depth + 1);
  }
}

void Ranker::resolve_run(std::span<Entry> run, ImageKind kind) {
  const bool may_differ =
      kind == ImageKind::decimals || (kind == ImageKind::numbers && coarse_image(run[0].key));
  if (run.size() == 1 || !may_differ)
    emit(run);
  else
    by_comparison(run);
}

void Ranker::by_image(const ItemList& items, ImageKind kind) {
  PodVector<Entry> entries(items.size());
  for (std::size_t i = 0; i < items.size(); ++i)
    entries[i] = {items[i], image(values_[items[i]], kind)};
  const std::span<Entry> all(entries.data(), entries.size());
  if (kind == ImageKind::bytes) return by_bytes(all, 0, 0);
  if (kind == ImageKind::none) return by_comparison(all);
  sort_entries(all);
  for (std::size_t begin = 0, end = 0; begin < all.size(); begin = end) {
    while (end < all.size() && all[end].key == all[begin].key) ++end;
    resolve_run(all.subspan(begin, end - begin), kind);
  }
}

void Ranker::rank_class(const ItemList& items) {
  const ImageKind kind = image_kind(values_[items[0]].type, values_);
  if (kind == ImageKind::single) return emit_single(items);
  if (items.size() == values_.size() && rank_sorted(kind)) return;
  if (kind == ImageKind::exact && rank_small_range(items)) return;
  by_image(items, kind);
}

/// Deals the items into their canonical types and ranks these in order.
void Ranker::rank_all() {
  if (values_.size() == 0) return;
  if (values_.uniform()) return rank_class({nullptr, values_.size()});
  constexpr int lowest = -1;  // MinKey
  std::array<PodVector<std::uint32_t>, 129> classes;
  for (std::size_t i = 0; i < values_.size(); ++i) {
    const int canonical = hashing::canonical_number(static_cast<std::uint8_t>(values_[i].type));
    classes[static_cast<std::size_t>(canonical - lowest)].push_back(static_cast<std::uint32_t>(i));
  }
  for (auto& items : classes) {
    if (items.empty()) continue;
    rank_class({items.data(), items.size()});
    items.release();
  }
}

}  // namespace

Ranking rank_values(const ValueStore& values) {
  Ranker ranker(values);
  ranker.rank_all();
  return ranker.take();
}

}  // namespace shardsweep::host
