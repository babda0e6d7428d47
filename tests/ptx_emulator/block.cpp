#include "tests/ptx_emulator/block.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "tests/ptx_emulator/launch.hpp"

namespace shardsweep::ptx {

namespace {

constexpr u32 guard_bytes = 64;  ///< behind shared memory: reading states there must be safe

}  // namespace

Block::Block(Launch& launch) : launch_(launch) {
  lay_out_shared();
  const u32 threads = static_cast<u32>(launch.shape().block.count());
  for (u32 first = 0, w = 0; first < threads; first += warp_size, ++w) {
    const u32 lanes = std::min(warp_size, threads - first);
    warps_.push_back(std::make_unique<Warp>(*this, w, full_mask >> (warp_size - lanes)));
  }
}

void Block::lay_out_shared() {
  const Kernel& kernel = launch_.kernel();
  const u32 dynamic = launch_.shape().dynamic_shared;
  shared_bytes_ = dynamic == 0 ? kernel.static_shared : launch_.dynamic_shared_at() + dynamic;
  const u32 size = (shared_bytes_ + 15) / 16 * 16 + guard_bytes;
  shared_data_.assign(size, 0);
  fresh_state_.assign(size, 0);
  shared_cells_.assign(size / 4, {});
  for (const auto& [offset, bytes] : kernel.shared) {
    std::fill_n(&fresh_state_[offset], bytes, allocated);
  }
  if (dynamic != 0) std::fill_n(&fresh_state_[launch_.dynamic_shared_at()], dynamic, allocated);
}

void Block::begin(u32 number, const Dim& index) {
  number_ = number;
  index_ = index;
  shared_state_ = fresh_state_;
  std::fill(shared_data_.begin(), shared_data_.end(), u8{0xCD});
  shared_domain_ = launch_.detector().new_domain();
  for (auto& warp : warps_) warp->begin();
  for (Barrier& barrier : barriers_) barrier = {};
  turn_ = 0;
}

bool Block::runnable() const {
  return std::any_of(warps_.begin(), warps_.end(), [](const auto& w) { return w->runnable(); });
}

bool Block::finished() const {
  return std::all_of(warps_.begin(), warps_.end(), [](const auto& w) { return w->finished(); });
}

bool Block::take_turn(u32 steps) {
  const std::size_t count = warps_.size();
  const std::size_t first =
      launch_.shuffled() ? launch_.random(static_cast<u32>(count)) : turn_ % count;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t at = (first + i) % count;
    if (!warps_[at]->runnable()) continue;
    warps_[at]->run(steps);
    turn_ = at + 1;
    return true;
  }
  return false;
}

u32 Block::Barrier::threads() const {
  u32 sum = 0;
  for (const Arrival& arrival : arrivals) sum += static_cast<u32>(std::popcount(arrival.mask));
  return sum;
}

u32 Block::Barrier::whole_warps() const {
  u32 sum = 0;
  for (const Arrival& arrival : arrivals) {
    const bool whole = arrival.mask == arrival.warp->present();
    sum += whole ? warp_size : static_cast<u32>(std::popcount(arrival.mask));
  }
  return sum;
}

void Block::arrive(Warp& warp, u32 pc, u32 mask) {
  const Insn& insn = launch_.kernel().code[pc];
  const u32 lane = first_lane(mask);
  const u32 id = warp.slot<u32>(insn.in[0])[lane];
  if (id >= barriers_.size()) {
    warp.fail(FaultKind::divergence, insn, lane, "there is no barrier " + std::to_string(id));
  }
  Barrier& barrier = barriers_[id];
  const u32 expected = insn.count == 0 ? 0 : warp.slot<u32>(insn.in[1])[lane];
  if (expected % warp_size != 0) {
    warp.fail(FaultKind::divergence, insn, lane,
              "a barrier for " + std::to_string(expected) + " threads, no multiple of 32");
  }
  if (!barrier.arrivals.empty() && barrier.expected != expected) {
    warp.fail(FaultKind::divergence, insn, lane,
              "barrier " + std::to_string(id) + " is waited for with different thread counts");
  }
  barrier.expected = expected;
  barrier.arrivals.push_back({&warp, pc, mask, insn.mode != u8(BarrierKind::arrive)});
  const bool done = expected == 0 ? barrier.threads() == launch_.shape().block.count()
                                  : barrier.whole_warps() >= expected;
  if (done) complete(barrier);
}

