// Instructions in which lanes see one another.
#include <algorithm>

#include "tests/ptx_emulator/instructions/elementwise.hpp"
#include "tests/ptx_emulator/instructions/groups.hpp"

namespace shardsweep::ptx {

namespace {

enum Direction : u8 { up, down, butterfly, index };

/// The lane that a shuffle reads, and whether it lies inside the segment; after the manual.
struct Source {
  u32 lane = 0;
  bool valid = false;
};

Source source_of(u8 direction, u32 lane, u32 b, u32 c) {
  const u32 by = b & 31;
  const u32 clamp = c & 31;
  const u32 segment = c >> 8 & 31;
  const int most = static_cast<int>((lane & segment) | (clamp & ~segment));
  const int least = static_cast<int>(lane & segment);
  int from = 0;
  bool valid = false;
  switch (direction) {
    case up:
      from = static_cast<int>(lane) - static_cast<int>(by);
      valid = from >= most;
      break;
    case down:
      from = static_cast<int>(lane + by);
      valid = from <= most;
      break;
    case butterfly:
      from = static_cast<int>(lane ^ by);
      valid = from <= most;
      break;
    default:
      from = least | static_cast<int>(by & ~segment);
      valid = from <= most;
  }
  return {valid ? static_cast<u32>(from) : lane, valid};
}

void shuffle(Warp& warp, const Insn& insn, u32 mask) {
  std::array<u32, warp_size> values{};
  const u32 unknown = warp.undefined(insn.in[0]);
  const u32 unknown_source = warp.undefined(insn.in[1]) | warp.undefined(insn.in[2]);
  u32 undefined = unknown_source & mask;
  const u32* a = warp.slot<u32>(insn.in[0]);
  const u32* b = warp.slot<u32>(insn.in[1]);
  const u32* c = warp.slot<u32>(insn.in[2]);
  u32 valid = 0;
  for (u32 left = mask; left != 0; left &= left - 1) {
    const u32 lane = first_lane(left);
    const Source source = source_of(insn.mode, lane, b[lane], c[lane]);
    if ((mask >> source.lane & 1) == 0) {
      warp.fail(
          FaultKind::divergence, insn, lane,
          "the shuffle reads lane " + std::to_string(source.lane) + ", which takes no part in it");
    }
    values.at(lane) = a[source.lane];
    valid |= static_cast<u32>(source.valid) << lane;
    undefined |= (unknown >> source.lane & 1) << lane;
  }
  const u32 origin = unknown != 0 ? insn.in[0] : insn.in[warp.undefined(insn.in[1]) != 0 ? 1 : 2];
  warp.pass_undefined(insn.out[0], undefined, mask, origin);
  u32* d = warp.slot<u32>(insn.out[0]);
  each_lane(mask, [&](u32 lane) { d[lane] = values[lane]; });
  if (insn.outputs < 2) return;
  warp.pass_undefined(insn.out[1], unknown_source & mask, mask, origin);
  u32& p = *warp.slot<u32>(insn.out[1]);
  p = (p & ~mask) | (valid & mask);
}

void decode_shfl(Decoder& d, const Statement& s) {
  if (!s.has("sync") || s.operands.size() != 5) d.fail("unknown shuffle");
  Insn& insn = d.emit(shuffle, Flow::warp_sync);
  insn.mode = s.has("up") ? up : s.has("down") ? down : s.has("bfly") ? butterfly : index;
  Operand result = s.operands[0];
  d.add_output(insn, result, 4);
  if (result.second != absent) {
    result.reg = result.second;
    d.add_output(insn, result, 4);
  }
  for (u32 i = 1; i < 5; ++i) d.add_input(insn, s.operands[i], 4);
}

/// All lanes of `mask` get a result that is undefined if `so`.
void pass_to_all(Warp& warp, const Insn& insn, u32 mask, bool so) {
  for (u32 i = 0; i < insn.outputs; ++i) {
    warp.pass_undefined(insn.out.at(i), so ? mask : 0, mask, insn.in[0]);
  }
}

enum Vote : u8 { ballot, any, all, uniform };

/// Whether defined lanes decide, whatever the `unknown` ones are.
bool is_decided(u8 mode, u32 ones, u32 mask, u32 unknown) {
  const bool one = (ones & ~unknown) != 0;
  const bool zero = (mask & ~ones & ~unknown) != 0;
  return unknown == 0 || (mode == any && one) || (mode == all && zero) ||
         (mode == uniform && one && zero);
}

void vote(Warp& warp, const Insn& insn, u32 mask) {
  const u32 value = *warp.slot<u32>(insn.in[0]);
  const u32 ones = (insn.negated ? ~value : value) & mask;
  const u32 unknown = warp.undefined(insn.in[0]) & mask;
  pass_to_all(warp, insn, mask, !is_decided(insn.mode, ones, mask, unknown));
  if (insn.mode == ballot) {
    u32* d = warp.slot<u32>(insn.out[0]);
    each_lane(mask, [=](u32 lane) { d[lane] = ones; });
    return;
  }
  const bool result = insn.mode == any   ? ones != 0
                      : insn.mode == all ? ones == mask
                                         : ones == 0 || ones == mask;
  u32& d = *warp.slot<u32>(insn.out[0]);
  d = (d & ~mask) | (result ? mask : 0);
}

void decode_vote(Decoder& d, const Statement& s) {
  if (!s.has("sync") || s.operands.size() != 3) d.fail("unknown vote");
  Insn& insn = d.emit(vote, Flow::warp_sync);
  insn.mode = s.has("ballot") ? ballot : s.has("any") ? any : s.has("all") ? all : uniform;
  d.add_output(insn, s.operands[0], 4);
  d.add_predicate(insn, s.operands[1]);
  d.add_input(insn, s.operands[2], 4);
}

template <class T, bool all_lanes>
void match(Warp& warp, const Insn& insn, u32 mask) {
  std::array<u32, warp_size> equal{};
  pass_to_all(warp, insn, mask, (warp.undefined(insn.in[0]) & mask) != 0);
  const T* a = warp.slot<T>(insn.in[0]);
  each_lane(mask, [&](u32 lane) {
    each_lane(mask,
              [&](u32 other) { equal[lane] |= static_cast<u32>(a[other] == a[lane]) << other; });
  });
  u32* d = warp.slot<u32>(insn.out[0]);
  const u32 first = equal[first_lane(mask)];
  each_lane(mask, [&](u32 lane) { d[lane] = !all_lanes ? equal[lane] : first == mask ? mask : 0; });
  if (insn.outputs < 2) return;
  u32& p = *warp.slot<u32>(insn.out[1]);
  p = (p & ~mask) | (first == mask ? mask : 0);
}

void decode_match(Decoder& d, const Statement& s) {
  const u8 size = first_type(s).size;
  const bool all_lanes = s.has("all");
  if (!s.has("sync") || s.operands.size() != 3) d.fail("unknown match");
  const Run run = size == 4 ? (all_lanes ? match<u32, true> : match<u32, false>)
                            : (all_lanes ? match<u64, true> : match<u64, false>);
  Insn& insn = d.emit(run, Flow::warp_sync);
  Operand result = s.operands[0];
  d.add_output(insn, result, 4);
  if (result.second != absent) {
    result.reg = result.second;
    d.add_output(insn, result, 4);
  }
  d.add_input(insn, s.operands[1], size);
  d.add_input(insn, s.operands[2], 4);
}

struct Sum {
  u32 operator()(u32 a, u32 b) const { return a + b; }
};
template <class T>
struct Least {
  T operator()(T a, T b) const { return std::min(a, b); }
};
template <class T>
struct Greatest {
  T operator()(T a, T b) const { return std::max(a, b); }
};
struct Conjunction {
  u32 operator()(u32 a, u32 b) const { return a & b; }
};
struct Disjunction {
  u32 operator()(u32 a, u32 b) const { return a | b; }
};
struct Parity {
  u32 operator()(u32 a, u32 b) const { return a ^ b; }
};

template <class T, class Op>
void reduce(Warp& warp, const Insn& insn, u32 mask) {
  const T* a = warp.slot<T>(insn.in[0]);
  pass_to_all(warp, insn, mask, (warp.undefined(insn.in[0]) & mask) != 0);
  T value = a[first_lane(mask)];
  for (u32 left = mask & (mask - 1); left != 0; left &= left - 1) {
    value = Op{}(value, a[first_lane(left)]);
  }
  T* d = warp.slot<T>(insn.out[0]);
  each_lane(mask, [=](u32 lane) { d[lane] = value; });
}

Run reduction(const Statement& s, bool is_signed) {
  if (s.has("add")) return reduce<u32, Sum>;
  if (s.has("min")) return is_signed ? reduce<i32, Least<i32>> : reduce<u32, Least<u32>>;
  if (s.has("max")) return is_signed ? reduce<i32, Greatest<i32>> : reduce<u32, Greatest<u32>>;
  if (s.has("and")) return reduce<u32, Conjunction>;
  if (s.has("or")) return reduce<u32, Disjunction>;
  return s.has("xor") ? reduce<u32, Parity> : nullptr;
}

void decode_redux(Decoder& d, const Statement& s) {
  const Type type = last_type(s);
  const Run run = reduction(s, type.kind == Kind::signed_integer);
  if (run == nullptr || type.size != 4 || type.kind == Kind::floating || s.operands.size() != 3) {
    d.fail("unknown reduction");
  }
  Insn& insn = d.emit(run, Flow::warp_sync);
  d.add_output(insn, s.operands[0], 4);
  d.add_input(insn, s.operands[1], 4);
  d.add_input(insn, s.operands[2], 4);
}

void active_mask(Warp& warp, const Insn& insn, u32 mask) {
  u32* d = warp.slot<u32>(insn.out[0]);
  each_lane(mask, [=](u32 lane) { d[lane] = mask; });
}

void decode_activemask(Decoder& d, const Statement& s) {
  emit_plain(d, s, active_mask, 4, {});
}

}  // namespace

void add_warp_wide(Opcodes& opcodes) {
  opcodes["shfl"] = decode_shfl;
  opcodes["vote"] = decode_vote;
  opcodes["match"] = decode_match;
  opcodes["redux"] = decode_redux;
  opcodes["activemask"] = decode_activemask;
}

}  // namespace shardsweep::ptx
