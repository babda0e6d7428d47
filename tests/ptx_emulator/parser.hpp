// PTX text -> Module.
#pragma once

#include <string>

#include "tests/ptx_emulator/lexer.hpp"
#include "tests/ptx_emulator/syntax.hpp"

namespace shardsweep::ptx {

/// Reads one PTX file. Throws ParseError with the line where the text is no PTX that it knows;
/// whether an instruction is known shows only when its kernel is decoded.
Module parse(const std::string& text);

}  // namespace shardsweep::ptx
