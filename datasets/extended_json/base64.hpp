#pragma once

#include <string>
#include <string_view>

namespace shardsweep::extended_json {

/// Decodes RFC 4648 base64 with its padding. Writes at most text.size() / 4 * 3 bytes to `out` and
/// returns the end of what it wrote; nullptr when the text is not base64.
char* read_base64(std::string_view text, char* out);

/// Appends the base64 text of `bytes`, padded.
void append_base64(std::string_view bytes, std::string& out);

}  // namespace shardsweep::extended_json
