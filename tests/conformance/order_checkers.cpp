#include <algorithm>
#include <iterator>
#include <vector>

#include "datasets/extended_json/parse.hpp"
#include "host/values/order.hpp"
#include "tests/conformance/checkers.hpp"

namespace shardsweep::conformance {
namespace {

struct OrderedValue {
  std::string json;
  bson::Value value;
};

std::vector<OrderedValue> read_values(const std::string& array) {
  std::vector<OrderedValue> values;
  for (std::string& json : split_array(array)) {
    bson::Value value = extended_json::parse_value(json);
    values.push_back({std::move(json), std::move(value)});
  }
  return values;
}

const char* sign(std::weak_ordering order) {
  return order < 0 ? " < " : order > 0 ? " > " : " = ";
}

/// Compares both ways round.
std::optional<Mismatch> compare(const OrderedValue& a, const OrderedValue& b,
                                std::weak_ordering expected) {
  const std::weak_ordering forth = host::compare_values(a.value, b.value);
  const std::weak_ordering back = host::compare_values(b.value, a.value);
  if (forth == expected && back == (0 <=> expected)) return std::nullopt;
  return Mismatch{a.json + sign(expected) + b.json,
                  a.json + sign(forth) + b.json + " and" + sign(back) + "the other way round"};
}

class GroupChecker {
 public:
  std::optional<Mismatch> operator()(const Case& test) {
    std::vector<OrderedValue> group = read_values(test.json());
    std::optional<Mismatch> mismatch;
    for (const OrderedValue& value : group) {
      for (const OrderedValue& peer : group) {
        if (!mismatch) mismatch = compare(value, peer, std::weak_ordering::equivalent);
      }
      for (const OrderedValue& other : earlier_) {
        if (!mismatch) mismatch = compare(value, other, std::weak_ordering::greater);
      }
    }
    std::ranges::move(group, std::back_inserter(earlier_));
    return mismatch;
  }

 private:
  std::vector<OrderedValue> earlier_;
};

}  // namespace

Checker make_group_checker() {
  return GroupChecker{};
}

std::optional<Mismatch> check_ascending(const Case& test) {
  const std::vector<OrderedValue> values = read_values(test.field("ascending"));
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (std::size_t k = 0; k < values.size(); ++k) {
      if (const auto mismatch = compare(values[i], values[k], i <=> k)) return mismatch;
    }
  }
  return std::nullopt;
}

}  // namespace shardsweep::conformance
