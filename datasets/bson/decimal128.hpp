#pragma once

#include <array>
#include <string>
#include <string_view>

namespace shardsweep::bson {

/// An IEEE 754-2008 decimal128 with binary integer coefficient, as stored: 16 bytes, little-endian.
using DecimalBits = std::array<char, 16>;

enum class DecimalText { ok, malformed, inexact };

/// Reads the text of a decimal by the grammar of the BSON Decimal128 specification: an optional
/// sign, digits with an optional point and exponent, or Infinity, Inf, NaN in any case. Values that
/// 34 digits and the exponents -6176 to 6111 cannot hold exactly are `inexact` (zeros are moved
/// between coefficient and exponent where that is exact; a zero takes the nearest exponent). Linear
/// in the text.
DecimalText read_decimal128(std::string_view text, DecimalBits& value);

/// The text of a decimal as that specification writes it: "1.20", "1E+3", "-0", "Infinity", "NaN".
/// Coefficients that are not canonical count as zero, as in IEEE 754.
std::string decimal128_text(const DecimalBits& value);

}  // namespace shardsweep::bson
