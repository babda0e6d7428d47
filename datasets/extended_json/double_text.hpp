#pragma once

#include <string_view>

namespace shardsweep::extended_json {

enum class DoubleText { ok, malformed, too_large };

/// Reads a finite decimal number, correctly rounded: digits with an optional minus sign, point and
/// exponent; the whole text must be used. Too small magnitudes become zero, too large ones are
/// refused. Linear in the text.
DoubleText read_double(std::string_view text, double& value);

}  // namespace shardsweep::extended_json
