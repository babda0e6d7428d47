#include "datasets/generate/calendar.hpp"

#include <chrono>

#include "datasets/generate/identifiers.hpp"

namespace shardsweep::generate {
namespace {

std::chrono::year_month_day civil(std::int64_t time) {
  const std::chrono::sys_time<std::chrono::milliseconds> point{std::chrono::milliseconds{time}};
  return std::chrono::year_month_day{std::chrono::floor<std::chrono::days>(point)};
}

}  // namespace

std::int64_t midnight(int year, unsigned month, unsigned day_of_month) {
  const std::chrono::sys_days date{std::chrono::year{year} / std::chrono::month{month} /
                                   std::chrono::day{day_of_month}};
  return std::chrono::milliseconds{date.time_since_epoch()}.count();
}

std::string month_text(std::int64_t time) {
  return date_text(time).substr(0, 7);
}

std::string date_text(std::int64_t time) {
  const std::chrono::year_month_day date = civil(time);
  return padded(static_cast<std::uint64_t>(static_cast<int>(date.year())), 4) + '-' +
         padded(static_cast<unsigned>(date.month()), 2) + '-' +
         padded(static_cast<unsigned>(date.day()), 2);
}

std::string iso_text(std::int64_t time) {
  const auto of_day = static_cast<std::uint64_t>(((time % days(1)) + days(1)) % days(1));
  return date_text(time) + 'T' + padded(of_day / hours(1), 2) + ':' +
         padded(of_day / minutes(1) % 60, 2) + ':' + padded(of_day / 1000 % 60, 2) + '.' +
         padded(of_day % 1000, 3) + 'Z';
}

}  // namespace shardsweep::generate
