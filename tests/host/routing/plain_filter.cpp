#include "tests/host/routing/plain_filter.hpp"

#include <algorithm>

#include "host/values/order.hpp"

namespace shardsweep::test {
namespace {

using bson::Type;
using bson::Value;
using host::compare_values;

/// The members of nested $and as one list, or those of nested $or.
void flatten(const Filter& filter, Test list, std::vector<Filter>& out) {
  if (filter.test != list) {
    out.push_back(filter);
    return;
  }
  for (const Filter& child : filter.children) flatten(child, list, out);
}

bool same_equality(const Filter& a, const Filter& b) {
  return a.test == Test::equal && b.test == Test::equal && a.path == b.path &&
         compare_values(a.values[0], b.values[0]) == 0;
}

/// An $and or $or that says no more than its only member.
Filter plain_list(Filter filter) {
  filter.children = members(filter, filter.test);
  const bool any = filter.test == Test::any;
  const bool one = filter.children.size() == 1 ||
                   (any && std::ranges::all_of(filter.children, [&](const Filter& child) {
                      return same_equality(child, filter.children[0]);
                    }));
  if (!one) return filter;
  const Filter only = filter.children[0];
  return only;
}

/// $in whose values are all the same.
Filter plain_in(Filter filter) {
  const bool one =
      !filter.values.empty() && std::ranges::all_of(filter.values, [&](const Value& v) {
        return compare_values(v, filter.values[0]) == 0;
      });
  if (one) filter.test = filter.values[0].type == Type::Regex ? Test::regex : Test::equal;
  return filter;
}

}  // namespace

std::vector<Filter> members(const Filter& filter, Test list) {
  std::vector<Filter> out;
  flatten(filter, list, out);
  return out;
}

Filter plain(Filter filter) {
  if (filter.test == Test::nor) return filter;
  for (Filter& child : filter.children) child = plain(std::move(child));
  if (filter.test == Test::negate && filter.children[0].test == Test::negate) {
    const Filter inner = filter.children[0].children[0];
    return inner;
  }
  if (filter.test == Test::all || filter.test == Test::any) return plain_list(std::move(filter));
  return filter.test == Test::in ? plain_in(std::move(filter)) : filter;
}

}  // namespace shardsweep::test
