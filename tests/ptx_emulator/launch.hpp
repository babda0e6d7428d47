// One launch of a kernel: blocks in turn, their warps in turn.
#pragma once

#include <memory>
#include <random>
#include <vector>

#include "tests/ptx_emulator/block.hpp"
#include "tests/ptx_emulator/device_memory.hpp"
#include "tests/ptx_emulator/fault.hpp"
#include "tests/ptx_emulator/insn.hpp"
#include "tests/ptx_emulator/race_detector.hpp"
#include "tests/ptx_emulator/settings.hpp"

namespace shardsweep::ptx {

/// What a kernel is launched with.
struct LaunchShape {
  Dim grid;
  Dim block;
  u32 dynamic_shared = 0;  ///< bytes
};

class Launch {
 public:
  /// `params` are the kernel's parameters, one pointer each.
  Launch(const Kernel& kernel, const LaunchShape& shape, const void* const* params,
         DeviceMemory& memory, RaceDetector& detector, const Settings& settings);

  /// Runs to the end. Throws FaultError at the first fault.
  void run();

  [[nodiscard]] const Kernel& kernel() const { return kernel_; }
  [[nodiscard]] const LaunchShape& shape() const { return shape_; }
  [[nodiscard]] const Settings& settings() const { return settings_; }
  [[nodiscard]] DeviceMemory& memory() { return memory_; }
  [[nodiscard]] RaceDetector& detector() { return detector_; }
  [[nodiscard]] const std::vector<u8>& params() const { return params_; }
  [[nodiscard]] Counters& counters() { return counters_; }
  /// Offset of dynamic shared memory.
  [[nodiscard]] u32 dynamic_shared_at() const;
  u32 random(u32 below);
  [[nodiscard]] bool shuffled() const { return settings_.seed != 0; }

 private:
  void start_blocks();
  void take_turn();
  [[nodiscard]] Dim index_of(u64 block) const;

  const Kernel& kernel_;
  LaunchShape shape_;
  DeviceMemory& memory_;
  RaceDetector& detector_;
  const Settings& settings_;
  std::vector<u8> params_;
  Counters counters_;
  std::mt19937_64 random_;
  u32 most_resident_ = 4;
  u64 started_ = 0;
  std::size_t turn_ = 0;
  std::vector<std::unique_ptr<Block>> resident_;
  std::vector<std::unique_ptr<Block>> spare_;  ///< finished, their memory to be used again
};

}  // namespace shardsweep::ptx
