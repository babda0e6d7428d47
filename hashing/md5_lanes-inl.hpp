// Included once for every SIMD target (hwy/foreach_target.h): no #pragma once.

#include <algorithm>
#include <cstring>
#include <string_view>

#include "hashing/md5_lanes_core-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace shardsweep::hashing {
namespace HWY_NAMESPACE {

/// Replaces the values of `halves` (low and high words in turn, Streams * lane_count of them) by
/// their hashes. Works on registers and its argument only; the sanitizers are kept out because 64
/// unrolled steps with their checks take the compiler minutes.
template <std::size_t Streams>
[[gnu::no_sanitize_address, gnu::no_sanitize_thread]] void hash_halves(std::uint32_t canonical,
                                                                       std::uint32_t* halves) {
  FixedWords<Streams> words;
  words.canonical = hn::Set(Words(), canonical);
  for (std::size_t j = 0; j < Streams; ++j) {
    hn::LoadInterleaved2(Words(), halves + 2 * j * lane_count, words.low[j], words.high[j]);
  }
  const LaneState<Streams> s = compress(initial<Streams>(), words);
  for (std::size_t j = 0; j < Streams; ++j) {
    hn::StoreInterleaved2(s.a[j], s.b[j], Words(), halves + 2 * j * lane_count);
  }
}

void hash_fixed8(std::int32_t canonical, const std::uint64_t* values, std::size_t count,
                 std::int64_t* out) {
  constexpr std::size_t group = fixed_streams * lane_count;
  alignas(64) std::uint32_t halves[2 * group] = {};
  for (std::size_t i = 0; i < count; i += group) {
    const std::size_t bytes = std::min(group, count - i) * sizeof(std::uint64_t);
    if (bytes == sizeof halves) {  // a size the compiler knows is a few moves
      std::memcpy(halves, values + i, sizeof halves);
      hash_halves<fixed_streams>(static_cast<std::uint32_t>(canonical), halves);
      std::memcpy(out + i, halves, sizeof halves);
    } else {
      std::memcpy(halves, values + i, bytes);
      hash_halves<fixed_streams>(static_cast<std::uint32_t>(canonical), halves);
      std::memcpy(out + i, halves, bytes);
    }
  }
}

/// Windows over these tables give, for the 64 bytes of a block of which `valid` belong to the
/// message, the mask of those bytes and the 0x80 byte behind them.
struct PaddingTables {
  unsigned char keep[128], marker[128];
};
constexpr PaddingTables padding_tables() {
  PaddingTables tables{};
  for (std::size_t i = 0; i < 64; ++i) tables.keep[i] = 0xff;
  tables.marker[64] = 0x80;
  return tables;
}
constexpr PaddingTables padding = padding_tables();

/// The blocks of one group of lanes, in pieces of four words so that a lane's words can be loaded
/// interleaved.
template <std::size_t Streams>
struct BlockRows {
  alignas(64) std::uint32_t pieces[Streams][4][lane_count * 4];
  alignas(64) std::uint32_t active[Streams * lane_count];  ///< all ones while a lane has blocks

  /// Puts one block of the message seed 0 | feed with its padding into a lane.
  HWY_INLINE void fill(std::size_t lane, std::string_view bytes, const FeedTask& task,
                       std::uint64_t block);
  HWY_INLINE BlockWords<Streams> words() const {
    BlockWords<Streams> result;
    for (std::size_t j = 0; j < Streams; ++j) {
      for (std::size_t q = 0; q < 4; ++q) {
        Vector* w = result.words[j] + 4 * q;
        hn::LoadInterleaved4(Words(), pieces[j][q], w[0], w[1], w[2], w[3]);
      }
    }
    return result;
  }

