// Where each window's arrivals go (rules/window.hpp), in four steps over a table of arrivals by
// bucket and window:
//   count_arrivals    the table, from rows in key order
//   sum_windows       each bucket's arrivals become running sums over the windows
//   sum_segments      earlier documents of each window in each segment of buckets
//   place_arrivals    each window's arrivals by range of the earlier documents
#include "kernels/cuda/check.hpp"
#include "kernels/cuda/launch.cuh"
#include "kernels/cuda/steps.hpp"
#include "kernels/cuda/warp_count.cuh"
#include "kernels/rules/window.hpp"

namespace shardsweep::kernels::cuda {
namespace {

constexpr unsigned tile = 8 * block_threads;  ///< rows a block takes at a time
constexpr unsigned shared_counts = 8192;      ///< counters a block keeps
constexpr std::uint32_t buckets_per_segment = 64;

/// The first group that starts behind `place`. The calls of a warp are made together and get the
/// same answer: 32 groups are tried at a time.
__device__ std::uint32_t first_group_behind(const Groups& groups, std::uint32_t place) {
  std::uint64_t low = 0;
  std::uint64_t high = *groups.count;  // starts[high] counts as behind
  while (low < high) {
    const std::uint64_t step = (high - low + 31) / 32;
    const std::uint64_t probe = low + (threadIdx.x % 32) * step;
    const bool behind = probe >= high || groups.starts[probe] > place;
    const unsigned not_behind = __popc(__ballot_sync(0xFFFFFFFFu, !behind));
    if (not_behind < 32) high = min(high, low + not_behind * step);
    if (not_behind > 0) low += (not_behind - 1) * step + 1;
  }
  return static_cast<std::uint32_t>(low);
}

/// For the rows of one tile, where their groups start.
class TileStarts {
 public:
  /// All threads call; `marks` and `latest` are shared.
  __device__ TileStarts(const Groups& groups, std::uint32_t begin, std::uint32_t end,
                        std::uint32_t* marks, std::uint32_t* latest)
      : begin_(begin), marks_(marks), latest_(latest) {
    const std::uint32_t behind = first_group_behind(groups, begin);
    first_ = groups.starts[behind - 1];
    for (unsigned i = threadIdx.x; i < words; i += block_threads) marks_[i] = 0;
    __syncthreads();
    for (std::uint64_t g = std::uint64_t{behind} + threadIdx.x;
         g < *groups.count && groups.starts[g] < end; g += block_threads) {
      const std::uint32_t at = groups.starts[g] - begin;
      atomicOr(&marks_[at / 32], 1u << (at % 32));
    }
    __syncthreads();
    if (threadIdx.x < 32) carry_latest();
    __syncthreads();
  }

  /// Start of the group of the row at `place`.
  __device__ std::uint32_t of(std::uint32_t place) const {
    const std::uint32_t at = place - begin_;
    const std::uint32_t here = marks_[at / 32] & (0xFFFFFFFFu >> (31 - at % 32));
    if (here != 0) return begin_ + at / 32 * 32 + (31 - __clz(static_cast<int>(here)));
    return latest_[at / 32];
  }

  __device__ std::uint32_t first() const { return first_; }

  static constexpr unsigned words = tile / 32;

 private:
  /// latest[i] = start of the last group before word i, by one warp.
  __device__ void carry_latest() {
    static_assert(words == 64);
    const unsigned lane = threadIdx.x;
    const std::uint32_t even = start_in(2 * lane);
    const std::uint32_t odd = start_in(2 * lane + 1);
    std::uint32_t latest = max(even, odd);
    for (unsigned distance = 1; distance < 32; distance *= 2) {
      const std::uint32_t below = __shfl_up_sync(0xFFFFFFFFu, latest, distance);
      if (lane >= distance) latest = max(latest, below);
    }
    const std::uint32_t before = __shfl_up_sync(0xFFFFFFFFu, latest, 1);
    latest_[2 * lane] = lane == 0 ? first_ : max(first_, before);
    latest_[2 * lane + 1] = max(latest_[2 * lane], even);
  }

  /// The last start in a word, 0 where there is none: starts behind the first of a tile are not 0.
  __device__ std::uint32_t start_in(unsigned word) const {
    const std::uint32_t marks = marks_[word];
    if (marks == 0) return 0;
    return begin_ + word * 32 + (31 - __clz(static_cast<int>(marks)));
  }

