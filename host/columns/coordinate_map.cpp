#include <algorithm>
#include <stdexcept>

#include "host/columns/encode.hpp"
#include "host/values/order.hpp"

namespace shardsweep::host {
namespace {

/// The first rank whose value is not less than the bound; the dictionary's size if there is none.
std::uint32_t lower_rank(const Dictionary& dictionary, const bson::ValueView& bound) {
  std::uint32_t begin = 0;
  std::uint32_t end = dictionary.size();
  while (begin < end) {
    const std::uint32_t middle = begin + (end - begin) / 2;
    if (compare_values(dictionary.value(middle), bound) < 0)
      begin = middle + 1;
    else
      end = middle;
  }
  return begin;
}

bool occurs(const Dictionary& dictionary, std::uint32_t rank, const bson::ValueView& bound) {
  return rank < dictionary.size() && compare_values(dictionary.value(rank), bound) == 0;
}

bool is_end(const bson::ValueView& bound) {
  return bound.type == bson::Type::MinKey || bound.type == bson::Type::MaxKey;
}

}  // namespace

void CoordinateMap::add(const bson::ValueView& bound) {
  if (is_end(bound) || occurs(dictionary_, lower_rank(dictionary_, bound), bound)) return;
  absent_.push_back(bson::Value::copy(bound));
}

void CoordinateMap::finish() {
  std::sort(absent_.begin(), absent_.end(),
            [](const bson::Value& a, const bson::Value& b) { return compare_values(a, b) < 0; });
  absent_.erase(std::unique(absent_.begin(), absent_.end(),
                            [](const bson::Value& a, const bson::Value& b) {
                              return compare_values(a, b) == 0;
                            }),
                absent_.end());
}

std::uint64_t CoordinateMap::coordinate(const bson::ValueView& bound) const {
  if (bound.type == bson::Type::MinKey) return 0;
  if (bound.type == bson::Type::MaxKey) return ~std::uint64_t{0};
  const std::uint32_t rank = lower_rank(dictionary_, bound);
  if (occurs(dictionary_, rank, bound)) return (std::uint64_t{rank} + 1) << 32;
  const auto less = [](const bson::Value& a, const bson::ValueView& b) {
    return compare_values(a, b) < 0;
  };
  const auto at = std::lower_bound(absent_.begin(), absent_.end(), bound, less);
  if (at == absent_.end() || compare_values(*at, bound) != 0)
    throw std::logic_error("CoordinateMap: the bound was not added");
  // `rank` is also the number of lower values: the next lower one has rank - 1. Absent values
  // before this gap are those not above that one.
  std::vector<bson::Value>::const_iterator gap = absent_.begin();
  if (rank != 0) gap = std::lower_bound(absent_.begin(), at, dictionary_.value(rank - 1), less);
  return std::uint64_t{rank} << 32 | static_cast<std::uint64_t>(at - gap + 1);
}

}  // namespace shardsweep::host
