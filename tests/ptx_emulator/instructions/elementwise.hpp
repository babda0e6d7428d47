// Instructions that do the same in each lane.
#pragma once

#include <initializer_list>

#include "tests/ptx_emulator/decoder.hpp"
#include "tests/ptx_emulator/warp.hpp"

namespace shardsweep::ptx {

/// D is the type of the result, S that of the sources.
template <class D, class S, class Op>
void unary(Warp& warp, const Insn& insn, u32 mask) {
  D* d = warp.slot<D>(insn.out[0]);
  const S* a = warp.slot<S>(insn.in[0]);
  each_lane(mask, [=](u32 lane) { d[lane] = static_cast<D>(Op{}(a[lane])); });
}

template <class D, class S, class Op>
void binary(Warp& warp, const Insn& insn, u32 mask) {
  D* d = warp.slot<D>(insn.out[0]);
  const S* a = warp.slot<S>(insn.in[0]);
  const S* b = warp.slot<S>(insn.in[1]);
  each_lane(mask, [=](u32 lane) { d[lane] = static_cast<D>(Op{}(a[lane], b[lane])); });
}

/// The third source has the type of the result.
template <class D, class S, class Op>
void ternary(Warp& warp, const Insn& insn, u32 mask) {
  D* d = warp.slot<D>(insn.out[0]);
  const S* a = warp.slot<S>(insn.in[0]);
  const S* b = warp.slot<S>(insn.in[1]);
  const D* c = warp.slot<D>(insn.in[2]);
  each_lane(mask, [=](u32 lane) { d[lane] = static_cast<D>(Op{}(a[lane], b[lane], c[lane])); });
}

/// Emits an instruction with one result and the sources of the statement, of the sizes given.
inline Insn& emit_plain(Decoder& decoder, const Statement& statement, Run run, u8 result,
                        std::initializer_list<u8> sources) {
  if (run == nullptr) decoder.fail("unknown type of this instruction");
  if (statement.operands.size() != sources.size() + 1) decoder.fail("wrong number of operands");
  Insn& insn = decoder.emit(run);
  decoder.add_output(insn, statement.operands[0], result);
  std::size_t i = 1;
  for (const u8 size : sources) decoder.add_input(insn, statement.operands[i++], size);
  return insn;
}

/// The last word that names a type: `cvt.u64.u32` has two.
inline Type last_type(const Statement& statement) {
  for (std::size_t i = statement.words.size(); i-- > 1;) {
    const Type type = type_named(statement.words[i]);
    if (type.kind != Kind::none) return type;
  }
  return {};
}

inline Type first_type(const Statement& statement) {
  for (std::size_t i = 1; i < statement.words.size(); ++i) {
    const Type type = type_named(statement.words[i]);
    if (type.kind != Kind::none) return type;
  }
  return {};
}

/// One of three functions by size in bytes: 2, 4, 8.
inline Run by_size(u8 size, Run two, Run four, Run eight) {
  return size == 2 ? two : size == 4 ? four : size == 8 ? eight : nullptr;
}

}  // namespace shardsweep::ptx
