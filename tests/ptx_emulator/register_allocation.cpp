#include "tests/ptx_emulator/register_allocation.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>

namespace shardsweep::ptx {

namespace {

using Bits = std::vector<u64>;

bool get(const Bits& bits, u32 i) {
  return (bits[i / 64] >> (i % 64) & 1) != 0;
}
void set(Bits& bits, u32 i) {
  bits[i / 64] |= u64{1} << (i % 64);
}

struct BasicBlock {
  u32 begin = 0;
  u32 end = 0;
  std::vector<u32> next;  ///< blocks
  Bits reads;             ///< before any certain write in the block
  Bits writes;            ///< certain ones
  Bits live_in;
  Bits live_out;
};

struct Interval {
  u32 begin = absent;
  u32 end = 0;

  void extend(u32 at) {
    begin = std::min(begin, at);
    end = std::max(end, at);
  }
};

template <class Visit>
void each_input(const Insn& insn, Visit visit) {
  if (insn.guard != absent) visit(insn.guard);
  for (u32 i = 0; i < insn.inputs; ++i) visit(insn.in[i]);
}

template <class Visit>
void each_output(const Insn& insn, Visit visit) {
  for (u32 i = 0; i < insn.outputs; ++i) visit(insn.out[i]);
}

using Use = VirtualRegister::Use;

class Allocation {
 public:
  Allocation(Kernel& kernel, const std::vector<VirtualRegister>& registers)
      : kernel_(kernel), registers_(registers), slots_(registers.size(), absent) {}

  void run() {
    find_blocks();
    for (BasicBlock& block : blocks_) summarize(block);
    solve();
    find_intervals();
    place_pinned();
    place_others();
    rewrite();
  }

 private:
  void find_blocks();
  void connect(BasicBlock& block);
  void summarize(BasicBlock& block);
  void solve();
  void find_intervals();
  void place_pinned();
  void place_others();
  void rewrite();
  [[nodiscard]] u32 bytes(u32 id) const {
    if (registers_[id].use == Use::predicate) return 64;
    return std::max<u32>(registers_[id].size * 32, 64);
  }
  /// Registers of one class may take each other's places. Lanes that have gone apart are at
  /// different instructions, so a lane's part of a place must be the same for all of them:
  /// predicates, which keep all lanes in one word, are a class of their own.
  [[nodiscard]] u32 class_of(u32 id) const {
    return registers_[id].use == Use::predicate ? 0 : bytes(id) / 64;
  }

  Kernel& kernel_;
  const std::vector<VirtualRegister>& registers_;
  std::vector<u32> slots_;
  std::vector<BasicBlock> blocks_;
  std::vector<u32> block_at_;  ///< of each instruction
  std::vector<Interval> intervals_;
};

bool ends_block(Flow flow) {
  return flow == Flow::branch || flow == Flow::branch_table || flow == Flow::call ||
         flow == Flow::call_register || flow == Flow::ret || flow == Flow::exit;
}

void Allocation::find_blocks() {
  const u32 count = static_cast<u32>(kernel_.code.size());
  std::vector<bool> starts(count + 1, false);
  starts[0] = true;
  for (const u32 entry : kernel_.entries) {
    if (entry != absent) starts[entry] = true;
  }
  for (const auto& table : kernel_.tables) {
    for (const u32 target : table) starts[target] = true;
  }
  for (u32 i = 0; i < count; ++i) {
    const Insn& insn = kernel_.code[i];
    if (!ends_block(insn.flow)) continue;
    starts[i + 1] = true;
    if (insn.flow == Flow::branch || insn.flow == Flow::call) starts[insn.target] = true;
  }
  block_at_.resize(count);
  for (u32 i = 0; i < count; ++i) {
    if (starts[i]) blocks_.push_back({i, i, {}, {}, {}, {}, {}});
    blocks_.back().end = i + 1;
    block_at_[i] = static_cast<u32>(blocks_.size() - 1);
  }
  for (BasicBlock& block : blocks_) connect(block);
}

void Allocation::connect(BasicBlock& block) {
  const Insn& last = kernel_.code[block.end - 1];
  const auto add = [&](u32 insn) { block.next.push_back(block_at_[insn]); };
  const bool falls_through = last.guard != absent || !ends_block(last.flow);
  if (falls_through && block.end < kernel_.code.size()) add(block.end);
  if (last.flow == Flow::branch || last.flow == Flow::call) add(last.target);
  if (last.flow == Flow::branch_table) {
    for (const u32 target : kernel_.tables[last.target]) add(target);
  }
  if (last.flow == Flow::call_register) {
    for (const u32 entry : kernel_.entries) {
      if (entry != absent) add(entry);
    }
  }
  if (last.flow != Flow::ret) return;
  // A function may return behind any call.
  for (u32 i = 0; i + 1 < kernel_.code.size(); ++i) {
    const Flow flow = kernel_.code[i].flow;
    if (flow == Flow::call || flow == Flow::call_register) add(i + 1);
  }
}

void Allocation::summarize(BasicBlock& block) {
  const std::size_t words = (registers_.size() + 63) / 64;
  for (Bits* bits : {&block.reads, &block.writes, &block.live_in, &block.live_out}) {
    bits->assign(words, 0);
  }
  for (u32 i = block.begin; i < block.end; ++i) {
    const Insn& insn = kernel_.code[i];
    each_input(insn, [&](u32 id) {
      if (!get(block.writes, id)) set(block.reads, id);
    });
    if (insn.guard != absent) continue;
    each_output(insn, [&](u32 id) { set(block.writes, id); });
  }
}

void Allocation::solve() {
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t b = blocks_.size(); b-- > 0;) {
      BasicBlock& block = blocks_[b];
      for (std::size_t w = 0; w < block.reads.size(); ++w) {
        u64 out = block.live_out[w];
        for (const u32 next : block.next) out |= blocks_[next].live_in[w];
        const u64 in = block.reads[w] | (out & ~block.writes[w]);
        changed |= in != block.live_in[w];
        block.live_out[w] = out;
        block.live_in[w] = in;
      }
    }
  }
}

