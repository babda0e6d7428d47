// Finds pairs of accesses that nothing orders.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "tests/ptx_emulator/insn.hpp"
#include "tests/ptx_emulator/race_cell.hpp"

namespace shardsweep::ptx {

/// How far somebody knows the warps of blocks: for each block the clocks of its warps.
using Knowledge = std::unordered_map<u32, std::vector<u32>>;
using KnowledgePointer = std::shared_ptr<const Knowledge>;

/// What orders a warp after others. The warp's own accesses belong to its current interval, which
/// ends where it lets others know of them.
struct Agent {
  u32 block = 0;
  u32 warp = 0;
  u32 interval = 0;
  bool changed = true;        ///< there is something to tell since the last release
  std::vector<u32> clocks;    ///< how far it knows each warp of its block; its own: now
  KnowledgePointer foreign;   ///< how far it knows other blocks
  KnowledgePointer told;      ///< its last snapshot
  KnowledgePointer released;  ///< what its last fence lets strong stores tell
  KnowledgePointer pending;   ///< what strong loads heard, and the next fence makes known
};

/// Memory whose cells are of one age: global memory for a launch, shared memory for a block.
struct RaceDomain {
  u32 first_interval = 0;                  ///< older numbers in cells mean nothing
  std::vector<std::array<Cell, 4>> bytes;  ///< cells of words that are accessed bytewise
};

/// The other access of a race.
struct Conflict {
  bool write = false;
  u32 block = 0;
  u32 warp = 0;
  u32 site = 0;
};

/// Happens-before between the warps of one launch, after FastTrack (Flanagan, Freund, 2009): the
/// order comes from barriers, and from fences, releases and acquires with the strong accesses that
/// carry them. Lanes of one warp count as ordered. Strong accesses are never given to it as reads
/// or writes, so they race with nothing.
class RaceDetector {
 public:
  void begin_launch();
  RaceDomain& global() { return global_; }
  /// A domain for memory of a block that begins now.
  [[nodiscard]] RaceDomain new_domain() const { return {next_, {}}; }
  [[nodiscard]] Agent new_agent(u32 block, u32 warp, u32 warps);

  /// A weak access to the bytes of `mask` (bit 0: the first) of consecutive cells.
  std::optional<Conflict> read(RaceDomain& domain, Cell* cells, u64 mask, Agent& agent, u32 site) {
    return access<false>(domain, cells, mask, agent, site);
  }
  std::optional<Conflict> write(RaceDomain& domain, Cell* cells, u64 mask, Agent& agent, u32 site) {
    return access<true>(domain, cells, mask, agent, site);
  }

  struct Strong {
    bool loads = false;
    bool stores = false;
    Order order = Order::relaxed;
  };
  /// A strong access to a location; `key` names it.
  void strong(u64 key, Strong access, Agent& agent);
  void fence(Agent& agent);
  /// All agents meet: each knows afterwards what any knew. Those of `arrived` only tell.
  void barrier(std::span<Agent* const> waiting, std::span<Agent* const> arrived);

 private:
  struct Interval {
    u32 block = 0;
    u32 warp = 0;
    u32 clock = 0;
    u32 set = absent;  ///< of sets_: a set of readers instead
  };

  template <bool is_write>
  std::optional<Conflict> access(RaceDomain& domain, Cell* cells, u64 mask, Agent& agent, u32 site);
  template <bool is_write>
  std::optional<Conflict> touch(const RaceDomain& domain, Cell& cell, Agent& agent, u32 site);
  Cell* split(RaceDomain& domain, Cell& cell);
  void begin_interval(Agent& agent);
  [[nodiscard]] const Interval& info(u32 id) const { return intervals_[id - launch_first_]; }
  [[nodiscard]] bool knows(const Agent& agent, const Interval& other) const;
  /// The first reader that `agent` does not know; absent where it knows all.
  [[nodiscard]] u32 unknown_reader(const Agent& agent, u32 id) const;
  u32 add_reader(u32 id, const Agent& agent);
  void learn(Agent& agent, const KnowledgePointer& news);
  KnowledgePointer snapshot(Agent& agent);
  static KnowledgePointer merge(const KnowledgePointer& a, const KnowledgePointer& b);

  u32 next_ = 1;  ///< interval number; grows over launches so that old cells need no clearing
  u32 launch_first_ = 1;
  RaceDomain global_;
  std::vector<Interval> intervals_;
  std::vector<std::vector<u32>> sets_;
  std::unordered_map<u64, u32> grown_sets_;  ///< (set, interval) -> set
  std::unordered_map<u64, KnowledgePointer> locations_;
};

}  // namespace shardsweep::ptx
