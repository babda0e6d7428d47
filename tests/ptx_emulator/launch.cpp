#include "tests/ptx_emulator/launch.hpp"

#include <algorithm>
#include <cstring>

namespace shardsweep::ptx {

namespace {

constexpr u32 long_turn = 4096;  ///< warp instructions

}  // namespace

Launch::Launch(const Kernel& kernel, const LaunchShape& shape, const void* const* params,
               DeviceMemory& memory, RaceDetector& detector, const Settings& settings)
    : kernel_(kernel),
      shape_(shape),
      memory_(memory),
      detector_(detector),
      settings_(settings),
      params_(kernel.param_bytes + 16),
      random_(settings.seed) {
  for (std::size_t i = 0; i < kernel.params.size(); ++i) {
    std::memcpy(&params_[kernel.params[i].offset], params[i], kernel.params[i].size);
  }
  if (shuffled()) most_resident_ = 2 + random(15);
}

u32 Launch::dynamic_shared_at() const {
  return (kernel_.static_shared + 127) / 128 * 128;
}

u32 Launch::random(u32 below) {
  return static_cast<u32>(random_() % below);
}

Dim Launch::index_of(u64 block) const {
  const Dim& grid = shape_.grid;
  return {static_cast<u32>(block % grid.x), static_cast<u32>(block / grid.x % grid.y),
          static_cast<u32>(block / (u64{grid.x} * grid.y))};
}

void Launch::run() {
  detector_.begin_launch();
  counters_ = {};
  counters_.launches = 1;
  start_blocks();
  while (!resident_.empty()) take_turn();
}

void Launch::start_blocks() {
  // In the order of their numbers, as devices do: look-back algorithms rely on it.
  while (resident_.size() < most_resident_ && started_ < shape_.grid.count()) {
    if (spare_.empty()) spare_.push_back(std::make_unique<Block>(*this));
    spare_.back()->begin(static_cast<u32>(started_), index_of(started_));
    resident_.push_back(std::move(spare_.back()));
    spare_.pop_back();
    ++started_;
    ++counters_.blocks;
  }
}

void Launch::take_turn() {
  const std::size_t blocks = resident_.size();
  const std::size_t first = shuffled() ? random(static_cast<u32>(blocks)) : turn_ % blocks;
  const u32 steps = shuffled() ? 1 + random(long_turn / 4) : long_turn;
  for (std::size_t i = 0; i < blocks; ++i) {
    const std::size_t at = (first + i) % blocks;
    if (!resident_[at]->take_turn(steps)) continue;
    // Even in order, a block that waits for a later one must not keep the turn.
    turn_ = at + 1;
    if (resident_[at]->finished()) {
      spare_.push_back(std::move(resident_[at]));
      resident_.erase(resident_.begin() + static_cast<std::ptrdiff_t>(at));
      start_blocks();
      turn_ = at;
    }
    return;
  }
  resident_[first]->fail_stuck();
}

}  // namespace shardsweep::ptx
