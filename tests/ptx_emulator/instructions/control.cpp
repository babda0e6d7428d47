// Branches, calls, barriers, traps.
#include <cstring>

#include "tests/ptx_emulator/access.hpp"
#include "tests/ptx_emulator/instructions/elementwise.hpp"
#include "tests/ptx_emulator/instructions/groups.hpp"

namespace shardsweep::ptx {

namespace {

void decode_bra(Decoder& d, const Statement& s) {
  d.branch_to(s.operands.at(0).name);
}

void decode_brx(Decoder& d, const Statement& s) {
  d.branch_by_table(s.operands.at(0), s.operands.at(1).name);
}

void decode_call(Decoder& d, const Statement& s) {
  d.call(s);
}

void decode_ret(Decoder& d, const Statement&) {
  d.leave();
}

void decode_exit(Decoder& d, const Statement&) {
  d.emit(nullptr, Flow::exit);
}

void trap(Warp& warp, const Insn& insn, u32 mask) {
  warp.fail(FaultKind::trap, insn, first_lane(mask), "the kernel gave up");
}

void decode_trap(Decoder& d, const Statement&) {
  d.emit(trap);
}

void decode_nanosleep(Decoder& d, const Statement&) {
  d.emit(nullptr, Flow::yield);
}

BarrierKind barrier_kind(Decoder& d, const Statement& s) {
  if (s.has("sync")) return BarrierKind::sync;
  if (s.has("arrive")) return BarrierKind::arrive;
  if (!s.has("red")) d.fail("unknown barrier");
  if (s.has("popc")) return BarrierKind::reduce_popc;
  return s.has("and") ? BarrierKind::reduce_and : BarrierKind::reduce_or;
}

void decode_bar(Decoder& d, const Statement& s) {
  if (s.has("cluster")) d.fail("clusters are not known");
  if (s.has("warp")) {
    Insn& insn = d.emit(nullptr, Flow::warp_sync);
    d.add_input(insn, s.operands.at(0), 4);
    return;
  }
  const BarrierKind kind = barrier_kind(d, s);
  Insn& insn = d.emit(nullptr, Flow::barrier);
  insn.mode = static_cast<u8>(kind);
  insn.aligned = s.words[0] == "bar" || s.has("aligned");
  const bool reduces = kind >= BarrierKind::reduce_and;
  std::size_t at = 0;
  if (reduces) d.add_output(insn, s.operands.at(at++), 4);
  const std::size_t end = s.operands.size() - (reduces ? 1 : 0);
  d.add_input(insn, s.operands.at(at++), 4);
  if (at < end) {
    d.add_input(insn, s.operands[at], 4);
    insn.count = 1;
  }
  if (reduces) d.add_predicate(insn, s.operands.back());
  insn.used_inputs = insn.inputs;
}

/// Text in device memory that a generic address points to.
std::string text_at(Warp& warp, u64 address) {
  const DeviceMemory& memory = warp.launch().memory();
  std::string text;
  while (memory.contains(address + text.size(), 1)) {
    const u8 c = *memory.data(memory.offset(address + text.size()));
    if (c == 0) break;
    text += static_cast<char>(c);
  }
  return text;
}

template <class T>
T argument(const u8* mailbox, u32 at) {
  T value;
  std::memcpy(&value, mailbox + at, sizeof(T));
  return value;
}

/// __assertfail(text, file, line, function, size of a character).
void assertion(Warp& warp, const Insn& insn, u32 mask) {
  const u32 lane = first_lane(mask);
  const u8* mailbox = warp.lane_params(lane);
  warp.fail(FaultKind::trap, insn, lane,
            "assertion `" + text_at(warp, argument<u64>(mailbox, 0)) + "` failed at " +
                text_at(warp, argument<u64>(mailbox, 8)) + ":" +
                std::to_string(argument<u32>(mailbox, 16)));
}

/// A kernel may hold such calls in ways that it does not go.
void unknown_function(Warp& warp, const Insn& insn, u32 mask) {
  warp.fail(FaultKind::unknown_code, insn, first_lane(mask), "a function that is not known");
}

}  // namespace

Run external_function(std::string_view name) {
  return name == "__assertfail" ? assertion : unknown_function;
}

void add_control(Opcodes& opcodes) {
  opcodes["bra"] = decode_bra;
  opcodes["brx"] = decode_brx;
  opcodes["call"] = decode_call;
  opcodes["ret"] = decode_ret;
  opcodes["exit"] = decode_exit;
  opcodes["trap"] = decode_trap;
  opcodes["brkpt"] = decode_trap;
  opcodes["nanosleep"] = decode_nanosleep;
  opcodes["bar"] = decode_bar;
  opcodes["barrier"] = decode_bar;
}

}  // namespace shardsweep::ptx
