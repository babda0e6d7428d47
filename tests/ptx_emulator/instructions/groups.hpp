// The groups of instructions: each adds its opcodes to the table that the decoder looks in.
#pragma once

#include "tests/ptx_emulator/decoder.hpp"

namespace shardsweep::ptx {

void add_arithmetic(Opcodes& opcodes);        ///< integers; hands floating types over
void add_bits(Opcodes& opcodes);              ///< logic, shifts, counts
void add_carries(Opcodes& opcodes);           ///< addc, subc, madc
void add_comparisons(Opcodes& opcodes);       ///< setp, set, selp, slct
void add_control(Opcodes& opcodes);           ///< branches, calls, barriers, traps
void add_conversions(Opcodes& opcodes);       ///< cvt
void add_fields(Opcodes& opcodes);            ///< bfe, bfi, prmt
void add_floating(Opcodes& opcodes);          ///< opcodes of floating types alone
void add_memory(Opcodes& opcodes);            ///< loads, stores, atomics, fences
void add_moves(Opcodes& opcodes);             ///< mov, cvta, isspacep
void add_short_arithmetic(Opcodes& opcodes);  ///< mul24, mad24, dp4a, sad
void add_warp_wide(Opcodes& opcodes);         ///< shfl, vote, match, redux

/// add, sub, mul, mad, fma, div, min, max, abs, neg of floating types.
void decode_floating(Decoder& decoder, const Statement& statement);
/// add.cc, sub.cc, mad.cc.
void decode_carry(Decoder& decoder, const Statement& statement);
/// atom, red.
void decode_atomic(Decoder& decoder, const Statement& statement);

/// Copies of Kernel::copies in the lanes' parameters.
void copy_lane_params(Warp& warp, const Insn& insn, u32 mask);
/// What stands for a function without body; one that is not known is a fault of those who call it.
Run external_function(std::string_view name);

}  // namespace shardsweep::ptx
