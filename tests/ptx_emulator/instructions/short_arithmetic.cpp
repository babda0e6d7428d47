// Arithmetic on parts of words: 24 bits, bytes; sums of differences.
#include "tests/ptx_emulator/instructions/elementwise.hpp"
#include "tests/ptx_emulator/instructions/groups.hpp"

namespace shardsweep::ptx {

namespace {

template <class T>
struct SumOfDifferences {
  T operator()(T a, T b, T c) const {
    const u64 difference = a < b ? static_cast<u64>(b) - static_cast<u64>(a)
                                 : static_cast<u64>(a) - static_cast<u64>(b);
    return static_cast<T>(difference + static_cast<u64>(c));
  }
};
template <class T>
struct Multiply24Low {
  T operator()(T a, T b) const {
    constexpr int unused = 8;
    const T x = static_cast<T>(static_cast<u32>(a) << unused) >> unused;
    const T y = static_cast<T>(static_cast<u32>(b) << unused) >> unused;
    return static_cast<T>(static_cast<u32>(x) * static_cast<u32>(y));
  }
};
template <class T>
struct MultiplyAdd24Low {
  T operator()(T a, T b, T c) const {
    return static_cast<T>(static_cast<u32>(Multiply24Low<T>{}(a, b)) + static_cast<u32>(c));
  }
};

void decode_sad(Decoder& d, const Statement& s) {
  const Type type = first_type(s);
  emit_plain(d, s,
             type.kind == Kind::signed_integer
                 ? by_size(type.size, ternary<i16, i16, SumOfDifferences<i16>>,
                           ternary<i32, i32, SumOfDifferences<i32>>,
                           ternary<i64, i64, SumOfDifferences<i64>>)
                 : by_size(type.size, ternary<u16, u16, SumOfDifferences<u16>>,
                           ternary<u32, u32, SumOfDifferences<u32>>,
                           ternary<u64, u64, SumOfDifferences<u64>>),
             type.size, {type.size, type.size, type.size});
}

void decode_24(Decoder& d, const Statement& s) {
  if (!s.has("lo")) d.fail("only the low half is known");
  const bool is_signed = first_type(s).kind == Kind::signed_integer;
  if (s.words[0] == "mul24") {
    emit_plain(
        d, s,
        is_signed ? binary<i32, i32, Multiply24Low<i32>> : binary<u32, u32, Multiply24Low<u32>>, 4,
        {4, 4});
  } else {
    emit_plain(d, s,
               is_signed ? ternary<i32, i32, MultiplyAdd24Low<i32>>
                         : ternary<u32, u32, MultiplyAdd24Low<u32>>,
               4, {4, 4, 4});
  }
}

/// Byte `i` of a word, as a number of type A.
template <class A>
i32 byte_of(u32 word, u32 i) {
  return static_cast<A>(word >> (8 * i));
}

template <class A, class B>
struct DotBytes {
  u32 operator()(u32 a, u32 b, u32 c) const {
    for (u32 i = 0; i < 4; ++i) c += static_cast<u32>(byte_of<A>(a, i) * byte_of<B>(b, i));
    return c;
  }
};

void decode_dp4a(Decoder& d, const Statement& s) {
  const bool a = first_type(s).kind == Kind::signed_integer;
  const bool b = last_type(s).kind == Kind::signed_integer;
  Run run = a ? (b ? ternary<u32, u32, DotBytes<i8, i8>> : ternary<u32, u32, DotBytes<i8, u8>>)
              : (b ? ternary<u32, u32, DotBytes<u8, i8>> : ternary<u32, u32, DotBytes<u8, u8>>);
  emit_plain(d, s, run, 4, {4, 4, 4});
}

}  // namespace

void add_short_arithmetic(Opcodes& opcodes) {
  opcodes["sad"] = decode_sad;
  opcodes["mul24"] = decode_24;
  opcodes["mad24"] = decode_24;
  opcodes["dp4a"] = decode_dp4a;
}

}  // namespace shardsweep::ptx