void Block::complete(Barrier& barrier) {
  ++launch_.counters().barriers;
  reduce(barrier);
  std::vector<Agent*> waiting;
  std::vector<Agent*> arrived;
  for (const Arrival& arrival : barrier.arrivals) {
    std::vector<Agent*>& group = arrival.waits ? waiting : arrived;
    Agent* agent = &arrival.warp->agent();
    if (std::find(group.begin(), group.end(), agent) == group.end()) group.push_back(agent);
  }
  launch_.detector().barrier(waiting, arrived);
  const std::vector<Arrival> arrivals = std::move(barrier.arrivals);
  barrier = {};
  for (const Arrival& arrival : arrivals) {
    if (arrival.waits) arrival.warp->resume(arrival.pc + 1, arrival.mask);
  }
}

void Block::reduce(const Barrier& barrier) {
  const auto& code = launch_.kernel().code;
  const auto is_reduction = [&](const Arrival& a) {
    return code[a.pc].mode >= u8(BarrierKind::reduce_and);
  };
  u32 ones = 0;
  for (const Arrival& arrival : barrier.arrivals) {
    if (is_reduction(arrival)) {
      const u32 given = arrival.warp->predicate(code[arrival.pc], arrival.mask);
      ones += static_cast<u32>(std::popcount(given));
    }
  }
  for (const Arrival& arrival : barrier.arrivals) {
    if (!is_reduction(arrival)) continue;
    const Insn& insn = code[arrival.pc];
    u32* out = arrival.warp->slot<u32>(insn.out[0]);
    if (insn.mode == u8(BarrierKind::reduce_popc)) {
      each_lane(arrival.mask, [&](u32 lane) { out[lane] = ones; });
    } else {
      const bool all = insn.mode == u8(BarrierKind::reduce_and);
      const bool result = all ? ones == barrier.threads() : ones != 0;
      *out = (*out & ~arrival.mask) | (result ? arrival.mask : 0);
    }
  }
}

void Block::fail_stuck() {
  std::string waiting;
  const Barrier* first = nullptr;
  for (const Barrier& barrier : barriers_) {
    if (barrier.arrivals.empty()) continue;
    if (first == nullptr) first = &barrier;
    const u64 wanted = barrier.expected != 0 ? barrier.expected : launch_.shape().block.count();
    waiting += "barrier " + std::to_string(&barrier - barriers_.data()) + " has " +
               std::to_string(barrier.threads()) + " of " + std::to_string(wanted) + " threads; ";
  }
  for (const auto& warp : warps_) {
    if (first == nullptr && warp->holds()) warp->fail_held(waiting);
  }
  if (first == nullptr) throw std::logic_error("a block without warps is stuck");
  for (const auto& warp : warps_) {
    if (warp->holds()) waiting += "warp " + warp->describe_held() + "; ";
  }
  const Arrival& arrival = first->arrivals.front();
  arrival.warp->fail(
      FaultKind::divergence, launch_.kernel().code[arrival.pc], first_lane(arrival.mask),
      "not all threads reach the barrier: " + waiting + "the others have ended or wait elsewhere");
}

std::string Block::describe_shared(u32 offset) const {
  std::string nearest = "the kernel has no shared memory";
  auto variables = launch_.kernel().shared;
  if (launch_.shape().dynamic_shared != 0) {
    variables.emplace_back(launch_.dynamic_shared_at(), launch_.shape().dynamic_shared);
  }
  for (const auto& [begin, size] : variables) {
    if (begin > offset) continue;
    const u32 at = offset - begin;
    const std::string of = " a shared variable of " + std::to_string(size) + " bytes";
    nearest = at < size ? std::to_string(at) + " bytes into" + of
                        : std::to_string(at - size) + " bytes behind the end of" + of;
  }
  return nearest;
}

}  // namespace shardsweep::ptx
