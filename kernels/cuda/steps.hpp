#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

#include "kernels/cuda/figures.hpp"
#include "kernels/rules/fast_part.hpp"

// The steps of evaluating one key: each puts kernels into a stream and returns at once. All
// pointers are device memory; `rows` >= 1. Each is a file of its own name, since one call of CUB
// takes the compiler many seconds.

namespace shardsweep::kernels::cuda {

/// Working memory of CUB, big enough by the function with `_temporary` in its name.
struct Temporary {
  void* data = nullptr;
  std::size_t bytes = 0;
};

/// What is sorted: a key and a row number each, of which [current] is valid.
struct SortBuffers {
  void* keys[2] = {};  ///< u64 where wide, else u32
  std::uint32_t* rows[2] = {};
  bool wide = false;
  int current = 0;
};

/// One column of a key step on the device.
struct PackedColumn {
  const std::uint32_t* ranks = nullptr;
  std::uint64_t stride = 1;
};

/// Columns that one pass adds to the keys.
struct PackPass {
  static constexpr int most = 4;
  PackedColumn columns[most];
  int count = 0;
  bool first = true;  ///< keys begin at 0, and rows are numbered
};

/// keys[i] (+)= sum of rank * stride over the pass; rows[i] = i in the first pass. pack_keys.cu
void pack_keys(const PackPass& pass, std::uint32_t rows, const SortBuffers& buffers,
               cudaStream_t stream);

/// *repeated becomes more than 0 where a rank occurs twice; `seen` has rows / 32 + 1 words, zeroed
/// by the call. Ranks are below `rows`. unique_ranks.cu
void find_repeated(const std::uint32_t* ranks, std::uint32_t rows, std::uint32_t* seen,
                   std::uint32_t* repeated, cudaStream_t stream);

/// The order of a column with every rank exactly once: rows by rank, and groups of one.
/// unique_ranks.cu
void place_unique(const std::uint32_t* ranks, std::uint32_t rows, std::uint32_t* sorted_rows,
                  std::uint32_t* starts, std::uint32_t* groups, cudaStream_t stream);

/// Sorts by the low `bits` of the keys; rows of equal keys stay ascending. sort_narrow.cu,
/// sort_wide.cu
void sort_narrow(SortBuffers& buffers, std::uint32_t rows, int bits, Temporary temporary,
                 cudaStream_t stream);
void sort_wide(SortBuffers& buffers, std::uint32_t rows, int bits, Temporary temporary,
               cudaStream_t stream);
std::size_t sort_narrow_temporary(std::uint32_t rows);
std::size_t sort_wide_temporary(std::uint32_t rows);

/// starts[g] = place of the first row of group g in sorted order, starts[groups] = rows. `starts`
/// has rows + 1 entries. group_starts.cu
void find_groups(const SortBuffers& sorted, std::uint32_t rows, std::uint32_t* starts,
                 std::uint32_t* groups, Temporary temporary, cudaStream_t stream);
std::size_t find_groups_temporary(std::uint32_t rows);

/// numbers[row] = number of the row's group in key order. `places` has `rows` entries of working
/// memory. group_numbers.cu
void number_groups(const SortBuffers& sorted, std::uint32_t rows, std::uint32_t* places,
                   std::uint32_t* numbers, Temporary temporary, cudaStream_t stream);
std::size_t number_groups_temporary(std::uint32_t rows);

/// before[j] = sum over the first j sorted rows of their sizes, or with null sizes of their row
/// numbers from 1; rows + 1 entries. running_sums.cu
void running_sums(const std::uint32_t* sorted_rows, const std::uint32_t* sizes, std::uint32_t rows,
                  std::uint64_t* before, Temporary temporary, cudaStream_t stream);
std::size_t running_sums_temporary(std::uint32_t rows);

/// The groups of one key, in key order.
struct Groups {
  const std::uint32_t* rows = nullptr;    ///< sorted
  const std::uint32_t* starts = nullptr;  ///< *count + 1 entries
  const std::uint32_t* count = nullptr;
  std::uint32_t most = 0;  ///< *count is at most this: the number of rows
};

/// figures->monotonicity. order_sums.cu
void sum_places(const Groups& groups, Figures* figures, cudaStream_t stream);
/// figures->sum_r_y and sum_r_r; before: running sums of row numbers. order_sums.cu
void sum_ranks(const Groups& groups, const std::uint64_t* before, Figures* figures,
               cudaStream_t stream);

/// figures->most_bytes, heaviest and the totals of oversized groups; before: running sums of sizes.
/// totals.cu
void total_groups(const Groups& groups, const std::uint64_t* before, const PlanParameters& p,
                  Figures* figures, cudaStream_t stream);

/// Documents and bytes of each range; before: running sums of sizes. ranges.cu
void fill_ranges(const Groups& groups, const std::uint64_t* before, std::uint32_t ranges,
                 std::uint64_t* range_documents, std::uint64_t* range_bytes, cudaStream_t stream);

/// By what groups are listed: documents, or bytes of those over a limit. In both, ties in key
/// order.
struct Listing {
  bool oversized = false;
  std::uint64_t most_bytes = 0;      ///< a group is oversized with more bytes
  std::uint64_t most_documents = 0;  ///< or more documents
  int measure_bits = 64;             ///< measures are below 2^measure_bits
  std::uint32_t limit = 0;           ///< groups to list, at least 1
};

/// Working memory of one listing.
struct Selection {
  UInt128 prefix;  ///< of the orders that are listed
  std::uint32_t shift;
  std::uint32_t above;  ///< orders above the prefix
  std::uint32_t done;
  std::uint32_t finished_blocks;
  std::uint32_t bins[256];
};

/// Lists the first `limit` of *candidates groups; *listed is how many. `selection` is zeroed by the
/// call. list_groups.cu
void list_groups(const Groups& groups, const std::uint64_t* before, const Listing& listing,
                 const std::uint32_t* candidates, Selection* selection, ListedGroup* list,
                 std::uint32_t* listed, cudaStream_t stream);

/// Working memory of the windows of one key.
struct WindowSpace {
  std::uint32_t* counts = nullptr;    ///< entry bucket * windows + w: arrivals, then running sums
  std::uint32_t* segments = nullptr;  ///< see windows.cu; 2 * segment_count(buckets) * windows
};

/// Buckets that can be told apart: with fewer rows than buckets, places stand for buckets.
std::uint32_t bucket_count(const PlanParameters& p, std::uint32_t rows);
std::uint32_t segment_count(std::uint32_t buckets);

/// arrivals[w * window_ranges + r]: arrivals of window w in range r of the documents before it.
/// windows.cu
void fill_windows(const Groups& groups, const PlanParameters& p, const WindowSpace& space,
                  std::uint32_t* arrivals, cudaStream_t stream);

}  // namespace shardsweep::kernels::cuda
