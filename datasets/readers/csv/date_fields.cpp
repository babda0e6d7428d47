#include "datasets/readers/csv/date_fields.hpp"

#include <algorithm>
#include <array>
#include <chrono>

namespace shardsweep::datasets {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_lower(char c) {
  return c >= 'a' && c <= 'z';
}
bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}
char lower(char c) {
  return is_upper(c) ? static_cast<char>(c + ('a' - 'A')) : c;
}

struct Word {
  std::string_view text;
  char meaning;
};

// Of words with a common begin the longest is first.
constexpr std::array<Word, 34> words = {
    {{"January", 'B'},   {"Jan", 'B'},   {"Monday", 'W'}, {"Mon", 'W'}, {"MST", 'Z'},
     {"002", 'J'},       {"01", 'M'},    {"02", 'D'},     {"03", 'I'},  {"04", 'm'},
     {"05", 's'},        {"06", 'Y'},    {"15", 'H'},     {"1", 'M'},   {"2006", 'Y'},
     {"2", 'D'},         {"__2", 'J'},   {"_2006", '\0'}, {"_2", 'D'},  {"3", 'I'},
     {"4", 'm'},         {"5", 's'},     {"PM", 'P'},     {"pm", 'P'},  {"-070000", 'z'},
     {"-07:00:00", 'z'}, {"-0700", 'z'}, {"-07:00", 'z'}, {"-07", 'z'}, {"Z070000", 'z'},
     {"Z07:00:00", 'z'}, {"Z0700", 'z'}, {"Z07:00", 'z'}, {"Z07", 'z'}}};

constexpr std::array<std::string_view, 12> months = {
    "january", "february", "march",     "april",   "may",      "june",
    "july",    "august",   "september", "october", "november", "december"};
constexpr std::array<std::string_view, 7> weekdays = {"monday", "tuesday",  "wednesday", "thursday",
                                                      "friday", "saturday", "sunday"};

/// ".000" and the like of any length, not followed by another digit.
std::size_t fraction_word(std::string_view layout) {
  if (layout.size() < 2 || (layout[0] != '.' && layout[0] != ',')) return 0;
  const char digit = layout[1];
  if (digit != '0' && digit != '9') return 0;
  const std::size_t end = std::min(layout.find_first_not_of(digit, 1), layout.size());
  return end < layout.size() && is_digit(layout[end]) ? 0 : end;
}

bool begins_with(std::string_view text, std::string_view lower_prefix) {
  return text.size() >= lower_prefix.size() &&
         std::equal(lower_prefix.begin(), lower_prefix.end(), text.begin(),
                    [](char a, char b) { return a == lower(b); });
}

/// A number of `least` to `most` digits within low..high.
bool take_number(std::string_view& text, std::size_t least, std::size_t most, int low, int high,
                 int& out) {
  std::size_t digits = 0;
  int value = 0;
  while (digits < most && digits < text.size() && is_digit(text[digits]))
    value = value * 10 + (text[digits++] - '0');
  if (digits < least || value < low || value > high) return false;
  text.remove_prefix(digits);
  out = value;
  return true;
}

/// Index of the name that `text` begins with, in full or by its first three letters; -1 for none.
template <class Names>
int take_name(const Names& names, bool in_full, std::string_view& text) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string_view name = in_full ? names[i] : names[i].substr(0, 3);
    if (!begins_with(text, name)) continue;
    text.remove_prefix(name.size());
    return static_cast<int>(i);
  }
  return -1;
}

/// Three to five capitals: "UTC", "CEST".
bool take_zone_name(std::string_view& text) {
  std::size_t size = 0;
  while (size < text.size() && is_upper(text[size])) ++size;
  if (size < 3 || size > 5) return false;
  text.remove_prefix(size);
  return true;
}

}  // namespace

LayoutWord layout_word(std::string_view layout) {
  if (const std::size_t size = fraction_word(layout); size > 0) return {'f', size};
  for (const Word& word : words) {
    if (!layout.starts_with(word.text)) continue;
    const std::size_t size = word.text.size();
    const bool part_of_a_word = (word.text == "Jan" || word.text == "Mon") &&
                                layout.size() > size && is_lower(layout[size]);
    return part_of_a_word ? LayoutWord{} : LayoutWord{word.meaning, size};
  }
  return {};
}

bool skip_literal(std::string_view literal, std::string_view& text) {
  const auto drop_spaces = [](std::string_view& from) {
    from.remove_prefix(std::min(from.find_first_not_of(' '), from.size()));
  };
  while (!literal.empty()) {
    if (literal[0] == ' ') {
      if (!text.empty() && text[0] != ' ') return false;
      drop_spaces(literal);
      drop_spaces(text);
      continue;
    }
    if (text.empty() || text[0] != literal[0]) return false;
    literal.remove_prefix(1);
    text.remove_prefix(1);
  }
  return true;
}

