#include "datasets/extended_json/date_text.hpp"

#include <chrono>

namespace shardsweep::extended_json {

namespace {

constexpr std::int64_t day_milliseconds = 86'400'000;
constexpr std::int64_t year_10000 = 253'402'300'800'000;  // 10000-01-01T00:00:00Z

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// Takes pieces off the front of a text.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : rest_(text) {}

  /// A number of exactly `digits` digits; good() turns false when there is none.
  int number(std::size_t digits) {
    int value = 0;
    good_ = good_ && rest_.size() >= digits;
    for (std::size_t i = 0; good_ && i < digits; ++i) {
      good_ = is_digit(rest_[i]);
      value = value * 10 + (rest_[i] - '0');
    }
    if (good_) rest_.remove_prefix(digits);
    return value;
  }

  bool take(std::string_view any_of) {
    if (rest_.empty() || any_of.find(rest_.front()) == std::string_view::npos) return false;
    rest_.remove_prefix(1);
    return true;
  }

  void must_take(std::string_view any_of) { good_ = take(any_of) && good_; }
  bool good() const { return good_; }
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
  bool good_ = true;
};

/// The digits behind the point as milliseconds; what a date cannot hold sets `too_fine`.
std::int64_t fraction(Cursor& cursor, bool& too_fine) {
  std::int64_t milliseconds = 0;
  std::int64_t unit = 100;
  do {
    const int digit = cursor.number(1);
    milliseconds += unit * digit;
    too_fine |= unit == 0 && digit != 0;
    unit /= 10;
  } while (cursor.good() && !cursor.rest().empty() && is_digit(cursor.rest().front()));
  return milliseconds;
}

/// Minutes east of UTC.
std::int64_t zone(Cursor& cursor, bool& in_range) {
  if (cursor.take("Zz")) return 0;
  const bool west = cursor.rest().starts_with('-');
  cursor.must_take("+-");
  const int hours = cursor.number(2);
  cursor.take(":");
  const int minutes = cursor.number(2);
  in_range = in_range && hours < 24 && minutes < 60;
  return (west ? -1 : 1) * (hours * 60 + minutes);
}

void append_padded(std::string& out, std::int64_t value, std::size_t width) {
  const std::string digits = std::to_string(value);
  out.append(width - digits.size(), '0');
  out += digits;
}

}  // namespace

DateText read_date(std::string_view text, std::int64_t& milliseconds) {
  Cursor cursor(text);
  const int year = cursor.number(4);
  cursor.must_take("-");
  const int month = cursor.number(2);
  cursor.must_take("-");
  const int day = cursor.number(2);
  cursor.must_take("Tt");
  const int hour = cursor.number(2);
  cursor.must_take(":");
  const int minute = cursor.number(2);
  cursor.must_take(":");
  const int second = cursor.number(2);
  bool too_fine = false;
  const std::int64_t part = cursor.take(".") ? fraction(cursor, too_fine) : 0;
  if (!cursor.good()) return DateText::malformed;
  if (cursor.rest().empty()) return DateText::no_zone;
  bool in_range = hour < 24 && minute < 60 && second < 60;
  const std::int64_t offset = zone(cursor, in_range);
  if (!cursor.good() || !cursor.rest().empty()) return DateText::malformed;
  const std::chrono::year_month_day date{std::chrono::year(year),
                                         std::chrono::month(static_cast<unsigned>(month)),
                                         std::chrono::day(static_cast<unsigned>(day))};
  if (!in_range || !date.ok()) return DateText::out_of_range;
  if (too_fine) return DateText::too_fine;
  const std::int64_t days = std::chrono::sys_days(date).time_since_epoch().count();
  milliseconds = days * day_milliseconds +
                 ((std::int64_t{hour} * 60 + minute - offset) * 60 + second) * 1000 + part;
  return DateText::ok;
}

std::string_view date_advice(DateText result) {
  switch (result) {
    case DateText::no_zone:
      return "it must end with its time zone, Z or +hh:mm";
    case DateText::out_of_range:
      return "there is no such day or time of day";
    case DateText::too_fine:
      return "a date holds milliseconds, remove the digits behind them";
    default:
      return "write it like 2012-12-24T12:15:30.501Z, or as milliseconds in $numberLong";
  }
}

bool append_date(std::int64_t milliseconds, std::string& out) {
  if (milliseconds < 0 || milliseconds >= year_10000) return false;
  const std::int64_t in_day = milliseconds % day_milliseconds;
  const std::chrono::year_month_day date{
      std::chrono::sys_days(std::chrono::days(milliseconds / day_milliseconds))};
  append_padded(out, static_cast<int>(date.year()), 4);
  out += '-';
  append_padded(out, static_cast<unsigned>(date.month()), 2);
  out += '-';
  append_padded(out, static_cast<unsigned>(date.day()), 2);
  out += 'T';
  append_padded(out, in_day / 3'600'000, 2);
  out += ':';
  append_padded(out, in_day / 60'000 % 60, 2);
  out += ':';
  append_padded(out, in_day / 1000 % 60, 2);
  if (in_day % 1000 != 0) {
    out += '.';
    append_padded(out, in_day % 1000, 3);
  }
  out += 'Z';
  return true;
}

}  // namespace shardsweep::extended_json
