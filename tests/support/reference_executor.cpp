#include "tests/support/reference_executor.hpp"

#include <algorithm>
#include <map>
#include <vector>

namespace shardsweep::test {
namespace {

using kernels::Group;
using kernels::NodeResult;
using kernels::PlanParameters;
using kernels::UInt128;
using kernels::WindowCounts;

using Tuple = std::vector<std::uint32_t>;
using Rows = std::vector<std::uint32_t>;
using Groups = std::map<Tuple, Rows>;  // rows of a key, ascending

Groups groups_of(const kernels::Plan& plan, const kernels::Columns& columns, std::size_t node) {
  std::vector<std::uint32_t> path;
  for (auto at = static_cast<std::int32_t>(node); at >= 0;
       at = plan.nodes[static_cast<std::size_t>(at)].parent) {
    path.push_back(plan.nodes[static_cast<std::size_t>(at)].column);
  }
  std::reverse(path.begin(), path.end());
  Groups groups;
  for (std::uint32_t row = 0; row < columns.rows; ++row) {
    Tuple tuple;
    for (const std::uint32_t column : path) tuple.push_back(columns.columns[column].ranks[row]);
    groups[tuple].push_back(row);
  }
  return groups;
}

std::vector<Group> list_of(const Groups& groups, std::span<const std::uint32_t> sizes) {
  std::vector<Group> list;
  for (const auto& [tuple, rows] : groups) {
    Group group{rows.front(), rows.size(), 0};
    for (const std::uint32_t row : rows) group.bytes += sizes[row];
    list.push_back(group);
  }
  return list;
}

void keep_first(std::vector<Group>& list, std::size_t count) {
  if (list.size() > count) list.resize(count);
}

void frequencies(const std::vector<Group>& list, const PlanParameters& p, std::uint32_t wants,
                 NodeResult& result) {
  const auto by_documents = [](const Group& a, const Group& b) {
    return a.documents > b.documents;
  };
  const auto by_bytes = [](const Group& a, const Group& b) { return a.bytes > b.bytes; };
  if (wants & kernels::want_distinct) result.distinct = list.size();
  if (wants & kernels::want_top) {
    result.top = list;
    std::stable_sort(result.top.begin(), result.top.end(), by_documents);
    keep_first(result.top, p.top);
  }
  if ((wants & kernels::want_heaviest) && !list.empty()) {
    auto sorted = list;
    std::stable_sort(sorted.begin(), sorted.end(), by_bytes);
    result.heaviest = sorted.front();
  }
  if (wants & kernels::want_oversized) {
    for (const Group& group : list) {
      if (group.bytes > p.oversized_bytes || group.documents > p.oversized_documents) {
        result.oversized.push_back(group);
        result.oversized_documents += group.documents;
        result.oversized_bytes += group.bytes;
      }
    }
    result.oversized_count = result.oversized.size();
    std::stable_sort(result.oversized.begin(), result.oversized.end(), by_bytes);
    keep_first(result.oversized, p.oversized_limit);
  }
}

void correlations(const Groups& groups, std::uint32_t wants, NodeResult& result) {
  std::uint64_t before = 0;
  for (const auto& [tuple, rows] : groups) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const UInt128 x = before + i + 1;
      const UInt128 y = UInt128{rows[i]} + 1;
      const UInt128 r = 2 * before + rows.size() + 1;
      if (wants & kernels::want_monotonicity) result.monotonicity.sum_xy += x * y;
      if (wants & kernels::want_correlation) {
        result.correlation.sum_r_y += r * y;
        result.correlation.sum_r_r += r * r;
      }
    }
    before += rows.size();
  }
}

void ranges(const std::vector<Group>& list, std::uint64_t n, const PlanParameters& p,
            NodeResult& result) {
  result.range_documents.assign(p.ranges, 0);
  result.range_bytes.assign(p.ranges, 0);
  std::uint64_t before = 0;
  for (const Group& group : list) {
    const auto range = std::min<std::uint64_t>(before * p.ranges / n, p.ranges - 1);
    result.range_documents[range] += group.documents;
    result.range_bytes[range] += group.bytes;
    before += group.documents;
  }
}

