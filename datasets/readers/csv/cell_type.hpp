#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "datasets/bson/builder.hpp"
#include "datasets/readers/csv/date_layout.hpp"

namespace shardsweep::datasets {

/// How the cells of a column become BSON values: the types of mongoimport's --columnsHaveTypes.
/// `automatic` is what untyped columns have: an integer text becomes int32 if it fits, else int64;
/// an integer beyond int64 and any other decimal number, inf, infinity and nan become double; the
/// rest is a string. So "007" becomes 7. A number beyond double is refused, not kept as a string
/// as mongoimport does: it would sort among the strings.
class CellType {
 public:
  /// `automatic`.
  CellType() = default;

  /// The type called `name` with the argument `argument` (escapes resolved): auto,
  /// binary(base64|base32|hex), boolean, date(LAYOUT), date_go(LAYOUT), date_ms(LAYOUT),
  /// date_oracle(LAYOUT), decimal, double, int32, int64, string. Throws DataError without place for
  /// an argument that the type does not take; `name` must be known.
  CellType(std::string_view name, const std::string& argument);

  static bool is_known(std::string_view name) noexcept;

  /// Appends the value of a cell that is not empty. Throws DataError "is no int32" without place.
  void append(std::string_view field, std::string_view cell, bson::Builder& out,
              std::uint64_t& integers_to_double) const;

 private:
  enum class Kind { automatic, binary, boolean, date, decimal, real, int32, int64, string };
  enum class Encoding { base64, base32, hex };

  void append_automatic(std::string_view field, std::string_view cell, bson::Builder& out,
                        std::uint64_t& integers_to_double) const;
  void append_binary(std::string_view field, std::string_view cell, bson::Builder& out) const;
  void append_decimal(std::string_view field, std::string_view cell, bson::Builder& out) const;
  void append_number(std::string_view field, std::string_view cell, bson::Builder& out) const;
  void set_date_layout(std::string_view name, const std::string& argument);
  [[noreturn]] void refuse() const;

  Kind kind_ = Kind::automatic;
  Encoding encoding_ = Encoding::base64;
  std::optional<DateLayout> layout_;
  std::string shown_ = "auto";  ///< "date(2006-01-02)", for messages
};

}  // namespace shardsweep::datasets
