#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace shardsweep::datasets {

/// How a date is written: a layout of Go's package time ("2006-01-02 15:04:05"), of SQL Server's
/// FORMAT ("yyyy-MM-dd") or Oracle's TO_DATE ("YYYY-MM-DD HH24:MI:SS"), the three that typed
/// headers of mongoimport take. Without a zone in the layout times are UTC; zone abbreviations
/// count as UTC too, as in Go where they are not known.
class DateLayout {
 public:
  static DateLayout go(std::string_view layout);
  static DateLayout microsoft(std::string_view layout);
  static DateLayout oracle(std::string_view layout);

  /// Milliseconds since 1970, cut towards the past; nullopt when the text does not fit the layout
  /// or names no day of the calendar.
  std::optional<std::int64_t> parse(std::string_view text) const;

 private:
  /// A word of the layout with its meaning, or text to be found as it is.
  struct Item {
    char meaning = '\0';  ///< see date_layout.cpp; '\0': literal text
    std::string text;
  };

  std::vector<Item> items_;
};

}  // namespace shardsweep::datasets
