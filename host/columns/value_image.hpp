#pragma once

#include <cstddef>
#include <cstdint>

#include "datasets/bson/view.hpp"
#include "host/columns/value_store.hpp"

namespace shardsweep::host {

/// How values of one canonical type become 64-bit numbers in the same order.
enum class ImageKind {
  single,    ///< all values of the class are equal (null, MinKey, ...)
  exact,     ///< equal images mean equal values
  numbers,   ///< integers and doubles: exact below 2^53, else equal images need a comparison
  decimals,  ///< integers and decimals: the leading digits; equal images need a comparison
  bytes,     ///< eight bytes of the value's sort bytes at an offset
  none,      ///< values must be compared
};

/// The kind for values of `type` in a list of values of its canonical type. Numbers depend on which
/// number types the list has.
ImageKind image_kind(bson::Type type, const ValueStore& values);

/// Image of a value of kind `exact`; order as compare_values.
std::uint64_t exact_image(const bson::ValueView& value) noexcept;
/// Image of a value of kind `numbers`: integers go through the nearest double.
std::uint64_t number_image(const bson::ValueView& value) noexcept;

/// Image of a value of kind `decimals`: sign, power of ten and the first 14 digits.
std::uint64_t decimal_image(const bson::ValueView& value) noexcept;

/// May values with this number_image differ?
bool coarse_image(std::uint64_t image) noexcept;

/// Sort bytes of a `bytes` value: a byte string that compares like the value but for the length of
/// the string itself. Text without its length, binary data behind its big-endian length.
std::size_t sort_bytes_size(const bson::ValueView& value) noexcept;
/// Eight of them from `offset` as a big-endian number, zeros behind the end.
std::uint64_t sort_bytes_image(const bson::ValueView& value, std::size_t offset) noexcept;
/// How many of the first sort bytes two values of one canonical type share, at most `limit`.
std::size_t shared_sort_bytes(const bson::ValueView& a, const bson::ValueView& b,
                              std::size_t limit) noexcept;

}  // namespace shardsweep::host
