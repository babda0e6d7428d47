#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace shardsweep::datasets {

/// A word of a Go layout. Meanings: Y year, M month number, B month name, D day, J day of the year,
/// W name of the day, H hour of 24, I hour of 12, m minute, s second, f fraction, P half of the
/// day, Z zone name, z zone offset; '\0': no word, one character of literal text.
struct LayoutWord {
  char meaning = '\0';
  std::size_t size = 1;
};

/// The word that `layout` (not empty) begins with (Go's package time, format.go).
LayoutWord layout_word(std::string_view layout);

/// Takes the layout's literal text off `text`: a run of spaces stands for any run of spaces.
bool skip_literal(std::string_view literal, std::string_view& text);

/// What a date's text has said so far.
class DateFields {
 public:
  /// Takes what `word` of the layout stands for off `text`; false when it is not there or out of
  /// range.
  bool take(char meaning, std::string_view word, std::string_view& text);

  /// nullopt when the day is not in the calendar.
  std::optional<std::int64_t> milliseconds() const;

 private:
  bool take_year(std::string_view word, std::string_view& text);
  bool take_month_name(std::string_view word, std::string_view& text);
  bool take_fraction(std::string_view word, std::string_view& text);
  bool take_half_day(std::string_view word, std::string_view& text);
  bool take_offset(std::string_view word, std::string_view& text);

  int year_ = 0;
  int month_ = 0;        ///< 0: not given
  int day_ = 0;          ///< 0: not given
  int day_of_year_ = 0;  ///< 0: not given
  int hour_ = 0;
  int minute_ = 0;
  int second_ = 0;
  int milliseconds_ = 0;
  int offset_seconds_ = 0;
  char half_ = '\0';  ///< 'a' or 'p'
};

}  // namespace shardsweep::datasets
