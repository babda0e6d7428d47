// Comparisons, and choices by their results.
#include <cmath>
#include <type_traits>

#include "tests/ptx_emulator/instructions/elementwise.hpp"
#include "tests/ptx_emulator/instructions/groups.hpp"

namespace shardsweep::ptx {

namespace {

template <class T>
bool unordered(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    return std::isnan(a) || std::isnan(b);
  } else {
    return false;
  }
}

struct Equal {
  template <class T>
  bool operator()(T a, T b) const {
    return a == b;
  }
};
struct NotEqual {
  template <class T>
  bool operator()(T a, T b) const {
    return a != b && !unordered(a, b);
  }
};
struct Less {
  template <class T>
  bool operator()(T a, T b) const {
    return a < b;
  }
};
struct LessEqual {
  template <class T>
  bool operator()(T a, T b) const {
    return a <= b;
  }
};
struct Greater {
  template <class T>
  bool operator()(T a, T b) const {
    return a > b;
  }
};
struct GreaterEqual {
  template <class T>
  bool operator()(T a, T b) const {
    return a >= b;
  }
};
/// As Compare, and true where a number is missing.
template <class Compare>
struct OrUnordered {
  template <class T>
  bool operator()(T a, T b) const {
    return unordered(a, b) || Compare{}(a, b);
  }
};
struct BothNumbers {
  template <class T>
  bool operator()(T a, T b) const {
    return !unordered(a, b);
  }
};
struct AnyNaN {
  template <class T>
  bool operator()(T a, T b) const {
    return unordered(a, b);
  }
};

/// Insn::mode of setp: how a third predicate joins in.
enum Join : u8 { alone, join_and, join_or, join_xor };

u32 joined(u8 mode, u32 value, u32 third) {
  switch (mode) {
    case join_and:
      return value & third;
    case join_or:
      return value | third;
    case join_xor:
      return value ^ third;
    default:
      return value;
  }
}

template <class T, class Compare>
u32 compare(Warp& warp, const Insn& insn) {
  const T* a = warp.slot<T>(insn.in[0]);
  const T* b = warp.slot<T>(insn.in[1]);
  u32 value = 0;
  for (u32 lane = 0; lane < warp_size; ++lane) {
    value |= static_cast<u32>(Compare{}(a[lane], b[lane])) << lane;
  }
  return value;
}

template <class T, class Compare>
void set_predicate(Warp& warp, const Insn& insn, u32 mask) {
  const u32 value = compare<T, Compare>(warp, insn);
  const u32 third = insn.mode == alone ? 0 : warp.predicate(insn, full_mask);
  u32& d = *warp.slot<u32>(insn.out[0]);
  const u32 results = joined(insn.mode, value, third);
  const u32 opposites = joined(insn.mode, ~value, third);
  d = (d & ~mask) | (results & mask);
  if (insn.outputs < 2) return;
  u32& q = *warp.slot<u32>(insn.out[1]);
  q = (q & ~mask) | (opposites & mask);
}

/// The older form: all ones, or 1.0, in a register.
template <class T, class Compare>
void set_value(Warp& warp, const Insn& insn, u32 mask) {
  const u32 value = compare<T, Compare>(warp, insn);
  const u32 third = insn.mode == alone ? 0 : warp.predicate(insn, full_mask);
  const u32 results = joined(insn.mode, value, third);
  const u32 yes = insn.type.kind == Kind::floating ? 0x3F800000 : ~u32{0};
  u32* d = warp.slot<u32>(insn.out[0]);
  each_lane(mask, [=](u32 lane) { d[lane] = (results >> lane & 1) != 0 ? yes : 0; });
}

template <class Compare, bool predicate>
Run by_type(Type type) {
  const auto one = []<class T>(T) -> Run {
    return predicate ? set_predicate<T, Compare> : set_value<T, Compare>;
  };
  if (type.kind == Kind::floating) {
    return by_size(type.size, nullptr, one(float{}), one(double{}));
  }
  return type.kind == Kind::signed_integer ? by_size(type.size, one(i16{}), one(i32{}), one(i64{}))
                                           : by_size(type.size, one(u16{}), one(u32{}), one(u64{}));
}

template <bool predicate>
Run comparison(std::string_view word, Type type) {
  if (word == "eq") return by_type<Equal, predicate>(type);
  if (word == "ne") return by_type<NotEqual, predicate>(type);
  if (word == "lt" || word == "lo") return by_type<Less, predicate>(type);
  if (word == "le" || word == "ls") return by_type<LessEqual, predicate>(type);
  if (word == "gt" || word == "hi") return by_type<Greater, predicate>(type);
  if (word == "ge" || word == "hs") return by_type<GreaterEqual, predicate>(type);
  if (word == "equ") return by_type<OrUnordered<Equal>, predicate>(type);
  if (word == "neu") return by_type<OrUnordered<NotEqual>, predicate>(type);
  if (word == "ltu") return by_type<OrUnordered<Less>, predicate>(type);
  if (word == "leu") return by_type<OrUnordered<LessEqual>, predicate>(type);
  if (word == "gtu") return by_type<OrUnordered<Greater>, predicate>(type);
  if (word == "geu") return by_type<OrUnordered<GreaterEqual>, predicate>(type);
  if (word == "num") return by_type<BothNumbers, predicate>(type);
  if (word == "nan") return by_type<AnyNaN, predicate>(type);
  return nullptr;
}

template <bool predicate>
void decode_set(Decoder& d, const Statement& s) {
  const Type type = last_type(s);
  const Run run = s.words.size() < 3 ? nullptr : comparison<predicate>(s.words[1], type);
  if (run == nullptr) d.fail("unknown comparison");
  if (s.has("ftz")) d.fail("comparison with .ftz is not known");
  Insn& insn = d.emit(run);
  insn.type = first_type(s);
  Operand result = s.operands.at(0);
  d.add_output(insn, result, 4);
  if (result.second != absent) {
    result.reg = result.second;
    d.add_output(insn, result, 4);
  }
  d.add_input(insn, s.operands.at(1), type.size);
  d.add_input(insn, s.operands.at(2), type.size);
  insn.mode = s.has("and") ? join_and : s.has("or") ? join_or : s.has("xor") ? join_xor : alone;
  if (insn.mode != alone) d.add_predicate(insn, s.operands.at(3));
}

template <class T>
void select(Warp& warp, const Insn& insn, u32 mask) {
  T* d = warp.slot<T>(insn.out[0]);
  const T* a = warp.slot<T>(insn.in[0]);
  const T* b = warp.slot<T>(insn.in[1]);
  const u32 choice = warp.predicate(insn, full_mask);
  each_lane(mask, [=](u32 lane) { d[lane] = (choice >> lane & 1) != 0 ? a[lane] : b[lane]; });
}

void decode_selp(Decoder& d, const Statement& s) {
  const u8 size = first_type(s).size;
  const Run run = by_size(size, select<u16>, select<u32>, select<u64>);
  if (run == nullptr || s.operands.size() != 4) d.fail("unknown choice");
  Insn& insn = d.emit(run);
  d.add_output(insn, s.operands[0], size);
  d.add_input(insn, s.operands[1], size);
  d.add_input(insn, s.operands[2], size);
  d.add_predicate(insn, s.operands[3]);
  insn.mixing = Mixing::choice;
}

template <class T, class Condition>
void select_by_sign(Warp& warp, const Insn& insn, u32 mask) {
  T* d = warp.slot<T>(insn.out[0]);
  const T* a = warp.slot<T>(insn.in[0]);
  const T* b = warp.slot<T>(insn.in[1]);
  const Condition* c = warp.slot<Condition>(insn.in[2]);
  each_lane(mask, [=](u32 lane) { d[lane] = c[lane] >= 0 ? a[lane] : b[lane]; });
}

void decode_slct(Decoder& d, const Statement& s) {
  const u8 size = first_type(s).size;
  const bool floating = last_type(s).kind == Kind::floating;
  emit_plain(d, s,
             floating ? by_size(size, select_by_sign<u16, float>, select_by_sign<u32, float>,
                                select_by_sign<u64, float>)
                      : by_size(size, select_by_sign<u16, i32>, select_by_sign<u32, i32>,
                                select_by_sign<u64, i32>),
             size, {size, size, 4});
}

}  // namespace

void add_comparisons(Opcodes& opcodes) {
  opcodes["setp"] = decode_set<true>;
  opcodes["set"] = decode_set<false>;
  opcodes["selp"] = decode_selp;
  opcodes["slct"] = decode_slct;
}

}  // namespace shardsweep::ptx
