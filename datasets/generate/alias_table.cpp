#include "datasets/generate/alias_table.hpp"

#include <cmath>

namespace shardsweep::generate {
namespace {

// Weights scaled so that their mean is 1.
std::vector<double> zipf_weights(std::uint32_t outcomes, double exponent) {
  std::vector<double> weights(outcomes);
  double sum = 0;
  for (std::uint32_t i = 0; i < outcomes; ++i) {
    weights[i] = std::pow(i + 1.0, -exponent);
    sum += weights[i];
  }
  for (double& weight : weights) weight *= outcomes / sum;
  return weights;
}

}  // namespace

AliasTable::AliasTable(std::uint32_t outcomes, double exponent) : columns_(outcomes) {
  std::vector<double> weights = zipf_weights(outcomes, exponent);
  std::vector<std::uint32_t> small;
  std::vector<std::uint32_t> large;
  for (std::uint32_t i = 0; i < outcomes; ++i) {
    columns_[i] = {0xffffffff, i};
    (weights[i] < 1 ? small : large).push_back(i);
  }
  while (!small.empty() && !large.empty()) {
    const std::uint32_t poor = small.back();
    const std::uint32_t rich = large.back();
    small.pop_back();
    columns_[poor] = {static_cast<std::uint32_t>(weights[poor] * 4294967295.0), rich};
    weights[rich] -= 1 - weights[poor];
    if (weights[rich] < 1) {
      large.pop_back();
      small.push_back(rich);
    }
  }
}

}  // namespace shardsweep::generate
