// What a warp says when something is wrong, and where its undefined values are.
#include <algorithm>
#include <bit>

#include "tests/ptx_emulator/launch.hpp"
#include "tests/ptx_emulator/warp.hpp"

namespace shardsweep::ptx {

namespace {

std::string text_of(const Place& place) {
  std::string text = "PTX line " + std::to_string(place.line) + " `" + place.text + "`";
  if (!place.source.empty()) text += " (" + place.source + ")";
  return text;
}

Dim thread_index(const Dim& block, u32 thread) {
  return {thread % block.x, thread / block.x % block.y, thread / (block.x * block.y)};
}

}  // namespace

u32 Warp::site(const Insn& insn, u32 lane) const {
  return static_cast<u32>(&insn - kernel_.code.data()) << 5 | lane;
}

void Warp::fail(FaultKind kind, const Insn& insn, u32 lane, const std::string& what) {
  const Place& place = kernel_.places[static_cast<std::size_t>(&insn - kernel_.code.data())];
  Fault fault;
  fault.kind = kind;
  fault.kernel = kernel_.display;
  fault.block = block_.index();
  fault.thread = thread_index(launch_.shape().block, index_ * warp_size + lane);
  fault.ptx_line = place.line;
  fault.source = place.source;
  fault.message = name_of(kind) + ": " + what + "; kernel " + fault.kernel + ", block " +
                  to_text(fault.block) + ", thread " + to_text(fault.thread) + ", " +
                  text_of(place);
  throw FaultError(fault);
}

std::string Warp::describe_site(u32 warp, u32 site) const {
  const Dim thread = thread_index(launch_.shape().block, warp * warp_size + (site & 31));
  return "thread " + to_text(thread) + " at " + text_of(kernel_.places[site >> 5]);
}

void Warp::set_undefined(u32 slot, u32 mask, u32 lanes, const Insn& origin) {
  if (!tainted_ && mask == 0) return;
  if (!tainted_) {
    tainted_ = true;
    taint_.assign(registers_.size() / 64 + 1, 0);
    taint_origin_.assign(taint_.size(), 0);
  }
  taint_[slot / 64] = (taint_[slot / 64] & ~lanes) | mask;
  if (mask != 0) taint_origin_[slot / 64] = static_cast<u32>(&origin - kernel_.code.data());
}

void Warp::pass_undefined(u32 slot, u32 mask, u32 lanes, u32 source) {
  if (!tainted_) return;
  taint_[slot / 64] = (taint_[slot / 64] & ~lanes) | mask;
  if (mask != 0) taint_origin_[slot / 64] = taint_origin_[source / 64];
}

void Warp::fail_undefined(u32 slot, const Insn& insn, u32 lane, const std::string& use) {
  const Place& loaded = kernel_.places[taint_origin_[slot / 64]];
  fail(FaultKind::undefined_value, insn, lane, use + " comes from the load at " + text_of(loaded));
}

/// Lanes whose value is all ones, or all zeros.
u32 Warp::filled(u32 slot_at, u32 size, bool ones) {
  u32 lanes = 0;
  for (u32 lane = 0; lane < warp_size; ++lane) {
    const u8* value = slot<u8>(slot_at) + lane * size;
    const u8 wanted = ones ? 0xFF : 0;
    const bool all = std::all_of(value, value + size, [=](u8 byte) { return byte == wanted; });
    lanes |= static_cast<u32>(all) << lane;
  }
  return lanes;
}

/// Lanes in which one input decides the result, whatever the undefined ones are.
u32 Warp::decided(const Insn& insn) {
  if (insn.mixing == Mixing::any) return 0;
  const auto undefined_in = [&](u32 i) { return taint_[insn.in.at(i) / 64]; };
  if (insn.mixing == Mixing::choice) {
    const u32 first = predicate(insn, full_mask);
    return ~undefined_in(2) & ~((first & undefined_in(0)) | (~first & undefined_in(1)));
  }
  const bool ones = insn.mixing == Mixing::logical_or;
  u32 lanes = 0;
  for (u32 i = 0; i < 2; ++i) {
    const u32 at = insn.in.at(i);
    const u32 deciding = insn.type.kind == Kind::predicate
                             ? (ones ? *slot<u32>(at) : ~*slot<u32>(at))
                             : filled(at, insn.type.size, ones);
    lanes |= deciding & ~undefined_in(i);
  }
  return lanes;
}

void Warp::check_members(const Insn& insn, u32 mask) {
  const u32 members = insn.in.at(insn.inputs - 1U);
  if (const u32 bad = taint_[members / 64] & mask; bad != 0) {
    fail_undefined(members, insn, first_lane(bad), "the member mask");
  }
}

void Warp::track_undefined(const Insn& insn, u32 lanes, u32 mask) {
  if (insn.guard != absent) {
    if (const u32 bad = taint_[insn.guard / 64] & lanes; bad != 0) {
      fail_undefined(insn.guard, insn, first_lane(bad), "the condition");
    }
  }
  // What lanes get from one another, the instruction itself tells.
  if (insn.flow == Flow::warp_sync) return check_members(insn, mask);
  u32 mixed = 0;
  u32 origin = 0;
  for (u32 i = 0; i < insn.inputs; ++i) {
    const u32 bad = taint_[insn.in.at(i) / 64] & mask;
    if (bad == 0) continue;
    if (i < insn.used_inputs) {
      fail_undefined(insn.in.at(i), insn, first_lane(bad), "a value");
    }
    mixed |= bad;
    if (insn.mixing != Mixing::any) mixed &= ~decided(insn);
    origin = taint_origin_[insn.in.at(i) / 64];
  }
  for (u32 i = 0; i < insn.outputs; ++i) {
    u32& taint = taint_[insn.out.at(i) / 64];
    taint = (taint & ~mask) | mixed;
    if (mixed != 0) taint_origin_[insn.out.at(i) / 64] = origin;
  }
}

}  // namespace shardsweep::ptx