 private:
  HWY_INLINE void put(std::size_t lane, const unsigned char* source, const unsigned char* keep,
                      const unsigned char* marker);
};

template <std::size_t Streams>
HWY_INLINE void BlockRows<Streams>::put(std::size_t lane, const unsigned char* source,
                                        const unsigned char* keep, const unsigned char* marker) {
  const hn::CappedTag<std::uint8_t, 16> bytes;
  for (std::size_t i = 0; i < 64; i += hn::MaxLanes(bytes)) {
    const auto kept = hn::And(hn::LoadU(bytes, source + i), hn::LoadU(bytes, keep + i));
    auto* piece = &pieces[lane / lane_count][i / 16][lane % lane_count * 4];
    hn::StoreU(hn::Or(kept, hn::LoadU(bytes, marker + i)), bytes,
               reinterpret_cast<unsigned char*>(piece) + i % 16);
  }
}

template <std::size_t Streams>
HWY_INLINE void BlockRows<Streams>::fill(std::size_t lane, std::string_view bytes,
                                         const FeedTask& task, std::uint64_t block) {
  const std::uint64_t total = task.size + 4;
  const std::uint64_t begin = block * 64;
  const std::uint64_t valid = total <= begin ? 0 : std::min<std::uint64_t>(64, total - begin);
  const unsigned char* keep = padding.keep + (64 - valid);
  const unsigned char* marker = padding.marker + (total < begin ? 0 : 64 - valid);
  // The block is 64 stored bytes from four before the feed on (the seed), if those can be read.
  const std::uint64_t place = task.offset + begin;
  if (place >= 4 && place + 60 <= bytes.size()) {
    put(lane, reinterpret_cast<const unsigned char*>(bytes.data()) + (place - 4), keep, marker);
  } else {
    unsigned char row[64] = {};
    const std::uint64_t skip = block == 0 ? 4 : 0;
    if (valid > skip) std::memcpy(row + skip, bytes.data() + (place + skip - 4), valid - skip);
    put(lane, row, keep, marker);
  }
  std::uint32_t* const first = &pieces[lane / lane_count][0][lane % lane_count * 4];
  if (block == 0) *first = 0;
  if (block + 1 == task.blocks) {
    std::uint32_t* const length = &pieces[lane / lane_count][3][lane % lane_count * 4 + 2];
    length[0] = static_cast<std::uint32_t>(total * 8);
    length[1] = static_cast<std::uint32_t>(total * 8 >> 32);
  }
}

/// Takes the rows into the state of the lanes that are active. Without sanitizers, as hash_halves.
template <std::size_t Streams>
[[gnu::no_sanitize_address, gnu::no_sanitize_thread]] void compress_rows(
    LaneState<Streams>& s, const BlockRows<Streams>& rows) {
  const LaneState<Streams> next = compress(s, rows.words());
  for (std::size_t j = 0; j < Streams; ++j) {
    const Vector active = hn::Load(Words(), rows.active + j * lane_count);
    s.a[j] = hn::IfVecThenElse(active, next.a[j], s.a[j]);
    s.b[j] = hn::IfVecThenElse(active, next.b[j], s.b[j]);
    s.c[j] = hn::IfVecThenElse(active, next.c[j], s.c[j]);
    s.d[j] = hn::IfVecThenElse(active, next.d[j], s.d[j]);
  }
}

template <std::size_t Streams>
HWY_INLINE void store_hashes(const LaneState<Streams>& s, const FeedTask* tasks, std::size_t count,
                             std::int64_t* out) {
  constexpr std::size_t lanes = Streams * lane_count;
  alignas(64) std::uint32_t halves[2 * lanes];
  for (std::size_t j = 0; j < Streams; ++j) {
    hn::StoreInterleaved2(s.a[j], s.b[j], Words(), halves + 2 * j * lane_count);
  }
  for (std::size_t lane = 0; lane < count; ++lane) {
    std::memcpy(out + tasks[lane].index, halves + 2 * lane, sizeof(std::int64_t));
  }
}

/// Hashes of at most Streams * lane_count feeds, fewest blocks first.
template <std::size_t Streams>
HWY_INLINE void hash_feed_group(std::string_view bytes, const FeedTask* tasks, std::size_t count,
                                BlockRows<Streams>& rows, std::int64_t* out) {
  LaneState<Streams> s = initial<Streams>();
  for (std::uint64_t block = 0; block < tasks[count - 1].blocks; ++block) {
    for (std::size_t lane = 0; lane < count; ++lane) {
      const bool active = block < tasks[lane].blocks;
      rows.active[lane] = active ? 0xffffffffu : 0;
      if (active) rows.fill(lane, bytes, tasks[lane], block);
    }
    compress_rows(s, rows);
  }
  store_hashes(s, tasks, count, out);
}

void hash_feed_window(std::string_view bytes, const FeedTask* tasks, std::size_t count,
                      std::int64_t* out) {
  constexpr std::size_t group = block_streams * lane_count;
  BlockRows<block_streams> rows{};  // lanes without a feed hash zeros; nobody reads those
  for (std::size_t i = 0; i < count; i += group) {
    hash_feed_group(bytes, tasks + i, std::min(group, count - i), rows, out);
  }
}

const char* target_name() {
  return hwy::TargetName(HWY_TARGET);
}

}  // namespace HWY_NAMESPACE
}  // namespace shardsweep::hashing
HWY_AFTER_NAMESPACE();
