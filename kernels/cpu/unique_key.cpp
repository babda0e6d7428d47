#include "kernels/cpu/unique_key.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "kernels/cpu/top_list.hpp"
#include "kernels/cpu/window_table.hpp"
#include "kernels/rules/fast_part.hpp"

namespace shardsweep::kernels::cpu {
namespace {

using Ranks = std::span<const std::uint32_t>;
using Sizes = std::span<const std::uint32_t>;

/// Orders single documents by bytes descending, then by key.
std::uint64_t weight(std::uint32_t bytes, std::uint32_t rank) {
  return std::uint64_t{bytes} << 32 | (UINT32_MAX - rank);
}

Group single(std::size_t row, std::uint32_t bytes) {
  return {static_cast<std::uint32_t>(row), 1, bytes};
}

void add_top(Ranks ranks, Sizes sizes, std::uint32_t top, const StopCheck& stop,
             NodeResult& result) {
  // All groups have one document: the first in key order lead.
  result.top.resize(std::min<std::size_t>(top, ranks.size()));
  std::size_t missing = result.top.size();
  stop.blocks(ranks.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end && missing > 0; ++row) {
      if (ranks[row] >= result.top.size()) continue;
      result.top[ranks[row]] = single(row, sizes[row]);
      --missing;
    }
  });
}

void add_heaviest(Ranks ranks, Sizes sizes, const StopCheck& stop, NodeResult& result) {
  std::size_t heaviest = 0;
  stop.blocks(ranks.size(), [&](std::size_t begin, std::size_t end) {
    std::uint64_t most = weight(sizes[heaviest], ranks[heaviest]);
    for (std::size_t row = begin; row < end; ++row) {
      const std::uint64_t own = weight(sizes[row], ranks[row]);
      if (own > most) heaviest = row;
      most = std::max(most, own);
    }
  });
  result.heaviest = single(heaviest, sizes[heaviest]);
}

void add_oversized(Ranks ranks, Sizes sizes, const PlanParameters& parameters,
                   const StopCheck& stop, NodeResult& result) {
  const bool all = parameters.oversized_documents < 1;
  TopList list(parameters.oversized_limit);
  stop.blocks(ranks.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) {
      if (!all && sizes[row] <= parameters.oversized_bytes) continue;
      ++result.oversized_count;
      result.oversized_bytes += sizes[row];
      const std::uint64_t own = weight(sizes[row], ranks[row]);
      if (list.admits(own)) list.insert(own, {ranks[row], single(row, sizes[row])});
    }
  });
  result.oversized_documents = result.oversized_count;
  for (const ListedGroup& entry : list.groups()) result.oversized.push_back(entry.group);
}

void add_ranges(Ranks ranks, Sizes sizes, std::uint32_t ranges, const StopCheck& stop,
                NodeResult& result) {
  result.range_documents.resize(ranges);
  result.range_bytes.resize(ranges);
  const rules::FastPart range(ranges, ranks.size());
  stop.blocks(ranks.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) {
      result.range_bytes[range(ranks[row])] += sizes[row];
    }
  });
  for (std::uint32_t r = 0; r < ranges; ++r) {
    result.range_documents[r] = rules::part_begin(std::uint64_t{r} + 1, ranges, ranks.size()) -
                                rules::part_begin(r, ranges, ranks.size());
  }
}

/// Sum over documents of place * row number, both from 1.
UInt128 place_by_row(Ranks ranks, const StopCheck& stop) {
  UInt128 sum = 0;
  stop.blocks(ranks.size(), [&](std::size_t begin, std::size_t end) {
    UInt128 part = 0;
    for (std::size_t row = begin; row < end; ++row) {
      part += (std::uint64_t{ranks[row]} + 1) * (std::uint64_t{row} + 1);
    }
    sum += part;
  });
  return sum;
}

void add_sums(Ranks ranks, std::uint32_t wants, const StopCheck& stop, NodeResult& result) {
  const UInt128 sum = place_by_row(ranks, stop);
  const UInt128 n = ranks.size();
  if (wants & want_monotonicity) result.monotonicity.sum_xy = sum;
  if (wants & want_correlation) {
    result.correlation.sum_r_y = 2 * sum;  // r is twice the place
    // 4 * (1 + 4 + ... + n^2); n (n + 1) < 2^64 and 2n + 1 < 2^34 stay far below 2^128.
    result.correlation.sum_r_r = 4 * (n * (n + 1) / 2 * (2 * n + 1) / 3);
  }
}

void add_windows(Ranks ranks, const PlanParameters& parameters, Pages& storage,
                 const StopCheck& stop, NodeResult& result) {
  WindowTable table(parameters, static_cast<std::uint32_t>(ranks.size()), storage);
  const rules::FastPart line(table.take_all_lines(), ranks.size());
  const rules::FastPart window = table.window_rule();
  std::uint32_t* counters = table.counters();
  stop.blocks(ranks.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) {
      ++counters[std::size_t{line(ranks[row])} * parameters.windows + window(row)];
    }
  });
  result.windows = table.figures();
}

}  // namespace

NodeResult evaluate_unique(std::span<const std::uint32_t> ranks,
                           std::span<const std::uint32_t> sizes, std::uint32_t wants,
                           const PlanParameters& parameters, Pages& window_storage,
                           const StopCheck& stop) {
  NodeResult result;
  if (wants & want_distinct) result.distinct = ranks.size();
  if (wants & want_top) add_top(ranks, sizes, parameters.top, stop, result);
  if (wants & want_heaviest) add_heaviest(ranks, sizes, stop, result);
  if (wants & want_oversized) add_oversized(ranks, sizes, parameters, stop, result);
  if (wants & want_ranges) add_ranges(ranks, sizes, parameters.ranges, stop, result);
  if (wants & (want_monotonicity | want_correlation)) add_sums(ranks, wants, stop, result);
  if (wants & want_windows) add_windows(ranks, parameters, window_storage, stop, result);
  return result;
}

}  // namespace shardsweep::kernels::cpu
