#include "kernels/validate.hpp"

#include <stdexcept>
#include <string>

namespace shardsweep::kernels {
namespace {

void require(bool holds, const std::string& message) {
  if (!holds) throw std::invalid_argument(message);
}

void validate_nodes(const Plan& plan, std::size_t columns) {
  for (std::size_t i = 0; i < plan.nodes.size(); ++i) {
    const PlanNode& node = plan.nodes[i];
    require(node.parent >= -1 && node.parent < static_cast<std::int64_t>(i),
            "plan node " + std::to_string(i) + ": the parent must come before it");
    require(node.column < columns, "plan node " + std::to_string(i) + ": there is no column " +
                                       std::to_string(node.column));
    require((node.wants & ~static_cast<std::uint32_t>(want_all)) == 0,
            "plan node " + std::to_string(i) + ": unknown bits in wants");
  }
}

void validate_columns(const Columns& columns) {
  require(columns.rows <= 0xFFFFFFFEu, "more than 2^32 - 2 rows");
  require(columns.sizes.size() == columns.rows, "sizes must have an entry for every row");
  for (std::size_t i = 0; i < columns.columns.size(); ++i) {
    require(columns.columns[i].ranks.size() == columns.rows,
            "column " + std::to_string(i) + " must have a rank for every row");
    require(columns.rows == 0 || columns.columns[i].distinct > 0,
            "column " + std::to_string(i) + " has rows but no values");
  }
}

}  // namespace

void validate(const Plan& plan, const Columns& columns) {
  validate_nodes(plan, columns.columns.size());
  validate_columns(columns);
  const PlanParameters& p = plan.parameters;
  require(p.ranges >= 1, "plan parameter ranges must be at least 1");
  require(p.windows >= 1, "plan parameter windows must be at least 1");
  require(p.window_ranges >= 1, "plan parameter window_ranges must be at least 1");
  require(p.window_buckets >= 1, "plan parameter window_buckets must be at least 1");
  require(p.shards >= 1, "plan parameter shards must be at least 1");
}

}  // namespace shardsweep::kernels
