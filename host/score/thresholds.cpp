#include <fmt/format.h>

#include <cmath>

#include "host/error.hpp"
#include "host/score/judge.hpp"
#include "host/score/parts.hpp"

namespace shardsweep::host {

const std::map<std::string, double>& default_weights() {
  static const std::map<std::string, double> weights = {
      {"cardinality", 1}, {"writes", 1},     {"reads", 0}, {"targeting", 0},
      {"locality", 0},    {"resilience", 0}, {"growth", 1}};
  return weights;
}

const std::map<std::string, double>& default_thresholds() {
  static const std::map<std::string, double> thresholds = {
      {"bandPoints", 3},        // keys this close to the best of a band share it
      {"distinctPerShard", 2},  // fewer distinct values a shard: not advised
      {"heaviestShare", 1},     // one value over this / N of the bytes: not advised
      {"hottestShard", 0.75},   // share of a window's inserts on one shard: condition,
      {"hottestShardMean", 2},  // or over this / N, whichever is less
      {"doNotShardRanges", 3},  // fewer ranges in all: the size does not ask for sharding
      {"unsplittable", 0}};     // more values larger than a range: not advised
  return thresholds;
}

std::map<std::string, double> in_force(const std::map<std::string, double>& defaults,
                                       const std::map<std::string, double>& overrides,
                                       const char* option) {
  std::map<std::string, double> values = defaults;
  for (const auto& [name, value] : overrides) {
    const auto known = values.find(name);
    if (known == values.end()) {
      std::string names;
      for (const auto& [other, unused] : defaults) names += (names.empty() ? "" : ", ") + other;
      throw UsageError(fmt::format("{}: there is no \"{}\"; known are {}", option, name, names));
    }
    if (!std::isfinite(value) || value < 0) {
      throw UsageError(fmt::format("{}: {} must be a number from 0 up", option, name));
    }
    known->second = value;
  }
  return values;
}

}  // namespace shardsweep::host
