// Addresses -> bytes, with every check that an access has to pass.
#pragma once

#include "tests/ptx_emulator/block.hpp"
#include "tests/ptx_emulator/launch.hpp"
#include "tests/ptx_emulator/warp.hpp"

namespace shardsweep::ptx {

/// The bytes of one lane's access.
struct Spot {
  u8* data = nullptr;
  u8* state = nullptr;    ///< nullptr: always defined
  Cell* cells = nullptr;  ///< nullptr: nobody else has these bytes
  RaceDomain* domain = nullptr;
  u64 key = 0;  ///< names the location to the race detector
  Space space = Space::global;
};

/// Finds the bytes of an access by `lane`. Throws FaultError out of bounds or misaligned.
Spot find_spot(Warp& warp, const Insn& insn, u32 lane, u64 address, u32 bytes);

/// Checks a weak read for races, tells a strong one to the detector.
void note_read(Warp& warp, const Insn& insn, u32 lane, const Spot& spot, u32 bytes);
void note_write(Warp& warp, const Insn& insn, u32 lane, const Spot& spot, u32 bytes);
void note_atomic(Warp& warp, const Insn& insn, const Spot& spot);

/// The address of a lane's access.
inline u64 address_of(Warp& warp, const Insn& insn, u32 lane) {
  const u64 base =
      insn.address_size == 8 ? warp.slot<u64>(insn.in[0])[lane] : warp.slot<u32>(insn.in[0])[lane];
  return base + static_cast<u64>(insn.offset);
}

}  // namespace shardsweep::ptx
