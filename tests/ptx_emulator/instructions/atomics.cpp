// atom and red.
#include <algorithm>
#include <cstring>

#include "tests/ptx_emulator/access.hpp"
#include "tests/ptx_emulator/instructions/elementwise.hpp"
#include "tests/ptx_emulator/instructions/groups.hpp"
#include "tests/ptx_emulator/instructions/memory_words.hpp"

namespace shardsweep::ptx {

namespace {

struct Add {
  template <class T>
  T operator()(T old, T b, T) const {
    if constexpr (std::is_floating_point_v<T>) {
      return old + b;
    } else {
      return static_cast<T>(static_cast<u64>(old) + static_cast<u64>(b));
    }
  }
};
struct Minimum {
  template <class T>
  T operator()(T old, T b, T) const {
    return std::min(old, b);
  }
};
struct Maximum {
  template <class T>
  T operator()(T old, T b, T) const {
    return std::max(old, b);
  }
};
struct And {
  template <class T>
  T operator()(T old, T b, T) const {
    return static_cast<T>(old & b);
  }
};
struct Or {
  template <class T>
  T operator()(T old, T b, T) const {
    return static_cast<T>(old | b);
  }
};
struct Xor {
  template <class T>
  T operator()(T old, T b, T) const {
    return static_cast<T>(old ^ b);
  }
};
struct Exchange {
  template <class T>
  T operator()(T, T b, T) const {
    return b;
  }
};
struct CompareAndSwap {
  template <class T>
  T operator()(T old, T b, T c) const {
    return old == b ? c : old;
  }
};
struct Increment {
  u32 operator()(u32 old, u32 b, u32) const { return old >= b ? 0 : old + 1; }
};
struct Decrement {
  u32 operator()(u32 old, u32 b, u32) const { return old == 0 || old > b ? b : old - 1; }
};

template <class T, class Op>
void update(Warp& warp, const Insn& insn, u32 mask) {
  warp.launch().counters().atomics += static_cast<u64>(std::popcount(mask));
  const T* b = warp.slot<T>(insn.in[1]);
  const T* c = insn.inputs > 2 ? warp.slot<T>(insn.in[2]) : b;
  const bool checks = warp.launch().settings().check_undefined;
  u32 undefined = 0;
  for (u32 left = mask; left != 0; left &= left - 1) {
    const u32 lane = first_lane(left);
    const Spot spot = find_spot(warp, insn, lane, address_of(warp, insn, lane), sizeof(T));
    note_atomic(warp, insn, spot);
    const bool never_written = spot.state != nullptr && (*spot.state & written) == 0;
    if (never_written && checks) {
      // An exchange is also a way to write for the first time.
      if (!std::is_same_v<Op, Exchange>) {
        warp.fail(FaultKind::undefined_value, insn, lane, "an atomic on memory without value");
      }
      std::fill_n(spot.state, sizeof(T), u8{allocated | written});
      undefined |= u32{1} << lane;
    }
    T old;
    std::memcpy(&old, spot.data, sizeof(T));
    const T value = Op{}(old, b[lane], c[lane]);
    std::memcpy(spot.data, &value, sizeof(T));
    if (insn.outputs != 0) warp.slot<T>(insn.out[0])[lane] = old;
  }
  if (insn.outputs != 0) warp.set_undefined(insn.out[0], undefined, mask, insn);
}

template <class Op>
Run of_words(u8 size) {
  return by_size(size, update<u16, Op>, update<u32, Op>, update<u64, Op>);
}

template <class Op>
Run of_ordered(Type type) {
  if (type.kind == Kind::signed_integer) {
    return by_size(type.size, nullptr, update<i32, Op>, update<i64, Op>);
  }
  return by_size(type.size, nullptr, update<u32, Op>, update<u64, Op>);
}

Run atomic_run(const Statement& s, Type type) {
  if (s.has("add")) {
    if (type.kind != Kind::floating) return of_words<Add>(type.size);
    return by_size(type.size, nullptr, update<float, Add>, update<double, Add>);
  }
  if (s.has("min")) return of_ordered<Minimum>(type);
  if (s.has("max")) return of_ordered<Maximum>(type);
  if (s.has("and")) return of_words<And>(type.size);
  if (s.has("or")) return of_words<Or>(type.size);
  if (s.has("xor")) return of_words<Xor>(type.size);
  if (s.has("exch"))
    return type.size == 16 ? update<u128, Exchange> : of_words<Exchange>(type.size);
  if (s.has("cas")) {
    return type.size == 16 ? update<u128, CompareAndSwap> : of_words<CompareAndSwap>(type.size);
  }
  if (s.has("inc") && type.size == 4) return update<u32, Increment>;
  return s.has("dec") && type.size == 4 ? update<u32, Decrement> : nullptr;
}

}  // namespace

void decode_atomic(Decoder& d, const Statement& s) {
  const Type type = first_type(s);
  const Run run = atomic_run(s, type);
  if (run == nullptr || s.has("v2") || s.has("v4")) d.fail("unknown atomic");
  Insn& insn = d.emit(run);
  insn.type = type;
  insn.space = space_of(s);
  const Order order = order_of(s);
  insn.order = order == Order::weak ? Order::relaxed : order;
  insn.used_inputs = 3;
  std::size_t i = 0;
  if (s.words[0] == "atom") d.add_output(insn, s.operands.at(i++), type.size);
  d.add_address(insn, s.operands.at(i++));
  for (; i < s.operands.size(); ++i) d.add_input(insn, s.operands[i], type.size);
  if (insn.inputs < 2) d.fail("wrong number of operands");
}

}  // namespace shardsweep::ptx
