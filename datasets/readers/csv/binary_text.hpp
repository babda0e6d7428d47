#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace shardsweep::datasets {

/// The bytes behind a text form (RFC 4648: base64 and base32 of the standard alphabets with
/// padding; hex in either case); nullopt for anything else.
std::optional<std::string> decode_base64(std::string_view text);
std::optional<std::string> decode_base32(std::string_view text);
std::optional<std::string> decode_hex(std::string_view text);

}  // namespace shardsweep::datasets
