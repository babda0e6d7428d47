#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "datasets/extended_json/double_text.hpp"

namespace shardsweep::datasets {

/// A whole decimal integer of int64 with an optional sign: "7", "-0", "+12", "007". Leading or
/// trailing spaces make it none (strconv.ParseInt of Go, base 10, as mongoimport uses it).
std::optional<std::int64_t> parse_int64(std::string_view text) noexcept;

/// A decimal floating-point number, "inf", "infinity" (any case, with sign) or "nan" (any case).
/// Hexadecimal forms are malformed here (strconv.ParseFloat takes them).
extended_json::DoubleText parse_double(std::string_view text, double& value);

/// True for an optional sign and digits only.
bool is_integer_text(std::string_view text) noexcept;

}  // namespace shardsweep::datasets
