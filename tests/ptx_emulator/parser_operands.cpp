// Operands and numbers.
#include <charconv>

#include "tests/ptx_emulator/parser_state.hpp"

namespace shardsweep::ptx {

Operand Parser::operand() {
  if (lexer_.accept("{")) return list("}");
  if (lexer_.accept("(")) return list(")");
  if (lexer_.accept("[")) return memory();
  if (lexer_.accept("!")) {
    Operand made = named(lexer_.take());
    made.negated = true;
    return made;
  }
  if (lexer_.accept("-")) return immediate(lexer_.take().text, true);
  const Token word = lexer_.take();
  if (word.form != Token::Form::word) lexer_.fail("no operand: '" + std::string(word.text) + "'");
  if (word.is_number()) return immediate(word.text, false);
  Operand made = named(word);
  if (lexer_.accept("|")) made.second = named(lexer_.take()).reg;
  if (lexer_.accept("+")) made.offset = signed_number();
  return made;
}

Operand Parser::list(std::string_view end) {
  Operand made;
  made.form = Operand::Form::list;
  while (!lexer_.accept(end)) {
    made.list.push_back(operand());
    if (!lexer_.peek().is(end)) lexer_.expect(",");
  }
  return made;
}

Operand Parser::memory() {
  Operand made;
  made.form = Operand::Form::memory;
  Operand base = operand();
  made.offset = base.offset;
  base.offset = 0;
  made.list.push_back(std::move(base));
  lexer_.expect("]");
  return made;
}

Operand Parser::named(const Token& word) {
  Operand made;
  made.name = word.text;
  if (made.name == "_") return made;
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
    if (auto found = scope->registers.find(made.name); found != scope->registers.end()) {
      made.form = Operand::Form::reg;
      made.reg = found->second;
      return made;
    }
    if (auto found = scope->variables.find(made.name); found != scope->variables.end()) {
      made.form = Operand::Form::variable;
      made.variable = found->second;
      return made;
    }
  }
  if (made.name == "WARP_SZ") return immediate("32", false);
  made.form = made.name.front() == '%' ? Operand::Form::special : Operand::Form::symbol;
  return made;
}

Operand Parser::immediate(std::string_view text, bool negative) {
  Operand made;
  made.form = Operand::Form::immediate;
  const bool floating = text.size() > 2 && text[0] == '0' &&
                        std::string_view("fFdD").find(text[1]) != std::string_view::npos;
  if (floating) {
    const auto [end, error] =
        std::from_chars(text.data() + 2, text.data() + text.size(), made.bits, 16);
    if (error != std::errc{} || end != text.data() + text.size()) lexer_.fail("no number");
    const bool single = text[1] == 'f' || text[1] == 'F';
    if (negative) made.bits ^= u64{1} << (single ? 31 : 63);
    return made;
  }
  made.bits = number(text);
  if (negative) made.bits = u64{0} - made.bits;
  return made;
}

i64 Parser::signed_number() {
  const bool negative = lexer_.accept("-");
  const u64 value = number(lexer_.take().text);
  return static_cast<i64>(negative ? u64{0} - value : value);
}

u64 Parser::number(std::string_view text) {
  const std::string_view whole = text;
  int base = 10;
  if (text.starts_with("0x") || text.starts_with("0X")) {
    base = 16;
    text.remove_prefix(2);
  }
  if (base == 10 && text.ends_with("U")) text.remove_suffix(1);
  u64 value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size()) {
    lexer_.fail("no number: '" + std::string(whole) + "'");
  }
  return value;
}

}  // namespace shardsweep::ptx
