#include "tests/ptx_emulator/warp.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "tests/ptx_emulator/decoder.hpp"
#include "tests/ptx_emulator/launch.hpp"

namespace shardsweep::ptx {

namespace {

/// A group that loops waits perhaps for another one: after this many instructions others run.
constexpr u32 patience = 1024;
constexpr u32 local_guard = 32;  ///< bytes behind local memory that no access may touch

}  // namespace

Warp::Warp(Block& block, u32 index, u32 present)
    : block_(block),
      launch_(block.launch()),
      kernel_(launch_.kernel()),
      index_(index),
      present_(present),
      registers_(kernel_.register_bytes + 64) {
  if (kernel_.local_bytes != 0) {
    local_stride_ = (kernel_.local_bytes + local_guard + 15) / 16 * 16;
    local_data_.resize(local_stride_ * warp_size);
    local_state_.resize(local_stride_ * warp_size);
  }
  lane_params_.resize(kernel_.lane_param_bytes * warp_size);
  lane_param_state_.resize(lane_params_.size());
}

void Warp::begin() {
  exited_ = 0;
  carry_ = 0;
  rotate_ = false;
  held_.clear();
  groups_.assign(1, {0, present_});
  for (auto& stack : returns_) stack.clear();
  std::memcpy(registers_.data(), kernel_.image.data(), kernel_.image.size());
  const LaunchShape& shape = launch_.shape();
  const WarpPlace place{
      shape.grid,          shape.block, block_.index(), index_, launch_.dynamic_shared_at(),
      shape.dynamic_shared};
  for (const Special& special : kernel_.specials) {
    for (u32 lane = 0; lane < warp_size; ++lane) {
      const u64 value = special_value(special.name, place, lane);
      std::memcpy(&registers_[special.slot + lane * special.size], &value, special.size);
    }
  }
  for (u32 lane = 0; lane < warp_size && local_stride_ != 0; ++lane) {
    std::fill_n(local_state(lane), kernel_.local_bytes, allocated);
  }
  std::fill(lane_param_state_.begin(), lane_param_state_.end(), allocated);
  const u32 warps = static_cast<u32>((shape.block.count() + warp_size - 1) / warp_size);
  agent_ = launch_.detector().new_agent(block_.number(), index_, warps);
  if (tainted_) taint_.clear();
  tainted_ = false;
}

u32 Warp::predicate(const Insn& insn, u32 mask) {
  const u32 value = *slot<u32>(insn.in[insn.inputs - 1]);
  return (insn.negated ? ~value : value) & mask;
}

Warp::Group Warp::take_group() {
  std::size_t at = 0;
  if (rotate_ && groups_.size() > 1) {
    at = groups_.size() - 1;  // the list is kept so that every group comes to its end
  } else {
    for (std::size_t i = 1; i < groups_.size(); ++i) {
      if (groups_[i].pc < groups_[at].pc) at = i;
    }
  }
  const Group taken = groups_[at];
  groups_.erase(groups_.begin() + static_cast<std::ptrdiff_t>(at));
  return taken;
}

void Warp::add_group(Group group) {
  for (Group& other : groups_) {
    if (other.pc == group.pc) {
      other.mask |= group.mask;
      return;
    }
  }
  groups_.insert(groups_.begin(), group);
}

void Warp::run(u32 steps) {
  Counters& counters = launch_.counters();
  const u64 before = counters.warp_instructions;
  yielded_ = false;
  while (!groups_.empty() && !yielded_ && counters.warp_instructions - before < steps) {
    const bool out_of_order = rotate_ && groups_.size() > 1;
    const Group group = take_group();
    u32 limit = absent;
    for (const Group& other : groups_) limit = out_of_order ? limit : std::min(limit, other.pc);
    run_group(group, limit, std::min(steps, patience));
  }
}

void Warp::run_group(Group group, u32 limit, u32 steps) {
  const Insn* code = kernel_.code.data();
  const u32 lanes = group.mask;
  const u64 lane_count = static_cast<u64>(std::popcount(lanes));
  Counters& counters = launch_.counters();
  u32 pc = group.pc;
  rotate_ = false;
  // Until the group splits, waits, ends, meets another one or has had its turn.
  for (u32 executed = 0;; ++executed) {
    if (pc >= limit || executed == steps) {
      rotate_ = executed == steps;
      add_group({pc, lanes});
      break;
    }
    const Insn& insn = code[pc];
    ++counters.warp_instructions;
    counters.instructions += lane_count;
    u32 mask = lanes;
    if (insn.guard != absent) {
      const u32 value = *slot<u32>(insn.guard);
      mask &= insn.guard_negated ? ~value : value;
    }
    if (tainted_) track_undefined(insn, lanes, mask);
    if (insn.flow == Flow::plain) {
      if (mask != 0) insn.run(*this, insn, mask);
      ++pc;
      continue;
    }
    if (mask == 0) {
      ++pc;
      continue;
    }
    const u32 others = lanes & ~mask;
    if (insn.flow == Flow::branch || insn.flow == Flow::call) {
      if (insn.flow == Flow::call) call(insn, pc, mask);
      if (others == 0) {
        pc = insn.target;
        continue;
      }
      add_group({insn.target, mask});
    } else if (insn.flow == Flow::warp_sync) {
      if (others == 0 && meet_at_once(insn, mask)) {
        ++pc;
        continue;
      }
      hold(pc, mask);
    } else if (insn.flow == Flow::barrier) {
      hold(pc, mask);
    } else if (insn.flow == Flow::yield) {
      rotate_ = true;
      yielded_ = true;
      add_group({pc + 1, mask});
    } else if (insn.flow == Flow::branch_table) {
      branch_by_table(insn, mask);
    } else if (insn.flow == Flow::call_register) {
      call(insn, pc, mask);
    } else if (insn.flow == Flow::ret) {
      leave_function(mask);
    } else {
      leave_kernel(mask);
    }
    if (others != 0) add_group({pc + 1, others});
    break;
  }
  if (counters.instructions > launch_.settings().instruction_budget) {
    fail(FaultKind::budget, code[std::min<u32>(pc, static_cast<u32>(kernel_.code.size()) - 1)],
         first_lane(lanes),
         "the launch has used its budget of " +
             std::to_string(launch_.settings().instruction_budget) +
             " instructions: an endless loop?");
  }
}

u32 Warp::call(const Insn& insn, u32 pc, u32 mask) {
  each_lane(mask, [&](u32 lane) { returns_.at(lane).push_back(pc + 1); });
  if (insn.flow == Flow::call) return insn.target;
  const u64* targets = slot<u64>(insn.in[0]);
  each_lane(mask, [&](u32 lane) {
    const u64 index = targets[lane] - function_window;
    if (index >= kernel_.entries.size() || kernel_.entries[index] == absent) {
      fail(FaultKind::trap, insn, lane, "a call of " + hex(targets[lane]) + ", no function");
    }
    add_group({kernel_.entries[index], u32{1} << lane});
  });
  return absent;
}

void Warp::leave_function(u32 mask) {
  each_lane(mask, [&](u32 lane) {
    add_group({returns_.at(lane).back(), u32{1} << lane});
    returns_.at(lane).pop_back();
  });
}

void Warp::leave_kernel(u32 mask) {
  exited_ |= mask;
  release_held();
}

void Warp::branch_by_table(const Insn& insn, u32 mask) {
  const std::vector<u32>& table = kernel_.tables[insn.target];
  const u32* indices = slot<u32>(insn.in[0]);
  each_lane(mask, [&](u32 lane) {
    if (indices[lane] >= table.size()) {
      fail(FaultKind::trap, insn, lane,
           "entry " + std::to_string(indices[lane]) + " of a table of " +
               std::to_string(table.size()));
    }
    add_group({table[indices[lane]], u32{1} << lane});
  });
}

bool Warp::meet_at_once(const Insn& insn, u32 mask) {
  const u32* members = slot<u32>(insn.in[insn.inputs - 1]);
  bool together = true;
  each_lane(mask, [&](u32 lane) { together &= (members[lane] & live()) == mask; });
  if (together && insn.run != nullptr) insn.run(*this, insn, mask);
  return together;
}

void Warp::hold(u32 pc, u32 mask) {
  const auto found =
      std::find_if(held_.begin(), held_.end(), [&](const Group& held) { return held.pc == pc; });
  if (found != held_.end()) {
    found->mask |= mask;
  } else {
    held_.push_back({pc, mask});
  }
  release_held();
}

void Warp::release_held() {
  for (bool released = true; released;) {
    released = false;
    for (Group& held : held_) released |= release(held);
    std::erase_if(held_, [](const Group& held) { return held.mask == 0; });
  }
}

bool Warp::release(Group& held) {
  const Insn& insn = kernel_.code[held.pc];
  if (insn.flow == Flow::warp_sync) return held.mask != 0 && release_members(held);
  if (held.mask == 0 || (insn.aligned && held.mask != live())) return false;
  const u32 mask = held.mask;
  held.mask = 0;
  if (insn.mode == u8(BarrierKind::arrive)) add_group({held.pc + 1, mask});
  block_.arrive(*this, held.pc, mask);
  return true;
}

bool Warp::release_members(Group& held) {
  const Insn& insn = kernel_.code[held.pc];
  const u32* members = slot<u32>(insn.in[insn.inputs - 1]);
  for (u32 left = held.mask; left != 0;) {
    const u32 lane = first_lane(left);
    const u32 wanted = members[lane] & live();
    if ((members[lane] >> lane & 1) == 0) {
      fail(FaultKind::divergence, insn, lane, "the lane is not in its member mask");
    }
    u32 same = 0;
    each_lane(left, [&](u32 l) { same |= members[l] == members[lane] ? u32{1} << l : 0; });
    left &= ~same;
    if ((wanted & ~same) != 0) continue;
    if (insn.run != nullptr) insn.run(*this, insn, same);
    held.mask &= ~same;
    add_group({held.pc + 1, same});
    return true;
  }
  return false;
}

std::string Warp::describe_held() const {
  std::string text = std::to_string(index_) + ":";
  for (const Group& held : held_) {
    text +=
        " lanes " + hex(held.mask) + " at PTX line " + std::to_string(kernel_.places[held.pc].line);
  }
  return text;
}

void Warp::fail_held(const std::string& others) {
  const Group& held = held_.front();
  fail(FaultKind::divergence, kernel_.code[held.pc], first_lane(held.mask),
       "other lanes of the warp never come: " + describe_held() + ", live lanes " + hex(live()) +
           "; " + others);
}

}  // namespace shardsweep::ptx
