// Declarations of variables and their initial values.
#include <algorithm>

#include "tests/ptx_emulator/parser_state.hpp"

namespace shardsweep::ptx {

namespace {

Space space_of(std::string_view word) {
  if (word == ".global") return Space::global;
  if (word == ".const") return Space::constant;
  if (word == ".shared") return Space::shared;
  if (word == ".local") return Space::local;
  return Space::param;
}

}  // namespace

bool is_space(std::string_view word) {
  return word == ".global" || word == ".const" || word == ".shared" || word == ".local" ||
         word == ".param";
}

Variable Parser::variable(std::string_view space) {
  Variable made;
  made.space = space_of(space);
  while (made.name.empty()) {
    const Token word = lexer_.take();
    if (word.form != Token::Form::word) lexer_.fail("a variable without name");
    if (word.is(".align")) {
      made.align = number(lexer_.take().text);
    } else if (word.text.front() != '.') {
      made.name = word.text;
    } else if (const Type type = type_named(word.text.substr(1)); type.kind != Kind::none) {
      made.type = type;
    } else if (!word.is(".attribute")) {
      lexer_.fail("a variable with unknown '" + std::string(word.text) + "'");
    } else {
      lexer_.skip_past(")");
    }
  }
  made.size = array_elements() * made.type.size;
  made.align = std::max<u64>(made.align, made.type.size);
  if (lexer_.accept("=")) initial_values(made);
  lexer_.expect(";");
  return made;
}

void Parser::initial_values(Variable& variable) {
  u32 depth = 0;
  do {
    while (lexer_.accept("{")) ++depth;
    variable.values.push_back(initial_value());
    while (lexer_.accept("}")) --depth;
  } while (lexer_.accept(","));
  if (depth != 0) lexer_.fail("unbalanced braces of initial values");
}

Initial Parser::initial_value() {
  const bool negative = lexer_.accept("-");
  Token word = lexer_.take();
  if (word.is_number()) return {immediate(word.text, negative).bits, {}};
  const bool generic = word.is("generic") && lexer_.accept("(");
  if (generic) word = lexer_.take();
  Initial made{0, std::string(word.text)};
  if (lexer_.accept("+")) made.bits = number(lexer_.take().text);
  if (generic) lexer_.expect(")");
  if (lexer_.accept("+")) made.bits = number(lexer_.take().text);
  return made;
}

}  // namespace shardsweep::ptx
