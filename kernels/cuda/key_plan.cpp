#include "kernels/cuda/key_plan.hpp"

#include <algorithm>
#include <bit>
#include <span>

#include "kernels/results.hpp"

namespace shardsweep::kernels::cuda {
namespace {

struct Digit {
  std::uint32_t column = 0;
  std::uint32_t values = 0;
};

/// Packs as many leading digits as fit 64 bits (two always do) and returns how many.
std::size_t pack(std::span<const Digit> digits, KeyStep& step) {
  constexpr UInt128 limit = UInt128{1} << 64;
  UInt128 domain = 1;
  std::size_t count = 0;
  for (; count < digits.size(); ++count) {
    const std::uint32_t values = digits[count].values;
    if (domain * values > limit) break;
    if (values == 1) continue;
    for (KeyPart& earlier : step.parts) earlier.stride *= values;
    step.parts.push_back({digits[count].column, 1});
    domain *= values;
  }
  step.bits = std::max(1, static_cast<int>(std::bit_width(static_cast<std::uint64_t>(domain - 1))));
  return count;
}

}  // namespace

bool KeyPlan::wide() const {
  return std::any_of(steps.begin(), steps.end(), [](const KeyStep& s) { return s.bits > 32; });
}

std::vector<std::uint32_t> key_columns(const Plan& plan, std::size_t node,
                                       const std::vector<bool>& unique) {
  std::vector<std::uint32_t> path;
  for (auto at = static_cast<std::int32_t>(node); at >= 0;
       at = plan.nodes[static_cast<std::size_t>(at)].parent) {
    path.push_back(plan.nodes[static_cast<std::size_t>(at)].column);
  }
  std::reverse(path.begin(), path.end());
  const auto last =
      std::find_if(path.begin(), path.end(), [&](std::uint32_t column) { return unique[column]; });
  if (last != path.end()) path.erase(last + 1, path.end());
  return path;
}

KeyPlan plan_key(const std::vector<std::uint32_t>& path, const Columns& columns,
                 const std::vector<bool>& unique) {
  KeyPlan key;
  std::vector<Digit> digits;
  for (const std::uint32_t column : path)
    digits.push_back({column, columns.columns[column].distinct});
  for (;;) {
    KeyStep& step = key.steps.emplace_back();
    const std::size_t packed = pack(digits, step);
    if (packed == digits.size()) break;
    // How many groups there are is known on the device alone; never more than rows.
    digits.erase(digits.begin(), digits.begin() + static_cast<std::ptrdiff_t>(packed));
    digits.insert(digits.begin(), {KeyPart::numbers, columns.rows});
  }
  const std::vector<KeyPart>& parts = key.steps.front().parts;
  if (key.steps.size() == 1 && parts.size() == 1 && unique[parts.front().column]) {
    key.unique_column = parts.front().column;
  }
  return key;
}

}  // namespace shardsweep::kernels::cuda
