#include "hashing/md5_lanes.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>
#include <vector>

#include "hashing/feed_task.hpp"
#include "hashing/md5.hpp"

// Every attainable target is compiled, the scalar one too, so that tests can run each of them.
#define HWY_COMPILE_ALL_ATTAINABLE
// Vectors are held in arrays here, which sizeless vector types do not allow.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "hashing/md5_lanes.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "hashing/md5_lanes-inl.hpp"

#if HWY_ONCE
namespace shardsweep::hashing {

HWY_EXPORT(hash_fixed8);
HWY_EXPORT(hash_feed_window);
HWY_EXPORT(target_name);

void hash_fixed8(std::int32_t canonical, std::span<const std::uint64_t> values,
                 std::span<std::int64_t> out) {
  HWY_DYNAMIC_DISPATCH(hash_fixed8)(canonical, values.data(), values.size(), out.data());
}

namespace {

/// Feeds hashed together; small enough that their order and blocks stay in cache.
constexpr std::size_t window_feeds = 4096;

/// Block counts from here on share one bucket, which is then sorted.
constexpr std::uint64_t many_blocks = 64;

/// Feeds [begin, end), fewest blocks first: lanes of one group then end together. Long feeds are
/// rare, so a counting sort does nearly all of it.
void order_by_blocks(std::span<const std::uint64_t> offsets, std::size_t begin, std::size_t end,
                     std::vector<FeedTask>& tasks) {
  const auto blocks_of = [&](std::size_t i) {
    return md5::block_count(offsets[i + 1] - offsets[i] + 4);
  };
  std::array<std::size_t, many_blocks + 2> starts{};
  for (std::size_t i = begin; i < end; ++i) ++starts[std::min(blocks_of(i), many_blocks) + 1];
  for (std::size_t b = 1; b < starts.size(); ++b) starts[b] += starts[b - 1];
  tasks.resize(end - begin);
  for (std::size_t i = begin; i < end; ++i) {
    const std::uint64_t blocks = blocks_of(i);
    tasks[starts[std::min(blocks, many_blocks)]++] = {i, offsets[i], offsets[i + 1] - offsets[i],
                                                      blocks};
  }
  std::sort(tasks.begin() + static_cast<std::ptrdiff_t>(starts[many_blocks - 1]), tasks.end(),
            [](const FeedTask& a, const FeedTask& b) { return a.blocks < b.blocks; });
}

}  // namespace

void hash_feeds(std::string_view bytes, std::span<const std::uint64_t> offsets,
                std::span<std::int64_t> out) {
  std::vector<FeedTask> tasks;
  tasks.reserve(std::min(out.size(), window_feeds));
  for (std::size_t begin = 0; begin < out.size(); begin += window_feeds) {
    const std::size_t end = std::min(out.size(), begin + window_feeds);
    order_by_blocks(offsets, begin, end, tasks);
    HWY_DYNAMIC_DISPATCH(hash_feed_window)(bytes, tasks.data(), tasks.size(), out.data());
  }
}

const char* simd_target() {
  return HWY_DYNAMIC_DISPATCH(target_name)();
}

}  // namespace shardsweep::hashing
#endif  // HWY_ONCE
