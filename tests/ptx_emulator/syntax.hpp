// What a PTX file says, with names resolved to registers and variables where their scope is known.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tests/ptx_emulator/types.hpp"

namespace shardsweep::ptx {

/// A source line that a `.loc` names, and where the inlined call was; file numbers of
/// Module::files.
struct SourceLine {
  u32 file = 0;
  u32 line = 0;
  u32 caller_file = 0;  ///< 0: not inlined
  u32 caller_line = 0;
};

struct Operand {
  enum class Form : u8 { reg, special, immediate, variable, symbol, memory, list, sink };
  Form form = Form::sink;
  std::string name;           ///< special: its name; symbol: of the module, a function or a label
  u32 reg = absent;           ///< reg: of Function::registers
  u32 second = absent;        ///< reg: the p of `d|p`
  u32 variable = absent;      ///< of Function::variables
  u64 bits = 0;               ///< immediate
  i64 offset = 0;             ///< memory, variable, symbol: bytes to add
  bool negated = false;       ///< `!p`
  std::vector<Operand> list;  ///< list: elements; memory: its one base
};

struct Statement {
  std::vector<std::string> words;  ///< the opcode, split at its dots
  std::vector<Operand> operands;
  u32 guard = absent;  ///< register of `@p`
  bool guard_negated = false;
  u32 line = 0;              ///< in the PTX text
  u32 source = 0;            ///< of Module::source_lines
  u32 scope = 0;             ///< where labels are looked up, of Function::scopes
  u64 used_bytes = ~u64{0};  ///< of a vector load, by `.pragma "used_bytes_mask"`
  std::string text;

  [[nodiscard]] bool has(std::string_view word) const {
    for (std::size_t i = 1; i < words.size(); ++i) {
      if (words[i] == word) return true;
    }
    return false;
  }
};

struct Initial {
  u64 bits = 0;
  std::string symbol;  ///< empty: `bits` is the value, else an offset from the symbol
};

struct Variable {
  std::string name;
  Space space = Space::generic;
  Type type;
  u64 align = 1;
  u64 size = 0;  ///< bytes
  bool external = false;
  std::vector<Initial> values;
};

struct Label {
  u32 scope = 0;
  std::string name;
  u32 statement = 0;
};

struct Function {
  std::string name;
  bool entry = false;
  bool defined = false;
  u32 max_threads = 0;              ///< of `.maxntid` and `.reqntid`; 0: no bound
  std::vector<u32> params;          ///< of `variables`
  std::vector<u32> returns;         ///< of `variables`
  std::vector<Variable> variables;  ///< param, shared and local ones
  std::vector<Type> registers;
  std::vector<u32> scopes;  ///< each scope's parent
  std::vector<Label> labels;
  std::map<std::string, std::vector<std::string>> branch_targets;
  std::vector<Statement> body;
};

struct Module {
  std::string target;
  std::map<u32, std::string> files;
  std::vector<SourceLine> source_lines{SourceLine{}};  ///< the first is none
  std::vector<Variable> variables;
  std::vector<Function> functions;
};

}  // namespace shardsweep::ptx
