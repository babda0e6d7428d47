#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "datasets/bson/builder.hpp"
#include "datasets/generate/calendar.hpp"
#include "datasets/generate/identifiers.hpp"
#include "datasets/generate/preset.hpp"
#include "datasets/generate/random.hpp"

namespace shardsweep::generate {

/// A number for a thing that says nothing of its rank: distinct things of one kind get distinct
/// numbers below 10^9 in random order. thing < 10^9.
inline std::int64_t scattered_id(std::uint64_t seed, std::uint64_t kind,
                                 std::uint64_t thing) noexcept {
  return static_cast<std::int64_t>(permute(of_thing(seed, kind, 0), thing, 1'000'000'000));
}

/// The same as text of a fixed width: "u012345678".
inline std::string scattered_name(std::string_view prefix, std::uint64_t seed, std::uint64_t kind,
                                  std::uint64_t thing) {
  const auto number = static_cast<std::uint64_t>(scattered_id(seed, kind, thing));
  return joined({prefix, padded(number, 9)});
}

/// Text of `length` letters and spaces, to give documents a realistic weight.
std::string prose(std::uint64_t bits, std::size_t length);

/// `_id` as a driver makes it at that time.
inline void append_object_id(bson::Builder& document, const Recipe& recipe, std::uint64_t row,
                             std::int64_t time) {
  document.append_object_id("_id", object_id(recipe.seed, row, time).view());
}

/// How many things share a collection's documents: one for every `per` documents, at least `least`.
inline std::uint64_t things(const Recipe& recipe, std::uint64_t per, std::uint64_t least) noexcept {
  return std::max(recipe.documents / per, least);
}

/// Index of the entry that `pick` in [0, sum of weights) falls into.
template <std::size_t N>
constexpr std::size_t weighted(const std::uint32_t (&weights)[N], std::uint64_t pick) noexcept {
  std::size_t index = 0;
  while (index + 1 < N && pick >= weights[index]) pick -= weights[index++];
  return index;
}

}  // namespace shardsweep::generate
