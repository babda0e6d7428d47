// Loads, stores, fences.
#include <algorithm>
#include <cstring>

#include "tests/ptx_emulator/access.hpp"
#include "tests/ptx_emulator/instructions/elementwise.hpp"
#include "tests/ptx_emulator/instructions/groups.hpp"
#include "tests/ptx_emulator/instructions/memory_words.hpp"

namespace shardsweep::ptx {

namespace {

void count(Warp& warp, const Insn& insn, u32 mask, u32 bytes, bool stores) {
  Counters& counters = warp.launch().counters();
  const u64 sum = u64{bytes} * static_cast<u64>(std::popcount(mask));
  if (insn.space == Space::shared) {
    (stores ? counters.shared_bytes_stored : counters.shared_bytes_loaded) += sum;
  } else if (insn.space != Space::local && insn.space != Space::param) {
    (stores ? counters.global_bytes_stored : counters.global_bytes_loaded) += sum;
  }
}

bool all_written(const u8* state, u32 bytes) {
  return std::all_of(state, state + bytes, [](u8 s) { return (s & written) != 0; });
}

/// M is the type in memory, R that of the registers.
template <class M, class R>
void load(Warp& warp, const Insn& insn, u32 mask) {
  constexpr u32 size = sizeof(M);
  const u32 bytes = size * insn.elements;
  count(warp, insn, mask, bytes, false);
  std::array<u32, 4> undefined{};
  for (u32 left = mask; left != 0; left &= left - 1) {
    const u32 lane = first_lane(left);
    const Spot spot = find_spot(warp, insn, lane, address_of(warp, insn, lane), bytes);
    note_read(warp, insn, lane, spot, bytes);
    const bool defined = spot.state == nullptr || all_written(spot.state, bytes);
    for (u32 i = 0; i < insn.elements; ++i) {
      M value;
      std::memcpy(&value, spot.data + i * size, size);
      warp.slot<R>(insn.out[i])[lane] = static_cast<R>(value);
      // A value of which some bytes were written is one with padding.
      const bool used = defined || (insn.used_bytes >> (i * size) & ((u64{1} << size) - 1)) != 0;
      if (defined || !used) continue;
      const u8* state = spot.state + i * size;
      const bool none = std::none_of(state, state + size, [](u8 s) { return (s & written) != 0; });
      undefined[i] |= static_cast<u32>(none) << lane;
    }
  }
  if (!warp.launch().settings().check_undefined) return;
  for (u32 i = 0; i < insn.elements; ++i) {
    warp.set_undefined(insn.out[i], undefined[i], mask, insn);
  }
}

template <class M, class R>
void store(Warp& warp, const Insn& insn, u32 mask) {
  constexpr u32 size = sizeof(M);
  const u32 bytes = size * insn.elements;
  count(warp, insn, mask, bytes, true);
  for (u32 left = mask; left != 0; left &= left - 1) {
    const u32 lane = first_lane(left);
    const Spot spot = find_spot(warp, insn, lane, address_of(warp, insn, lane), bytes);
    note_write(warp, insn, lane, spot, bytes);
    for (u32 i = 0; i < insn.elements; ++i) {
      const M value = static_cast<M>(warp.slot<R>(insn.in[1 + i])[lane]);
      std::memcpy(spot.data + i * size, &value, size);
      if (spot.state == nullptr) continue;
      // Undefined values may be kept, but not be given out.
      const bool undefined = (warp.undefined(insn.in[1 + i]) >> lane & 1) != 0;
      if (undefined && spot.space == Space::global) {
        warp.fail_undefined(insn.in[1 + i], insn, lane, "the stored value");
      }
      std::fill_n(spot.state + i * size, size, undefined ? allocated : u8{allocated | written});
    }
  }
}

template <class M>
Run load_into(u8 width) {
  if (width < sizeof(M)) return nullptr;
  if constexpr (sizeof(M) == 16) return load<u128, u128>;
  if constexpr (sizeof(M) == 8) return width == 8 ? load<M, u64> : nullptr;
  if constexpr (sizeof(M) == 4) return by_size(width, nullptr, load<M, u32>, load<M, u64>);
  return by_size(width, load<M, u16>, load<M, u32>, load<M, u64>);
}

Run load_run(Type type, u8 width) {
  const bool is_signed = type.kind == Kind::signed_integer;
  switch (type.size) {
    case 1:
      return is_signed ? load_into<i8>(width) : load_into<u8>(width);
    case 2:
      return is_signed ? load_into<i16>(width) : load_into<u16>(width);
    case 4:
      return is_signed ? load_into<i32>(width) : load_into<u32>(width);
    case 8:
      return load_into<u64>(width);
    default:
      return load_into<u128>(width);
  }
}

Run store_run(u8 size, u8 width) {
  switch (size) {
    case 1:
      return by_size(width, store<u8, u16>, store<u8, u32>, store<u8, u64>);
    case 2:
      return by_size(width, store<u16, u16>, store<u16, u32>, store<u16, u64>);
    case 4:
      return by_size(width, nullptr, store<u32, u32>, store<u32, u64>);
    case 8:
      return width == 8 ? store<u64, u64> : nullptr;
    default:
      return width == 16 ? store<u128, u128> : nullptr;
  }
}

/// Space, order and vector length of a load or store.
void describe_access(Decoder& d, const Statement& s, Insn& insn, const Operand& memory) {
  if (s.has("v8")) d.fail("unknown length of vector");
  insn.type = first_type(s);
  insn.space = space_of(s);
  insn.order = order_of(s);
  insn.elements = s.has("v2") ? 2 : s.has("v4") ? 4 : 1;
  insn.used_inputs = 1;
  if (insn.space == Space::param) insn.mode = d.is_kernel_param(memory) ? 0 : 1;
  d.add_address(insn, memory);
}

/// The values of a vector access, or the one of another.
std::vector<Operand> values_of(Decoder& d, const Operand& operand, u8 elements) {
  const bool list = operand.form == Operand::Form::list;
  std::vector<Operand> values = list ? operand.list : std::vector<Operand>{operand};
  if (values.size() != elements) d.fail("wrong length of vector");
  return values;
}

/// Registers of one vector have one width; `_` takes that of the others.
u8 common_width(Decoder& d, const std::vector<Operand>& values, u8 least) {
  u8 width = 0;
  for (const Operand& value : values) width = std::max(width, d.width(value, 0));
  return width == 0 ? least : width;
}

void decode_ld(Decoder& d, const Statement& s) {
  if (s.operands.size() != 2) d.fail("wrong number of operands");
  Insn& insn = d.emit(nullptr);
  describe_access(d, s, insn, s.operands[1]);
  const auto values = values_of(d, s.operands[0], insn.elements);
  const u8 width = common_width(d, values, std::max<u8>(insn.type.size, 2));
  for (const Operand& value : values) d.add_output(insn, value, width);
  insn.run = load_run(insn.type, width);
  if (insn.run == nullptr) d.fail("unknown type of load");
}

void decode_st(Decoder& d, const Statement& s) {
  if (s.operands.size() != 2) d.fail("wrong number of operands");
  Insn& insn = d.emit(nullptr);
  describe_access(d, s, insn, s.operands[0]);
  const auto values = values_of(d, s.operands[1], insn.elements);
  const u8 width = common_width(d, values, std::max<u8>(insn.type.size, 2));
  for (const Operand& value : values) d.add_input(insn, value, width);
  insn.run = store_run(insn.type.size, width);
  if (insn.run == nullptr) d.fail("unknown type of store");
}

void fence(Warp& warp, const Insn&, u32) {
  if (warp.launch().settings().check_races) warp.launch().detector().fence(warp.agent());
}

void decode_fence(Decoder& d, const Statement& s) {
  if (s.has("proxy") || s.has("mbarrier_init")) d.fail("unknown fence");
  d.emit(fence);
}

void nothing(Warp&, const Insn&, u32) {}

void decode_nothing(Decoder& d, const Statement&) {
  d.emit(nothing);
}

}  // namespace

void add_memory(Opcodes& opcodes) {
  opcodes["ld"] = decode_ld;
  opcodes["ldu"] = decode_ld;
  opcodes["st"] = decode_st;
  opcodes["atom"] = decode_atomic;
  opcodes["red"] = decode_atomic;
  opcodes["membar"] = decode_fence;
  opcodes["fence"] = decode_fence;
  for (const char* hint : {"prefetch", "prefetchu", "griddepcontrol"}) {
    opcodes[hint] = decode_nothing;
  }
}

void copy_lane_params(Warp& warp, const Insn& insn, u32 mask) {
  const auto& copies = warp.launch().kernel().copies;
  for (; mask != 0; mask &= mask - 1) {
    u8* params = warp.lane_params(first_lane(mask));
    u8* state = warp.lane_param_state(first_lane(mask));
    for (u32 i = 0; i < insn.count; ++i) {
      const ParamCopy& copy = copies[insn.target + i];
      std::memmove(params + copy.to, params + copy.from, copy.size);
      std::memmove(state + copy.to, state + copy.from, copy.size);
    }
  }
}

}  // namespace shardsweep::ptx