/// Bucket of every row.
std::vector<std::uint64_t> buckets_of(const Groups& groups, std::uint64_t n,
                                      const PlanParameters& p) {
  std::vector<std::uint64_t> bucket(n);
  std::uint64_t before = 0;
  for (const auto& [tuple, rows] : groups) {
    for (const std::uint32_t row : rows) {
      bucket[row] = std::min<std::uint64_t>(before * p.window_buckets / n, p.window_buckets - 1);
    }
    before += rows.size();
  }
  return bucket;
}

WindowCounts count_window(std::uint32_t window, const std::vector<std::uint64_t>& arrivals,
                          const std::map<std::uint64_t, std::uint64_t>& earlier,
                          const PlanParameters& p) {
  std::uint64_t n = 0;
  std::map<std::uint64_t, std::uint64_t> range_of_key;
  for (const auto& [key, documents] : earlier) n += documents;
  std::uint64_t before = 0;
  for (const auto& [key, documents] : earlier) {
    range_of_key[key] = std::min<std::uint64_t>(before * p.window_ranges / n, p.window_ranges - 1);
    before += documents;
  }
  std::map<std::uint64_t, std::uint64_t> ranges;
  std::map<std::uint64_t, std::uint64_t> shards;
  for (const std::uint64_t key : arrivals) {
    const auto above = range_of_key.upper_bound(key);
    const std::uint64_t range = above == range_of_key.begin() ? 0 : std::prev(above)->second;
    ++ranges[range];
    ++shards[std::min<std::uint64_t>(range * p.shards / p.window_ranges, p.shards - 1)];
  }
  WindowCounts counts{window, arrivals.size(), 0, 0, 0};
  std::vector<std::uint64_t> sorted;
  for (const auto& [range, documents] : ranges) sorted.push_back(documents);
  for (const auto& [shard, documents] : shards) {
    counts.hottest_shard = std::max(counts.hottest_shard, documents);
  }
  std::sort(sorted.rbegin(), sorted.rend());
  counts.hottest_range = sorted.front();
  std::uint64_t taken = 0;
  for (std::size_t i = 0; taken * 10 < arrivals.size() * 9; ++i, ++counts.growth_points) {
    taken += sorted[i];
  }
  return counts;
}

void windows(const Groups& groups, std::uint64_t n, const PlanParameters& p, NodeResult& result) {
  const auto bucket = buckets_of(groups, n, p);
  std::map<std::uint64_t, std::vector<std::uint64_t>> arrivals;  // window -> buckets
  for (std::uint64_t row = 0; row < n; ++row) {
    arrivals[row * p.windows / n].push_back(bucket[row]);
  }
  std::map<std::uint64_t, std::uint64_t> earlier;
  for (const auto& [window, keys] : arrivals) {
    if (window > 0) {
      result.windows.push_back(count_window(static_cast<std::uint32_t>(window), keys, earlier, p));
    }
    for (const std::uint64_t key : keys) ++earlier[key];
  }
}

}  // namespace

void ReferenceExecutor::execute(const kernels::Plan& plan, const kernels::Columns& columns,
                                const kernels::Sink& sink, const kernels::ExecuteOptions& options) {
  for (std::size_t node = 0; node < plan.nodes.size(); ++node) {
    if (options.stop.stop_requested()) return;
    const std::uint32_t wants = plan.nodes[node].wants;
    if (wants == 0) continue;
    const Groups groups = groups_of(plan, columns, node);
    const auto list = list_of(groups, columns.sizes);
    NodeResult result;
    frequencies(list, plan.parameters, wants, result);
    correlations(groups, wants, result);
    if (wants & kernels::want_ranges) ranges(list, columns.rows, plan.parameters, result);
    if (wants & kernels::want_windows) windows(groups, columns.rows, plan.parameters, result);
    sink(node, std::move(result));
    if (options.progress) options.progress(node + 1);
  }
}

std::uint64_t ReferenceExecutor::estimate_bytes(const kernels::Plan&, std::uint32_t rows) const {
  return std::uint64_t{rows} * 128;
}

}  // namespace shardsweep::test