  std::uint32_t begin_;
  std::uint32_t first_ = 0;
  std::uint32_t* marks_;
  std::uint32_t* latest_;
};

struct WindowRules {
  rules::FastPart bucket;
  rules::FastPart window;
  std::uint32_t windows;
};

/// Adds the arrivals of one tile: to the block's counters for the buckets that these hold (all of
/// them in big collections), else to the table at once.
__device__ void count_tile(const Groups& groups, const WindowRules& rules, const TileStarts& starts,
                           std::uint32_t begin, std::uint32_t end, std::uint32_t* own,
                           std::uint32_t* table) {
  const std::uint32_t first = rules.bucket(starts.first());
  const std::uint32_t last = rules.bucket(starts.of(end - 1));
  const std::uint64_t held =
      min(std::uint64_t{last - first + 1} * rules.windows, std::uint64_t{shared_counts});
  for (unsigned i = threadIdx.x; i < held; i += block_threads) own[i] = 0;
  __syncthreads();
  std::uint32_t* line = table + std::uint64_t{first} * rules.windows;
  for (unsigned at = threadIdx.x; at < tile; at += block_threads) {
    const bool counts = at < end - begin;
    std::uint64_t entry = 0;
    if (counts) {
      const std::uint32_t bucket = rules.bucket(starts.of(begin + at));
      entry = std::uint64_t{bucket - first} * rules.windows + rules.window(groups.rows[begin + at]);
    }
    warp_count(own, counts && entry < held, entry);
    if (counts && entry >= held) atomicAdd(&line[entry], 1u);
  }
  __syncthreads();
  for (unsigned i = threadIdx.x; i < held; i += block_threads) {
    if (own[i] != 0) atomicAdd(&line[i], own[i]);
  }
  __syncthreads();
}

__global__ void __launch_bounds__(block_threads)
    count_arrivals(Groups groups, WindowRules rules, std::uint32_t* counts) {
  __shared__ std::uint32_t marks[TileStarts::words];
  __shared__ std::uint32_t latest[TileStarts::words];
  __shared__ std::uint32_t own[shared_counts];
  const std::uint64_t rows = groups.most;
  for (std::uint64_t begin = std::uint64_t{blockIdx.x} * tile; begin < rows;
       begin += std::uint64_t{gridDim.x} * tile) {
    const std::uint64_t end = min(rows, begin + tile);
    const TileStarts starts(groups, static_cast<std::uint32_t>(begin),
                            static_cast<std::uint32_t>(end), marks, latest);
    count_tile(groups, rules, starts, static_cast<std::uint32_t>(begin),
               static_cast<std::uint32_t>(end), own, counts);
  }
}

/// Running sums over the windows of each bucket, a warp a bucket: entry w becomes the arrivals of
/// windows 0 to w.
__global__ void __launch_bounds__(block_threads)
    sum_windows(std::uint32_t* counts, std::uint32_t buckets, std::uint32_t windows) {
  const unsigned lane = threadIdx.x % 32;
  for (std::uint64_t b = first_entry() / 32; b < buckets; b += entry_step() / 32) {
    std::uint32_t* line = counts + b * windows;
    std::uint32_t before = 0;
    for (std::uint32_t w = lane; w - lane < windows; w += 32) {
      std::uint32_t sum = w < windows ? line[w] : 0;
      for (unsigned distance = 1; distance < 32; distance *= 2) {
        const std::uint32_t below = __shfl_up_sync(0xFFFFFFFFu, sum, distance);
        if (lane >= distance) sum += below;
      }
      sum += before;
      if (w < windows) line[w] = sum;
      before = __shfl_sync(0xFFFFFFFFu, sum, 31);
    }
  }
}

/// Blocks are numbered by segment in x, and take windows in y.
__device__ std::uint64_t own_window() {
  return std::uint64_t{blockIdx.y} * block_threads + threadIdx.x;
}
__device__ std::uint64_t window_step() {
  return std::uint64_t{gridDim.y} * block_threads;
}

/// For segment s and window w: segments[s * windows + w] = earlier documents in the segment, and
/// behind all of these, how many of them lie below the last bucket that has any.
__global__ void __launch_bounds__(block_threads)
    sum_segments(const std::uint32_t* counts, std::uint32_t buckets, std::uint32_t windows,
                 std::uint32_t* segments) {
  const std::uint64_t first = std::uint64_t{blockIdx.x} * buckets_per_segment;
  const std::uint64_t last = min(std::uint64_t{buckets}, first + buckets_per_segment);
  for (std::uint64_t w = own_window(); w < windows; w += window_step()) {
    std::uint32_t sum = 0;
    std::uint32_t below_last = 0;
    for (std::uint64_t b = first; w > 0 && b < last; ++b) {
      const std::uint32_t earlier = counts[b * windows + w - 1];
      if (earlier != 0) below_last = sum;
      sum += earlier;
    }
    const std::uint64_t at = std::uint64_t{blockIdx.x} * windows + w;
    segments[at] = sum;
    segments[std::uint64_t{gridDim.x} * windows + at] = below_last;
  }
}

/// What one window has found in the segments before one of them.
struct EarlierSegments {
  std::uint64_t documents = 0;   ///< earlier documents in them
  std::uint64_t below_last = 0;  ///< of these, those below the last bucket that has any