void Allocation::find_intervals() {
  intervals_.resize(registers_.size());
  for (const BasicBlock& block : blocks_) {
    for (u32 id = 0; id < registers_.size(); ++id) {
      if (get(block.live_in, id)) intervals_[id].extend(block.begin);
      if (get(block.live_out, id)) intervals_[id].extend(block.end);
    }
    for (u32 i = block.begin; i < block.end; ++i) {
      each_input(kernel_.code[i], [&](u32 id) { intervals_[id].extend(i); });
      each_output(kernel_.code[i], [&](u32 id) { intervals_[id].extend(i); });
    }
  }
}

void Allocation::place_pinned() {
  for (u32 id = 0; id < registers_.size(); ++id) {
    const Use use = registers_[id].use;
    if (use != Use::constant && use != Use::special) continue;
    slots_[id] = kernel_.register_bytes;
    kernel_.register_bytes += bytes(id);
    kernel_.image.resize(kernel_.register_bytes);
    if (use == Use::special) continue;
    for (u32 lane = 0; lane < warp_size; ++lane) {
      const u32 size = registers_[id].size;
      std::memcpy(&kernel_.image[slots_[id] + lane * size], &registers_[id].bits,
                  std::min<u32>(size, 8));
      // A predicate constant has all its lanes in the first 4 bytes; other lanes are not read.
    }
  }
}

void Allocation::place_others() {
  std::vector<u32> order;
  for (u32 id = 0; id < registers_.size(); ++id) {
    if (slots_[id] == absent && intervals_[id].begin != absent) order.push_back(id);
  }
  const auto begins = [&](u32 a, u32 b) { return intervals_[a].begin < intervals_[b].begin; };
  const auto ends_later = [&](u32 a, u32 b) { return intervals_[a].end > intervals_[b].end; };
  std::stable_sort(order.begin(), order.end(), begins);
  std::vector<u32> active;                  ///< a heap, the first to end on top
  std::array<std::vector<u32>, 9> free_{};  ///< places by class
  for (const u32 id : order) {
    while (!active.empty() && intervals_[active.front()].end < intervals_[id].begin) {
      if (registers_[active.front()].use != Use::scratch) {
        free_.at(class_of(active.front())).push_back(slots_[active.front()]);
      }
      std::pop_heap(active.begin(), active.end(), ends_later);
      active.pop_back();
    }
    std::vector<u32>& places = free_.at(class_of(id));
    if (places.empty() || registers_[id].use == Use::scratch) {
      places.push_back(kernel_.register_bytes);
      kernel_.register_bytes += bytes(id);
    }
    slots_[id] = places.back();
    places.pop_back();
    active.push_back(id);
    std::push_heap(active.begin(), active.end(), ends_later);
  }
}

void Allocation::rewrite() {
  const auto place = [&](u32& id) {
    if (id != absent) id = slots_[id];
  };
  for (Insn& insn : kernel_.code) {
    place(insn.guard);
    for (u32& id : insn.in) place(id);
    for (u32& id : insn.out) place(id);
  }
  for (Special& special : kernel_.specials) place(special.slot);
}

}  // namespace

void allocate_registers(Kernel& kernel, const std::vector<VirtualRegister>& registers) {
  Allocation(kernel, registers).run();
}

}  // namespace shardsweep::ptx
