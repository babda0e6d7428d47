#include "tests/ptx_emulator/race_detector.hpp"

#include <algorithm>
#include <stdexcept>

namespace shardsweep::ptx {

namespace {

/// In Cell::write: the word is split, `write_site` is its place in RaceDomain::bytes.
constexpr u32 split_mark = ~u32{0};
/// A set of readers does not grow beyond this; see add_reader.
constexpr std::size_t most_readers = 64;

void raise(std::vector<u32>& clocks, const std::vector<u32>& others) {
  if (clocks.size() < others.size()) clocks.resize(others.size());
  for (std::size_t i = 0; i < others.size(); ++i) clocks[i] = std::max(clocks[i], others[i]);
}

bool covers(const Knowledge& a, const Knowledge& b) {
  return std::all_of(b.begin(), b.end(), [&](const auto& entry) {
    const auto found = a.find(entry.first);
    if (found == a.end()) return false;
    for (std::size_t i = 0; i < entry.second.size(); ++i) {
      if (found->second[i] < entry.second[i]) return false;
    }
    return true;
  });
}

}  // namespace

void RaceDetector::begin_launch() {
  launch_first_ = next_;
  global_ = {next_, {}};
  intervals_.clear();
  sets_.clear();
  grown_sets_.clear();
  locations_.clear();
}

Agent RaceDetector::new_agent(u32 block, u32 warp, u32 warps) {
  Agent made;
  made.block = block;
  made.warp = warp;
  made.clocks.assign(warps, 0);
  begin_interval(made);
  return made;
}

void RaceDetector::begin_interval(Agent& agent) {
  if (next_ >= split_mark - 1) throw std::runtime_error("the race detector ran out of intervals");
  agent.interval = next_++;
  intervals_.push_back({agent.block, agent.warp, ++agent.clocks[agent.warp], absent});
}

bool RaceDetector::knows(const Agent& agent, const Interval& other) const {
  if (other.block == agent.block) return other.clock <= agent.clocks[other.warp];
  if (!agent.foreign) return false;
  const auto found = agent.foreign->find(other.block);
  return found != agent.foreign->end() && other.clock <= found->second[other.warp];
}

u32 RaceDetector::unknown_reader(const Agent& agent, u32 id) const {
  const Interval& reader = info(id);
  if (reader.set == absent) return knows(agent, reader) ? absent : id;
  for (const u32 member : sets_[reader.set]) {
    if (!knows(agent, info(member))) return member;
  }
  return absent;
}

u32 RaceDetector::add_reader(u32 id, const Agent& agent) {
  const u64 key = u64{id} << 32 | agent.interval;
  const auto known = grown_sets_.find(key);
  if (known != grown_sets_.end()) return known->second;
  std::vector<u32> members;
  const Interval reader = info(id);
  if (reader.set == absent) {
    members.push_back(id);
  } else {
    members = sets_[reader.set];
  }
  // A full set keeps the readers it has: enough of them to see a later write that knows none.
  u32 grown = id;
  if (members.size() < most_readers) {
    std::erase_if(members, [&](u32 member) { return knows(agent, info(member)); });
    members.push_back(agent.interval);
    grown = next_++;
    intervals_.push_back({0, 0, 0, static_cast<u32>(sets_.size())});
    sets_.push_back(std::move(members));
  }
  grown_sets_[key] = grown;
  return grown;
}

template <bool is_write>
std::optional<Conflict> RaceDetector::touch(const RaceDomain& domain, Cell& cell, Agent& agent,
                                            u32 site) {
  const u32 oldest = domain.first_interval;
  if (cell.write != agent.interval && cell.write >= oldest) {
    const Interval& writer = info(cell.write);
    if (!knows(agent, writer)) return Conflict{true, writer.block, writer.warp, cell.write_site};
  }
  if (cell.read != agent.interval && cell.read >= oldest) {
    const u32 unknown = unknown_reader(agent, cell.read);
    if (unknown != absent) {
      if (is_write) {
        return Conflict{false, info(unknown).block, info(unknown).warp, cell.read_site};
      }
      cell.read = add_reader(cell.read, agent);
      agent.changed = true;
      return {};
    }
  }
  agent.changed = true;
  if (is_write) {
    cell = {agent.interval, site, 0, 0};
  } else if (cell.read != agent.interval) {
    cell.read = agent.interval;
    cell.read_site = site;
  }
  return {};
}

Cell* RaceDetector::split(RaceDomain& domain, Cell& cell) {
  if (cell.write != split_mark || cell.read < domain.first_interval) {
    const Cell whole = cell;
    cell = {split_mark, static_cast<u32>(domain.bytes.size()), next_ - 1, 0};
    domain.bytes.push_back({whole, whole, whole, whole});
  }
  return domain.bytes[cell.write_site].data();
}

template <bool is_write>
std::optional<Conflict> RaceDetector::access(RaceDomain& domain, Cell* cells, u64 mask,
                                             Agent& agent, u32 site) {
  for (; mask != 0; mask >>= 4, ++cells) {
    const u32 bytes = mask & 15;
    if (bytes == 0) continue;
    const bool is_split = cells->write == split_mark && cells->read >= domain.first_interval;
    if (cells->write == split_mark && !is_split) *cells = {};
    if (bytes == 15 && !is_split) {
      // A write clears the reader, so what is still there has been checked.
      const bool own_read = cells->read == agent.interval;
      const bool seen =
          is_write ? cells->write == agent.interval && (own_read || cells->read == 0) : own_read;
      if (seen) continue;
      if (auto found = touch<is_write>(domain, *cells, agent, site)) return found;
      continue;
    }
    Cell* parts = split(domain, *cells);
    for (u32 i = 0; i < 4; ++i) {
      if ((bytes >> i & 1) == 0) continue;
      if (auto found = touch<is_write>(domain, parts[i], agent, site)) return found;
    }
  }
  return {};
}

template std::optional<Conflict> RaceDetector::access<false>(RaceDomain&, Cell*, u64, Agent&, u32);
template std::optional<Conflict> RaceDetector::access<true>(RaceDomain&, Cell*, u64, Agent&, u32);

KnowledgePointer RaceDetector::merge(const KnowledgePointer& a, const KnowledgePointer& b) {
  if (!b || a == b) return a;
  if (!a) return b;
  if (covers(*a, *b)) return a;
  if (covers(*b, *a)) return b;
  auto made = std::make_shared<Knowledge>(*a);
  for (const auto& [block, clocks] : *b) raise((*made)[block], clocks);
  return made;
}

void RaceDetector::learn(Agent& agent, const KnowledgePointer& news) {
  if (!news) return;
  const auto own = news->find(agent.block);
  if (own != news->end()) {
    const u32 now = agent.clocks[agent.warp];
    raise(agent.clocks, own->second);
    agent.clocks[agent.warp] = now;
  }
  const KnowledgePointer merged = merge(agent.foreign, news);
  agent.changed |= merged != agent.foreign;
  agent.foreign = merged;
}

KnowledgePointer RaceDetector::snapshot(Agent& agent) {
  if (!agent.changed && agent.told) return agent.told;
  auto made =
      agent.foreign ? std::make_shared<Knowledge>(*agent.foreign) : std::make_shared<Knowledge>();
  (*made)[agent.block] = agent.clocks;
  agent.told = std::move(made);
  agent.changed = false;
  begin_interval(agent);
  return agent.told;
}

void RaceDetector::fence(Agent& agent) {
  learn(agent, agent.pending);
  agent.pending = nullptr;
  agent.released = snapshot(agent);
}

void RaceDetector::strong(u64 key, Strong access, Agent& agent) {
  const bool plain = access.order == Order::relaxed;
  if (plain && !agent.released && locations_.empty()) return;
  const auto found = locations_.find(key);
  const bool acquires = access.order == Order::acquire || access.order == Order::acquire_release;
  const bool releases = access.order == Order::release || access.order == Order::acquire_release;
  if (access.loads && found != locations_.end()) {
    if (acquires) {
      learn(agent, found->second);
    } else {
      agent.pending = merge(agent.pending, found->second);
    }
  }
  if (!access.stores) return;
  const KnowledgePointer told = releases ? snapshot(agent) : agent.released;
  if (found == locations_.end()) {
    if (told) locations_[key] = told;
  } else if (access.loads) {
    found->second = merge(found->second, told);
  } else if (told) {
    found->second = told;
  } else {
    locations_.erase(found);
  }
}

void RaceDetector::barrier(std::span<Agent* const> waiting, std::span<Agent* const> arrived) {
  std::vector<u32> clocks;
  KnowledgePointer foreign;
  KnowledgePointer released;
  KnowledgePointer pending;
  for (const auto& group : {waiting, arrived}) {
    for (const Agent* agent : group) {
      raise(clocks, agent->clocks);
      foreign = merge(foreign, agent->foreign);
      released = merge(released, agent->released);
      pending = merge(pending, agent->pending);
    }
  }
  for (Agent* agent : waiting) {
    agent->clocks = clocks;
    agent->foreign = foreign;
    agent->released = released;
    agent->pending = pending;
    agent->changed = true;
    begin_interval(*agent);
  }
  for (Agent* agent : arrived) begin_interval(*agent);
}

}  // namespace shardsweep::ptx
