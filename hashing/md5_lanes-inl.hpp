// Included once for every SIMD target (hwy/foreach_target.h): no #pragma once.

#ifndef SHARDSWEEP_HASHING_MD5_LANES_TASK
#define SHARDSWEEP_HASHING_MD5_LANES_TASK
namespace shardsweep::hashing {

/// One feed of a window.
struct FeedTask {
  std::size_t index = 0;  ///< where its hash goes
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
  std::uint64_t blocks = 0;  ///< with seed and padding
};

}  // namespace shardsweep::hashing
#endif

HWY_BEFORE_NAMESPACE();
namespace shardsweep::hashing {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Words = hn::ScalableTag<std::uint32_t>;
using Vector = hn::Vec<Words>;
constexpr std::size_t lane_count = hn::MaxLanes(Words());
constexpr bool is_avx512 = HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3;  // better is less
/// Independent groups of lanes in flight: each step depends on the one before, so one group alone
/// leaves the execution ports idle. Bounded by the registers (32 with AVX-512, else 16).
constexpr std::size_t fixed_streams = is_avx512 ? 4 : 2;
constexpr std::size_t block_streams = 2;

template <std::size_t Streams>
struct LaneState {
  Vector a[Streams], b[Streams], c[Streams], d[Streams];
};

/// yes where mask has ones, no elsewhere, bit by bit (IfVecThenElse promises that for whole lanes
/// only; the ternary instruction of AVX-512 behind it works on bits).
HWY_INLINE Vector select_bits(Vector mask, Vector yes, Vector no) {
  if constexpr (is_avx512) return hn::IfVecThenElse(mask, yes, no);
  return hn::Xor(no, hn::And(mask, hn::Xor(yes, no)));
}

template <int I>
HWY_INLINE Vector mix(Vector b, Vector c, Vector d) {
  if constexpr (I < 16) return select_bits(b, c, d);
  if constexpr (I < 32) return select_bits(d, b, c);
  if constexpr (I < 48) return hn::Xor3(b, c, d);
  // b | ~d: a select of all ones is one instruction where selects are.
  const Vector ones = hn::Set(Words(), 0xffffffffu);
  if constexpr (is_avx512) return hn::Xor(c, select_bits(d, b, ones));
  return hn::Xor(c, hn::Or(b, hn::Xor(d, ones)));
}

/// Words of a value that feeds eight bytes, seed 0; the padding is folded into the constants.
template <std::size_t Streams>
struct FixedWords {
  Vector canonical;
  Vector low[Streams], high[Streams];

  static constexpr bool varies(int word) { return word >= 1 && word <= 3; }
  static constexpr std::uint32_t folded(int word) {
    return word == 4 ? 0x80 : word == 14 ? 128 : 0;
  }
  template <int Word>
  HWY_INLINE Vector get(std::size_t stream) const {
    if constexpr (Word == 1) return canonical;
    if constexpr (Word == 2) return low[stream];
    return high[stream];
  }
};

/// Sixteen words a lane.
template <std::size_t Streams>
struct BlockWords {
  Vector words[Streams][16];

  static constexpr bool varies(int) { return true; }
  static constexpr std::uint32_t folded(int) { return 0; }
  template <int Word>
  HWY_INLINE Vector get(std::size_t stream) const {
    return words[stream][Word];
  }
};

template <int I, std::size_t Streams, class Source>
HWY_INLINE void step(LaneState<Streams>& s, const Source& source) {
  constexpr int word = md5::step_word(I);
  constexpr std::uint32_t constant = md5::step_constant(I) + Source::folded(word);
  for (std::size_t j = 0; j < Streams; ++j) {
    Vector sum = hn::Add(s.a[j], hn::Set(Words(), constant));
    if constexpr (Source::varies(word)) sum = hn::Add(sum, source.template get<word>(j));
    sum = hn::Add(sum, mix<I>(s.b[j], s.c[j], s.d[j]));
    const Vector next = hn::Add(hn::RotateRight<32 - md5::step_rotation(I)>(sum), s.b[j]);
    s.a[j] = s.d[j];
    s.d[j] = s.c[j];
    s.c[j] = s.b[j];
    s.b[j] = next;
  }
}

template <std::size_t Streams, class Source, int... I>
HWY_INLINE void steps(LaneState<Streams>& s, const Source& source,
                      std::integer_sequence<int, I...>) {
  (step<I>(s, source), ...);
}

template <std::size_t Streams>
HWY_INLINE LaneState<Streams> initial() {
  constexpr md5::State start;
  LaneState<Streams> s;
  for (std::size_t j = 0; j < Streams; ++j) {
    s.a[j] = hn::Set(Words(), start.a);
    s.b[j] = hn::Set(Words(), start.b);
    s.c[j] = hn::Set(Words(), start.c);
    s.d[j] = hn::Set(Words(), start.d);
  }
  return s;
}

template <std::size_t Streams, class Source>
HWY_INLINE LaneState<Streams> compress(const LaneState<Streams>& s, const Source& source) {
  LaneState<Streams> next = s;
  steps(next, source, std::make_integer_sequence<int, 64>{});
  for (std::size_t j = 0; j < Streams; ++j) {
    next.a[j] = hn::Add(next.a[j], s.a[j]);
    next.b[j] = hn::Add(next.b[j], s.b[j]);
    next.c[j] = hn::Add(next.c[j], s.c[j]);
    next.d[j] = hn::Add(next.d[j], s.d[j]);
  }
  return next;
}

/// Hashes of Streams * lane_count values.
template <std::size_t Streams>
HWY_INLINE void hash_fixed8_group(Vector canonical, const std::uint64_t* values,
                                  std::int64_t* out) {
  constexpr std::size_t count = Streams * lane_count;
  alignas(64) std::uint32_t halves[2 * count];
  std::memcpy(halves, values, sizeof halves);
  FixedWords<Streams> words;
  words.canonical = canonical;
  for (std::size_t j = 0; j < Streams; ++j) {
    hn::LoadInterleaved2(Words(), halves + 2 * j * lane_count, words.low[j], words.high[j]);
  }
  const LaneState<Streams> s = compress(initial<Streams>(), words);
  for (std::size_t j = 0; j < Streams; ++j) {
    hn::StoreInterleaved2(s.a[j], s.b[j], Words(), halves + 2 * j * lane_count);
  }
  std::memcpy(out, halves, sizeof halves);
}

void hash_fixed8(std::int32_t canonical, const std::uint64_t* values, std::size_t count,
                 std::int64_t* out) {
  constexpr std::size_t group = fixed_streams * lane_count;
  const Vector type = hn::Set(Words(), static_cast<std::uint32_t>(canonical));
  std::size_t i = 0;
  for (; i + group <= count; i += group) {
    hash_fixed8_group<fixed_streams>(type, values + i, out + i);
  }
  for (; i < count; i += lane_count) {
    const std::size_t rest = std::min(lane_count, count - i);
    std::array<std::uint64_t, lane_count> padded{};
    std::array<std::int64_t, lane_count> hashes;
    std::memcpy(padded.data(), values + i, rest * sizeof(std::uint64_t));
    hash_fixed8_group<1>(type, padded.data(), hashes.data());
    std::memcpy(out + i, hashes.data(), rest * sizeof(std::int64_t));
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

/// Keeps the old state of lanes whose message has ended.
template <std::size_t Streams>
HWY_INLINE void merge(LaneState<Streams>& s, const LaneState<Streams>& next,
                      const BlockRows<Streams>& rows) {
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
    merge(s, compress(s, rows.words()), rows);
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
