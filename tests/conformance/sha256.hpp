#pragma once

#include <string>
#include <string_view>

namespace shardsweep::conformance {

/// SHA-256 (FIPS 180-4) in lower-case hexadecimal.
std::string sha256_hex(std::string_view message);

}  // namespace shardsweep::conformance
