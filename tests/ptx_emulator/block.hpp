// A block: shared memory, warps, barriers.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "tests/ptx_emulator/race_detector.hpp"
#include "tests/ptx_emulator/special_registers.hpp"
#include "tests/ptx_emulator/warp.hpp"

namespace shardsweep::ptx {

class Launch;

/// What bar and barrier do besides waiting, in Insn::mode.
enum class BarrierKind : u8 { sync, arrive, reduce_and, reduce_or, reduce_popc };

class Block {
 public:
  explicit Block(Launch& launch);

  /// Becomes the block of this number; what it was before is forgotten.
  void begin(u32 number, const Dim& index);
  /// Runs one warp for at most `steps` instructions; false where none can run.
  bool take_turn(u32 steps);
  [[nodiscard]] bool runnable() const;
  [[nodiscard]] bool finished() const;
  /// Throws the fault of a block of which no warp can go on.
  [[noreturn]] void fail_stuck();

  /// Lanes of a warp reach the barrier instruction at `pc`.
  void arrive(Warp& warp, u32 pc, u32 mask);

  [[nodiscard]] Launch& launch() { return launch_; }
  [[nodiscard]] u32 number() const { return number_; }
  [[nodiscard]] const Dim& index() const { return index_; }
  [[nodiscard]] u32 shared_bytes() const { return shared_bytes_; }
  [[nodiscard]] u8* shared_data(u32 offset) { return &shared_data_[offset]; }
  [[nodiscard]] u8* shared_state(u32 offset) { return &shared_state_[offset]; }
  [[nodiscard]] Cell* shared_cells(u32 offset) { return &shared_cells_[offset / 4]; }
  [[nodiscard]] RaceDomain& shared_domain() { return shared_domain_; }
  [[nodiscard]] std::string describe_shared(u32 offset) const;

 private:
  struct Arrival {
    Warp* warp = nullptr;
    u32 pc = 0;
    u32 mask = 0;
    bool waits = true;
  };
  struct Barrier {
    std::vector<Arrival> arrivals;
    u32 expected = 0;  ///< threads by the instruction; 0: all of the block
    [[nodiscard]] u32 threads() const;
    [[nodiscard]] u32 whole_warps() const;
  };

  void complete(Barrier& barrier);
  void reduce(const Barrier& barrier);
  void lay_out_shared();

  Launch& launch_;
  u32 number_ = 0;
  Dim index_;
  u32 shared_bytes_ = 0;
  std::vector<u8> shared_data_;
  std::vector<u8> shared_state_;
  std::vector<u8> fresh_state_;  ///< of a block that begins
  std::vector<Cell> shared_cells_;
  RaceDomain shared_domain_;
  std::vector<std::unique_ptr<Warp>> warps_;
  std::array<Barrier, 16> barriers_;
  std::size_t turn_ = 0;
};

}  // namespace shardsweep::ptx
