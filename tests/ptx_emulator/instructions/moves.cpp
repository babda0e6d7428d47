// mov, with its packing of vectors, and addresses of one space as those of another.
#include "tests/ptx_emulator/instructions/elementwise.hpp"
#include "tests/ptx_emulator/instructions/groups.hpp"

namespace shardsweep::ptx {

namespace {

template <class T>
struct Same {
  T operator()(T a) const { return a; }
};

void move_predicate(Warp& warp, const Insn& insn, u32 mask) {
  u32& d = *warp.slot<u32>(insn.out[0]);
  d = (d & ~mask) | (*warp.slot<u32>(insn.in[0]) & mask);
}

/// Parts of type P make up a whole of type W, the first one lowest.
template <class W, class P>
void pack(Warp& warp, const Insn& insn, u32 mask) {
  for (; mask != 0; mask &= mask - 1) {
    const u32 lane = first_lane(mask);
    W whole = 0;
    for (u32 i = insn.inputs; i-- > 0;) {
      const W part = warp.slot<P>(insn.in.at(i))[lane];
      whole = static_cast<W>(whole << (4 * sizeof(P)) << (4 * sizeof(P)) | part);
    }
    warp.slot<W>(insn.out[0])[lane] = whole;
  }
}

template <class W, class P>
void unpack(Warp& warp, const Insn& insn, u32 mask) {
  for (; mask != 0; mask &= mask - 1) {
    const u32 lane = first_lane(mask);
    W whole = warp.slot<W>(insn.in[0])[lane];
    for (u32 i = 0; i < insn.outputs; ++i) {
      warp.slot<P>(insn.out.at(i))[lane] = static_cast<P>(whole);
      whole = static_cast<W>(whole >> (4 * sizeof(P)) >> (4 * sizeof(P)));
    }
  }
}

/// Of a whole and its parts, by their bytes.
Run packing(u8 whole, u8 part, bool packs) {
  if (whole == 4 && part == 2) return packs ? pack<u32, u16> : unpack<u32, u16>;
  if (whole == 8 && part == 2) return packs ? pack<u64, u16> : unpack<u64, u16>;
  if (whole == 8 && part == 4) return packs ? pack<u64, u32> : unpack<u64, u32>;
  if (whole == 16 && part == 8) return packs ? pack<u128, u64> : unpack<u128, u64>;
  if (whole == 16 && part == 4) return packs ? pack<u128, u32> : unpack<u128, u32>;
  return nullptr;
}

void decode_packing(Decoder& d, const Statement& s, u8 size) {
  const bool packs = s.operands[1].form == Operand::Form::list;
  const std::vector<Operand>& parts = s.operands[packs ? 1 : 0].list;
  const u8 part = static_cast<u8>(size / parts.size());
  const Run run = packing(size, part, packs);
  if (run == nullptr) d.fail("unknown vector");
  Insn& insn = d.emit(run);
  if (packs) {
    d.add_output(insn, s.operands[0], size);
    for (const Operand& operand : parts) d.add_input(insn, operand, part);
  } else {
    for (const Operand& operand : parts) d.add_output(insn, operand, part);
    d.add_input(insn, s.operands[1], size);
  }
}

void decode_mov(Decoder& d, const Statement& s) {
  const Type type = first_type(s);
  if (s.operands.size() != 2) d.fail("wrong number of operands");
  const bool vector =
      s.operands[0].form == Operand::Form::list || s.operands[1].form == Operand::Form::list;
  if (vector) return decode_packing(d, s, type.size);
  if (type.kind == Kind::predicate) {
    Insn& insn = d.emit(move_predicate);
    d.add_output(insn, s.operands[0], 4);
    d.add_predicate(insn, s.operands[1]);
    if (insn.negated) d.fail("a negated source is not known");
    return;
  }
  const Run run = type.size == 16 ? unary<u128, u128, Same<u128>>
                                  : by_size(type.size, unary<u16, u16, Same<u16>>,
                                            unary<u32, u32, Same<u32>>, unary<u64, u64, Same<u64>>);
  emit_plain(d, s, run, type.size, {type.size});
}

/// Adds Insn::offset, which is the window of the space.
template <class T>
void shift_address(Warp& warp, const Insn& insn, u32 mask) {
  T* d = warp.slot<T>(insn.out[0]);
  const T* a = warp.slot<T>(insn.in[0]);
  const T by = static_cast<T>(insn.offset);
  each_lane(mask, [=](u32 lane) { d[lane] = a[lane] + by; });
}

u64 window_of(const Statement& s) {
  if (s.has("shared") || s.has("shared::cta")) return shared_window;
  if (s.has("local")) return local_window;
  return s.has("param") ? param_window : 0;
}

void decode_cvta(Decoder& d, const Statement& s) {
  const u64 window = window_of(s);
  Insn& insn = emit_plain(d, s, shift_address<u64>, 8, {8});
  insn.offset = static_cast<i64>(s.has("to") ? u64{0} - window : window);
}

void is_in_window(Warp& warp, const Insn& insn, u32 mask) {
  const u64* a = warp.slot<u64>(insn.in[0]);
  u32& d = *warp.slot<u32>(insn.out[0]);
  const u64 window = static_cast<u64>(insn.offset);
  each_lane(mask, [&](u32 lane) {
    const bool elsewhere = a[lane] - shared_window < window_size ||
                           a[lane] - local_window < window_size ||
                           a[lane] - param_window < window_size;
    const bool inside = window == 0 ? !elsewhere : a[lane] - window < window_size;
    d = (d & ~(u32{1} << lane)) | static_cast<u32>(inside) << lane;
  });
}

void decode_isspacep(Decoder& d, const Statement& s) {
  if (s.has("const")) d.fail("constant space is not told from global space");
  Insn& insn = emit_plain(d, s, is_in_window, 4, {8});
  insn.offset = static_cast<i64>(window_of(s));
}

}  // namespace

void add_moves(Opcodes& opcodes) {
  opcodes["mov"] = decode_mov;
  opcodes["cvta"] = decode_cvta;
  opcodes["isspacep"] = decode_isspacep;
}

}  // namespace shardsweep::ptx