bool DateFields::take(char meaning, std::string_view word, std::string_view& text) {
  // Layout words of two digits want two, "15" and those of one digit take one or two.
  const std::size_t least = word.size() == 2 && word[0] == '0' ? 2 : 1;
  if (word.starts_with('_'))
    text.remove_prefix(std::min({text.find_first_not_of(' '), text.size(), word.size() - 1}));
  switch (meaning) {
    case 'Y':
      return take_year(word, text);
    case 'M':
      return take_number(text, least, 2, 1, 12, month_);
    case 'B':
      return take_month_name(word, text);
    case 'D':
      return take_number(text, least, 2, 1, 31, day_);
    case 'J':
      return take_number(text, word == "002" ? 3 : 1, 3, 1, 366, day_of_year_);
    case 'W':
      return take_name(weekdays, word == "Monday", text) >= 0;
    case 'H':
      return take_number(text, least, 2, 0, 23, hour_);
    case 'I':
      return take_number(text, least, 2, 0, 12, hour_);
    case 'm':
      return take_number(text, least, 2, 0, 59, minute_);
    case 's':
      return take_number(text, least, 2, 0, 59, second_);
    case 'f':
      return take_fraction(word, text);
    case 'P':
      return take_half_day(word, text);
    case 'Z':
      return take_zone_name(text);
    default:
      return take_offset(word, text);
  }
}

bool DateFields::take_year(std::string_view word, std::string_view& text) {
  if (word == "2006") return take_number(text, 4, 4, 0, 9999, year_);
  if (!take_number(text, 2, 2, 0, 99, year_)) return false;
  year_ += year_ >= 69 ? 1900 : 2000;  // as Go: 1969 to 2068
  return true;
}

bool DateFields::take_month_name(std::string_view word, std::string_view& text) {
  month_ = take_name(months, word == "January", text) + 1;
  return month_ > 0;
}

bool DateFields::take_fraction(std::string_view word, std::string_view& text) {
  const auto begins = [&] {
    return text.size() >= 2 && (text[0] == '.' || text[0] == ',') && is_digit(text[1]);
  };
  const bool exact = word[1] == '0';
  if (!begins()) return !exact;
  std::size_t digits = 0;
  int value = 0;
  while (1 + digits < text.size() && is_digit(text[1 + digits])) {
    if (digits < 3) value = value * 10 + (text[1 + digits] - '0');
    ++digits;
  }
  if (exact && digits != word.size() - 1) return false;
  for (std::size_t i = digits; i < 3; ++i) value *= 10;
  milliseconds_ = value;
  text.remove_prefix(1 + digits);
  return true;
}

bool DateFields::take_half_day(std::string_view word, std::string_view& text) {
  const std::string_view half = text.substr(0, 2);
  const bool capitals = word == "PM";
  if (half != (capitals ? "AM" : "am") && half != (capitals ? "PM" : "pm")) return false;
  half_ = lower(half[0]);
  text.remove_prefix(2);
  return true;
}

bool DateFields::take_offset(std::string_view word, std::string_view& text) {
  if (word[0] == 'Z' && text.starts_with('Z')) {
    text.remove_prefix(1);
    return true;
  }
  if (text.empty() || (text[0] != '+' && text[0] != '-')) return false;
  const int sign = text[0] == '-' ? -1 : 1;
  text.remove_prefix(1);
  int seconds = 0;
  int unit = 3600;
  for (std::size_t at = 1; at < word.size(); at += 2, unit /= 60) {
    if (word[at] == ':') {
      if (!text.starts_with(':')) return false;
      text.remove_prefix(1);
      ++at;
    }
    int part = 0;
    if (!take_number(text, 2, 2, 0, unit == 3600 ? 24 : 59, part)) return false;
    seconds += part * unit;
  }
  offset_seconds_ = sign * seconds;
  return true;
}

std::optional<std::int64_t> DateFields::milliseconds() const {
  namespace chrono = std::chrono;
  const chrono::year year(year_);
  chrono::sys_days day = year / chrono::January / 1;
  if (day_of_year_ > 0 && month_ == 0 && day_ == 0) {
    if (day_of_year_ == 366 && !year.is_leap()) return std::nullopt;
    day += chrono::days(day_of_year_ - 1);
  } else {
    const chrono::year_month_day date = year /
                                        chrono::month(static_cast<unsigned>(std::max(month_, 1))) /
                                        chrono::day(static_cast<unsigned>(std::max(day_, 1)));
    if (!date.ok()) return std::nullopt;
    day = date;
  }
  int hour = hour_;
  if (half_ == 'p' && hour < 12) hour += 12;
  if (half_ == 'a' && hour == 12) hour = 0;
  const std::int64_t seconds = std::int64_t{hour} * 3600 + minute_ * 60 + second_ - offset_seconds_;
  return std::int64_t{day.time_since_epoch().count()} * 86'400'000 + seconds * 1000 + milliseconds_;
}

}  // namespace shardsweep::datasets
