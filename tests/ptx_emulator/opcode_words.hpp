// The words behind the dots of an opcode.
#pragma once

#include <string_view>

namespace shardsweep::ptx {

/// Whether some instruction knows the word. Others change what an instruction does in ways that
/// nothing here models, so that they must not be passed over.
bool is_known_word(std::string_view word);

}  // namespace shardsweep::ptx