  __device__ EarlierSegments(const std::uint32_t* segments, std::uint32_t segment,
                             std::uint32_t segment_total, std::uint32_t windows, std::uint64_t w) {
    for (std::uint64_t s = 0; s < segment; ++s) {
      const std::uint32_t sum = segments[s * windows + w];
      if (sum != 0) below_last = documents + segments[(segment_total + s) * windows + w];
      documents += sum;
    }
  }
};

__global__ void __launch_bounds__(block_threads)
    place_arrivals(const std::uint32_t* counts, std::uint32_t buckets, std::uint32_t windows,
                   std::uint32_t ranges, std::uint64_t rows, const std::uint32_t* segments,
                   std::uint32_t* arrivals) {
  const std::uint64_t first = std::uint64_t{blockIdx.x} * buckets_per_segment;
  const std::uint64_t last = min(std::uint64_t{buckets}, first + buckets_per_segment);
  for (std::uint64_t w = 1 + own_window(); w < windows; w += window_step()) {
    const std::uint64_t all_earlier =
        rules::window_begin(static_cast<std::uint32_t>(w), windows, rows);
    EarlierSegments before(segments, blockIdx.x, gridDim.x, windows, w);
    std::uint32_t range =
        before.documents == 0 ? 0 : rules::range_of(before.below_last, ranges, all_earlier);
    std::uint32_t in_range = 0;
    for (std::uint64_t b = first; b < last; ++b) {
      const std::uint32_t earlier = counts[b * windows + w - 1];
      if (earlier != 0) {
        if (in_range != 0) atomicAdd(&arrivals[w * ranges + range], in_range);
        in_range = 0;
        range = rules::range_of(before.documents, ranges, all_earlier);
        before.documents += earlier;
      }
      in_range += counts[b * windows + w] - earlier;
    }
    if (in_range != 0) atomicAdd(&arrivals[w * ranges + range], in_range);
  }
}

unsigned tiles_grid(std::uint32_t rows) {
  return static_cast<unsigned>(
      std::min<std::uint64_t>((std::uint64_t{rows} + tile - 1) / tile, 2048));
}

}  // namespace

std::uint32_t bucket_count(const PlanParameters& p, std::uint32_t rows) {
  return std::min(p.window_buckets, rows);
}

std::uint32_t segment_count(std::uint32_t buckets) {
  return (buckets + buckets_per_segment - 1) / buckets_per_segment;
}

void fill_windows(const Groups& groups, const PlanParameters& p, const WindowSpace& space,
                  std::uint32_t* arrivals, cudaStream_t stream) {
  const std::uint32_t buckets = bucket_count(p, groups.most);
  const std::size_t bytes = std::size_t{buckets} * p.windows * sizeof(std::uint32_t);
  check(cudaMemsetAsync(space.counts, 0, bytes, stream), "cudaMemsetAsync");
  const WindowRules rules{{buckets, groups.most}, {p.windows, groups.most}, p.windows};
  count_arrivals<<<tiles_grid(groups.most), block_threads, 0, stream>>>(groups, rules,
                                                                        space.counts);
  check_launch("kernel count_arrivals");
  sum_windows<<<grid_for(std::uint64_t{buckets} * 32), block_threads, 0, stream>>>(
      space.counts, buckets, p.windows);
  check_launch("kernel sum_windows");
  const dim3 by_segment(segment_count(buckets),
                        std::min((p.windows + block_threads - 1) / block_threads, 65535u));
  sum_segments<<<by_segment, block_threads, 0, stream>>>(space.counts, buckets, p.windows,
                                                         space.segments);
  check_launch("kernel sum_segments");
  place_arrivals<<<by_segment, block_threads, 0, stream>>>(
      space.counts, buckets, p.windows, p.window_ranges, groups.most, space.segments, arrivals);
  check_launch("kernel place_arrivals");
}

}  // namespace shardsweep::kernels::cuda
