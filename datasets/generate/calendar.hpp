#pragma once

#include <cstdint>
#include <string>

#include "datasets/generate/random.hpp"

namespace shardsweep::generate {

/// All times are milliseconds since 1970, UTC.
constexpr std::int64_t minutes(std::int64_t n) noexcept {
  return n * 60'000;
}
constexpr std::int64_t hours(std::int64_t n) noexcept {
  return n * 3'600'000;
}
constexpr std::int64_t days(std::int64_t n) noexcept {
  return n * 86'400'000;
}

/// Midnight of a Gregorian date.
std::int64_t midnight(int year, unsigned month, unsigned day_of_month);
/// "2024-03" of a time in the years 1000 to 9999.
std::string month_text(std::int64_t time);
/// "2024-03-09".
std::string date_text(std::int64_t time);
/// "2024-03-09T12:34:56.789Z".
std::string iso_text(std::int64_t time);

/// A stretch of time that a collection's rows fill evenly, whatever their number.
struct Period {
  std::int64_t begin;
  std::int64_t end;
};

/// The time of row `row` of `rows`: its slot of the period plus a random part of that slot, so that
/// times never fall from row to row. Integers only.
constexpr std::int64_t rising_time(Period period, std::uint64_t row, std::uint64_t rows,
                                   std::uint64_t bits) noexcept {
  __extension__ using Wide = unsigned __int128;
  const auto length = static_cast<std::uint64_t>(period.end - period.begin);
  const Wide position = static_cast<Wide>(length) * row + below(bits, length);
  return period.begin + static_cast<std::int64_t>(position / rows);
}

}  // namespace shardsweep::generate
