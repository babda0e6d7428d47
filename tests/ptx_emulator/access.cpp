#include "tests/ptx_emulator/access.hpp"

#include <algorithm>
#include <cstring>

#include "tests/ptx_emulator/decoder.hpp"

namespace shardsweep::ptx {

namespace {

bool all_allocated(const u8* state, u32 bytes) {
  constexpr u64 every = 0x0101010101010101;
  if (bytes < 8)
    return std::all_of(state, state + bytes, [](u8 s) { return (s & allocated) != 0; });
  for (u32 i = 0; i < bytes; i += 8) {
    u64 word = 0;
    std::memcpy(&word, state + i, 8);
    if ((word & every) != every) return false;
  }
  return true;
}

std::string text_of(u32 bytes, u64 address) {
  return std::to_string(bytes) + " bytes at " + hex(address);
}

Spot find_shared(Warp& warp, const Insn& insn, u32 lane, u32 offset, u32 bytes) {
  Block& block = warp.block();
  const bool inside = offset < block.shared_bytes() && bytes <= block.shared_bytes() - offset;
  if (!inside || !all_allocated(block.shared_state(offset), bytes)) {
    warp.fail(FaultKind::out_of_bounds, insn, lane,
              text_of(bytes, offset) + " of shared memory, " + block.describe_shared(offset));
  }
  const u64 key = u64{1} << 63 | u64{block.number()} << 24 | offset;
  return {block.shared_data(offset),
          block.shared_state(offset),
          block.shared_cells(offset),
          &block.shared_domain(),
          key,
          Space::shared};
}

Spot find_local(Warp& warp, const Insn& insn, u32 lane, u64 offset, u32 bytes) {
  const u32 size = warp.launch().kernel().local_bytes;
  if (offset >= size || bytes > size - offset) {
    warp.fail(FaultKind::out_of_bounds, insn, lane,
              text_of(bytes, offset) + " of " + std::to_string(size) + " bytes of local memory");
  }
  return {warp.local_data(lane) + offset,
          warp.local_state(lane) + offset,
          nullptr,
          nullptr,
          0,
          Space::local};
}

Spot find_param(Warp& warp, const Insn& insn, u32 lane, u64 offset, u32 bytes) {
  // In a called function and around calls, parameters belong to the lane.
  const bool of_lane = insn.mode != 0;
  const Kernel& kernel = warp.launch().kernel();
  const u32 size = of_lane ? kernel.lane_param_bytes : kernel.param_bytes;
  if (offset >= size || bytes > size - offset) {
    warp.fail(FaultKind::out_of_bounds, insn, lane,
              text_of(bytes, offset) + " of " + std::to_string(size) + " bytes of parameters");
  }
  u8* data = of_lane ? warp.lane_params(lane) : const_cast<u8*>(warp.launch().params().data());
  u8* state = of_lane ? warp.lane_param_state(lane) + offset : nullptr;
  return {data + offset, state, nullptr, nullptr, 0, Space::param};
}

Spot find_global(Warp& warp, const Insn& insn, u32 lane, u64 address, u32 bytes) {
  Launch& launch = warp.launch();
  DeviceMemory& memory = launch.memory();
  const u64 offset = memory.offset(address);
  if (offset >= DeviceMemory::size() - 64 || !all_allocated(memory.state(offset), bytes)) {
    warp.fail(FaultKind::out_of_bounds, insn, lane,
              text_of(bytes, address) + " of global memory, " + memory.describe(address));
  }
  return {memory.data(offset),
          memory.state(offset),
          memory.cells(offset),
          &launch.detector().global(),
          offset,
          Space::global};
}

/// Bits of the bytes of an access within its first cell and those behind it.
u64 cell_mask(const Insn& insn, const Spot& spot, u32 bytes) {
  const u64 all = bytes >= 64 ? ~u64{0} : (u64{1} << bytes) - 1;
  return (all & insn.used_bytes) << (spot.key & 3);
}

[[noreturn]] void fail_race(Warp& warp, const Insn& insn, u32 lane, const Spot& spot,
                            const Conflict& other, bool writes) {
  const std::string where = spot.space == Space::shared ? "shared" : "global";
  const std::string same = other.block == warp.block().number() ? "" : " of another block";
  std::string text = std::string(writes ? "a write" : "a read") + " of " + where + " memory and " +
                     (other.write ? "the write" : "the read") + " by " +
                     warp.describe_site(other.warp, other.site) + same + " have no order";
  warp.fail(FaultKind::race, insn, lane, text);
}

}  // namespace

Spot find_spot(Warp& warp, const Insn& insn, u32 lane, u64 address, u32 bytes) {
  if ((address & (bytes - 1)) != 0) {
    warp.fail(FaultKind::misaligned, insn, lane, text_of(bytes, address));
  }
  switch (insn.space) {
    case Space::shared:
      return find_shared(warp, insn, lane, static_cast<u32>(address), bytes);
    case Space::local:
      return find_local(warp, insn, lane, address, bytes);
    case Space::param:
      return find_param(warp, insn, lane, address, bytes);
    case Space::generic:
      if (address - shared_window < window_size) {
        return find_shared(warp, insn, lane, static_cast<u32>(address - shared_window), bytes);
      }
      if (address - local_window < window_size) {
        return find_local(warp, insn, lane, address - local_window, bytes);
      }
      if (address - param_window < window_size) {
        return find_param(warp, insn, lane, address - param_window, bytes);
      }
      [[fallthrough]];
    default:
      return find_global(warp, insn, lane, address, bytes);
  }
}

void note_read(Warp& warp, const Insn& insn, u32 lane, const Spot& spot, u32 bytes) {
  if (spot.cells == nullptr || !warp.launch().settings().check_races) return;
  RaceDetector& detector = warp.launch().detector();
  if (insn.order != Order::weak) {
    detector.strong(spot.key, {true, false, insn.order}, warp.agent());
    return;
  }
  const auto found = detector.read(*spot.domain, spot.cells, cell_mask(insn, spot, bytes),
                                   warp.agent(), warp.site(insn, lane));
  if (found) fail_race(warp, insn, lane, spot, *found, false);
}

void note_write(Warp& warp, const Insn& insn, u32 lane, const Spot& spot, u32 bytes) {
  if (spot.cells == nullptr || !warp.launch().settings().check_races) return;
  RaceDetector& detector = warp.launch().detector();
  if (insn.order != Order::weak) {
    detector.strong(spot.key, {false, true, insn.order}, warp.agent());
    return;
  }
  const auto found = detector.write(*spot.domain, spot.cells, cell_mask(insn, spot, bytes),
                                    warp.agent(), warp.site(insn, lane));
  if (found) fail_race(warp, insn, lane, spot, *found, true);
}

void note_atomic(Warp& warp, const Insn& insn, const Spot& spot) {
  if (spot.cells == nullptr || !warp.launch().settings().check_races) return;
  warp.launch().detector().strong(spot.key, {true, true, insn.order}, warp.agent());
}

}  // namespace shardsweep::ptx
