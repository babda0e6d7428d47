// The parser's state and its parts; parser.hpp is what others use.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "tests/ptx_emulator/lexer.hpp"
#include "tests/ptx_emulator/syntax.hpp"

namespace shardsweep::ptx {

/// Names of one `{ }`: registers and variables.
struct Scope {
  u32 id = 0;
  std::unordered_map<std::string, u32> registers;
  std::unordered_map<std::string, u32> variables;
};

/// Whether the word (`.global`) begins the declaration of a variable.
bool is_space(std::string_view word);

class Parser {
 public:
  explicit Parser(const std::string& text) : lexer_(text) {}

  Module run() {
    while (lexer_.peek().form != Token::Form::end) module_item();
    return std::move(module_);
  }

 private:
  void module_item();
  void function(bool entry);
  std::vector<u32> parameters();
  void performance_limits();
  void body();
  void body_item();
  void body_directive(const Token& word);
  void registers();
  void statement();
  void labelled(const Token& name);
  void location(const Token& word);
  void pragma();
  Variable variable(std::string_view space);
  u64 array_elements();
  void initial_values(Variable& variable);
  Initial initial_value();
  u32 add_variable(Variable variable);
  void open_scope();
  Operand operand();
  Operand list(std::string_view end);
  Operand memory();
  Operand named(const Token& word);
  Operand immediate(std::string_view text, bool negative);
  i64 signed_number();
  u64 number(std::string_view text);

  Lexer lexer_;
  Module module_;
  Function* function_ = nullptr;
  std::vector<Scope> scopes_;
  u32 source_ = 0;
  u64 used_bytes_ = ~u64{0};
};

}  // namespace shardsweep::ptx
