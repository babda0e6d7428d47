// A warp: 32 threads with their own program counters, run together where they are together.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "tests/ptx_emulator/fault.hpp"
#include "tests/ptx_emulator/insn.hpp"
#include "tests/ptx_emulator/lanes.hpp"
#include "tests/ptx_emulator/race_detector.hpp"

namespace shardsweep::ptx {

class Block;
class Launch;

class Warp {
 public:
  /// `present`: the lanes that are threads of the block.
  Warp(Block& block, u32 index, u32 present);

  void begin();
  /// Runs for about `steps` instructions, or until no lane can go on.
  void run(u32 steps);
  [[nodiscard]] bool runnable() const { return !groups_.empty(); }
  [[nodiscard]] bool finished() const { return exited_ == present_; }
  [[nodiscard]] u32 present() const { return present_; }
  /// Lanes that have not ended.
  [[nodiscard]] u32 live() const { return present_ & ~exited_; }
  [[nodiscard]] u32 index() const { return index_; }
  /// Lanes continue behind a barrier.
  void resume(u32 pc, u32 mask) { add_group({pc, mask}); }
  /// Whether lanes wait for others of the warp.
  [[nodiscard]] bool holds() const { return !held_.empty(); }
  [[nodiscard]] std::string describe_held() const;
  [[noreturn]] void fail_held(const std::string& others);

  // For instructions:

  /// The 32 values of a register.
  template <class T>
  T* slot(u32 at) {
    return reinterpret_cast<T*>(registers_.data() + at);
  }
  /// Those lanes of `mask` whose predicate input is true.
  u32 predicate(const Insn& insn, u32 mask);
  [[nodiscard]] Block& block() { return block_; }
  [[nodiscard]] Launch& launch() { return launch_; }
  [[nodiscard]] Agent& agent() { return agent_; }
  /// The carry flag of each lane.
  [[nodiscard]] u32& carry() { return carry_; }
  [[nodiscard]] u8* local_data(u32 lane) { return &local_data_[lane * local_stride_]; }
  [[nodiscard]] u8* local_state(u32 lane) { return &local_state_[lane * local_stride_]; }
  [[nodiscard]] u8* lane_params(u32 lane) { return &lane_params_[lane * kernel_.lane_param_bytes]; }
  [[nodiscard]] u8* lane_param_state(u32 lane) {
    return &lane_param_state_[lane * kernel_.lane_param_bytes];
  }
  /// What names an access of a lane in the race detector.
  [[nodiscard]] u32 site(const Insn& insn, u32 lane) const;
  [[noreturn]] void fail(FaultKind kind, const Insn& insn, u32 lane, const std::string& what);
  [[nodiscard]] std::string describe_site(u32 warp, u32 site) const;

  /// Lanes whose value of a register came from memory that was never written.
  [[nodiscard]] u32 undefined(u32 slot) const { return tainted_ ? taint_[slot / 64] : 0; }
  /// Of `lanes`, those of `mask` have been given such a value by the load `origin`.
  void set_undefined(u32 slot, u32 mask, u32 lanes, const Insn& origin);
  /// The same, with values that go back to those of the register `source`.
  void pass_undefined(u32 slot, u32 mask, u32 lanes, u32 source);
  [[noreturn]] void fail_undefined(u32 slot, const Insn& insn, u32 lane, const std::string& use);

 private:
  /// Lanes at one instruction.
  struct Group {
    u32 pc = 0;
    u32 mask = 0;
  };

  Group take_group();
  void add_group(Group group);
  void run_group(Group group, u32 limit, u32 steps);
  u32 call(const Insn& insn, u32 pc, u32 mask);
  void leave_function(u32 mask);
  void leave_kernel(u32 mask);
  void branch_by_table(const Insn& insn, u32 mask);
  bool meet_at_once(const Insn& insn, u32 mask);
  void hold(u32 pc, u32 mask);
  void release_held();
  bool release(Group& held);
  bool release_members(Group& held);
  u32 decided(const Insn& insn);
  u32 filled(u32 slot, u32 size, bool ones);
  void check_members(const Insn& insn, u32 mask);
  void track_undefined(const Insn& insn, u32 lanes, u32 mask);

  Block& block_;
  Launch& launch_;
  const Kernel& kernel_;
  u32 index_;
  u32 present_;
  u32 exited_ = 0;
  u32 carry_ = 0;
  bool yielded_ = false;  ///< the rest of the turn is given away
  bool rotate_ = false;   ///< the group that ran last should let another one run
  std::vector<u8> registers_;
  std::vector<Group> groups_;  ///< that can run
  std::vector<Group> held_;    ///< that wait for other lanes of the warp
  std::array<std::vector<u32>, warp_size> returns_;
  std::vector<u8> lane_params_;
  std::vector<u8> lane_param_state_;
  std::vector<u8> local_data_;
  std::vector<u8> local_state_;
  u32 local_stride_ = 0;
  Agent agent_;
  bool tainted_ = false;
  std::vector<u32> taint_;         ///< by 64 bytes of the register file
  std::vector<u32> taint_origin_;  ///< the load, an index of the kernel's code
};

}  // namespace shardsweep::ptx
