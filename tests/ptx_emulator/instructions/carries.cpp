// Chains of additions through the carry flag, which nvcc writes for 128-bit integers.
#include "tests/ptx_emulator/instructions/elementwise.hpp"
#include "tests/ptx_emulator/instructions/groups.hpp"

namespace shardsweep::ptx {

namespace {

/// Insn::mode: whether the flag is taken in, and whether it is set.
constexpr u8 takes = 1;
constexpr u8 sets = 2;

/// Double width, so that the carry is a bit of the sum.
template <class T>
using Double = std::conditional_t<sizeof(T) == 4, u64, u128>;

template <class T, class Sum>
void chain(Warp& warp, const Insn& insn, u32 mask, Sum sum) {
  T* d = warp.slot<T>(insn.out[0]);
  u32& carry = warp.carry();
  for (; mask != 0; mask &= mask - 1) {
    const u32 lane = first_lane(mask);
    const T in = (insn.mode & takes) != 0 ? static_cast<T>(carry >> lane & 1) : T{0};
    const Double<T> result = sum(lane, Double<T>{in});
    d[lane] = static_cast<T>(result);
    if ((insn.mode & sets) == 0) continue;
    const u32 out = static_cast<u32>(result >> (8 * sizeof(T)) & 1);
    carry = (carry & ~(u32{1} << lane)) | out << lane;
  }
}

template <class T>
void add(Warp& warp, const Insn& insn, u32 mask) {
  const T* a = warp.slot<T>(insn.in[0]);
  const T* b = warp.slot<T>(insn.in[1]);
  chain<T>(warp, insn, mask,
           [&](u32 lane, Double<T> carry) { return Double<T>{a[lane]} + b[lane] + carry; });
}

/// Done as an addition of the complement, as devices do it: the flag says that nothing was
/// borrowed. The manual leaves that open; nvcc's 128-bit division reads the flag of subc with addc.
template <class T>
void subtract(Warp& warp, const Insn& insn, u32 mask) {
  const T* a = warp.slot<T>(insn.in[0]);
  const T* b = warp.slot<T>(insn.in[1]);
  const T nothing_borrowed = (insn.mode & takes) == 0 ? 1 : 0;
  chain<T>(warp, insn, mask, [&](u32 lane, Double<T> carry) {
    return Double<T>{a[lane]} + static_cast<T>(~b[lane]) + nothing_borrowed + carry;
  });
}

template <class T, bool high, bool is_signed>
void multiply_add(Warp& warp, const Insn& insn, u32 mask) {
  const T* a = warp.slot<T>(insn.in[0]);
  const T* b = warp.slot<T>(insn.in[1]);
  const T* c = warp.slot<T>(insn.in[2]);
  using S = std::make_signed_t<T>;
  using W = std::conditional_t<sizeof(T) == 4, i64, i128>;
  chain<T>(warp, insn, mask, [&](u32 lane, Double<T> carry) {
    const Double<T> product =
        is_signed ? static_cast<Double<T>>(W{static_cast<S>(a[lane])} * W{static_cast<S>(b[lane])})
                  : Double<T>{a[lane]} * b[lane];
    const T half = static_cast<T>(high ? product >> (8 * sizeof(T)) : product);
    return Double<T>{half} + c[lane] + carry;
  });
}

Run multiply_add_run(u8 size, bool high, bool is_signed) {
  if (!high) return size == 4 ? multiply_add<u32, false, false> : multiply_add<u64, false, false>;
  if (is_signed) return size == 4 ? multiply_add<u32, true, true> : multiply_add<u64, true, true>;
  return size == 4 ? multiply_add<u32, true, false> : multiply_add<u64, true, false>;
}

}  // namespace

void decode_carry(Decoder& d, const Statement& s) {
  const Type type = first_type(s);
  if (type.size != 4 && type.size != 8) d.fail("carries are known for 32 and 64 bits");
  const std::string& word = s.words[0];
  const bool multiplies = word.starts_with("mad");
  Insn* insn = nullptr;
  if (multiplies) {
    const Run run = multiply_add_run(type.size, s.has("hi"), type.kind == Kind::signed_integer);
    insn = &emit_plain(d, s, run, type.size, {type.size, type.size, type.size});
  } else {
    const bool adds = word.starts_with("add");
    const Run run = adds ? (type.size == 4 ? add<u32> : add<u64>)
                         : (type.size == 4 ? subtract<u32> : subtract<u64>);
    insn = &emit_plain(d, s, run, type.size, {type.size, type.size});
  }
  insn->mode = static_cast<u8>((word.ends_with("c") ? takes : 0) | (s.has("cc") ? sets : 0));
}

void add_carries(Opcodes& opcodes) {
  for (const char* word : {"addc", "subc", "madc"}) opcodes[word] = decode_carry;
}

}  // namespace shardsweep::ptx
