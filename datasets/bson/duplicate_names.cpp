#include "datasets/bson/duplicate_names.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace shardsweep::bson {

namespace {

/// A cheap sum of a name: equal names have equal sums, the reverse must be checked.
std::uint32_t name_sum(std::string_view name) noexcept {
  std::uint64_t head = 0;
  std::uint64_t tail = 0;
  if (name.size() >= 8) {
    head = load<std::uint64_t>(name.data());
    tail = load<std::uint64_t>(name.data() + name.size() - 8);
  } else if (name.size() >= 4) {
    head = load<std::uint32_t>(name.data());
    tail = load<std::uint32_t>(name.data() + name.size() - 4);
  } else {
    for (const char c : name) head = head << 8 | static_cast<unsigned char>(c);
  }
  const std::uint64_t mixed =
      (head ^ (tail * 0x9e3779b97f4a7c15U) ^ name.size()) * 0xc2b2ae3d27d4eb4fU;
  return static_cast<std::uint32_t>(mixed >> 32);
}

/// Looks at one level; appends the levels below it to `pending`.
class LevelCheck {
 public:
  explicit LevelCheck(std::vector<ValueView>& pending) : pending_(pending) {}

  bool repeats(DocumentView level) {
    std::array<std::uint64_t, 16> seen{};  // 1024 bits
    bool maybe = false;
    for (const Element& element : level) {
      const std::uint32_t sum = name_sum(element.name);
      const std::uint64_t bit = std::uint64_t{1} << (sum & 63U);
      std::uint64_t& word = seen[sum >> 28];
      maybe |= (word & bit) != 0;
      word |= bit;
      note(element.value);
    }
    return maybe && repeats_exactly(level);
  }

  void note(const ValueView& value) {
    if (value.type == Type::Document || value.type == Type::Array) pending_.push_back(value);
  }

 private:
  bool repeats_exactly(DocumentView level) {
    names_.clear();
    for (const Element& element : level) names_.push_back(element.name);
    std::sort(names_.begin(), names_.end());
    return std::adjacent_find(names_.begin(), names_.end()) != names_.end();
  }

  std::vector<ValueView>& pending_;
  std::vector<std::string_view> names_;
};

}  // namespace

bool has_duplicate_names(DocumentView document) {
  std::vector<ValueView> pending;
  LevelCheck check(pending);
  if (check.repeats(document)) return true;
  while (!pending.empty()) {
    const ValueView level = pending.back();
    pending.pop_back();
    if (level.type == Type::Document) {
      if (check.repeats(DocumentView(level))) return true;
    } else {
      for (const Element& element : DocumentView(level)) check.note(element.value);
    }
  }
  return false;
}

}  // namespace shardsweep::bson
