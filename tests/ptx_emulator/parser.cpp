#include "tests/ptx_emulator/parser.hpp"

#include <algorithm>

#include "tests/ptx_emulator/parser_state.hpp"

namespace shardsweep::ptx {

void Parser::module_item() {
  const Token word = lexer_.take();
  if (word.is(".version") || word.is(".address_size") || word.is(".alias")) {
    lexer_.skip_line(word.line);
  } else if (word.is(".target")) {
    module_.target = lexer_.take().text;
    lexer_.skip_line(word.line);
  } else if (word.is(".file") || word.is(".loc")) {
    location(word);
  } else if (word.is(".section")) {
    lexer_.skip_past("}");
  } else if (word.is(".pragma")) {
    lexer_.skip_past(";");
  } else if (word.is(".entry") || word.is(".func")) {
    function(word.is(".entry"));
  } else if (is_space(word.text)) {
    module_.variables.push_back(variable(word.text));
  } else if (word.is(".extern") && is_space(lexer_.peek().text)) {
    Variable found = variable(lexer_.take().text);
    found.external = true;
    module_.variables.push_back(std::move(found));
  } else if (!word.is(".visible") && !word.is(".weak") && !word.is(".extern") &&
             !word.is(".common") && !word.is(";")) {
    lexer_.fail("unknown directive '" + std::string(word.text) + "'");
  }
}

void Parser::location(const Token& word) {
  const u32 number_ = static_cast<u32>(number(lexer_.take().text));
  if (word.is(".file")) {
    module_.files[number_] = lexer_.take().text;
    lexer_.skip_line(word.line);
    return;
  }
  SourceLine line{number_, static_cast<u32>(number(lexer_.take().text)), 0, 0};
  while (lexer_.peek().line == word.line && lexer_.peek().form != Token::Form::end) {
    if (!lexer_.take().is("inlined_at")) continue;
    line.caller_file = static_cast<u32>(number(lexer_.take().text));
    line.caller_line = static_cast<u32>(number(lexer_.take().text));
  }
  source_ = static_cast<u32>(module_.source_lines.size());
  module_.source_lines.push_back(line);
}

void Parser::function(bool entry) {
  Function made;
  made.entry = entry;
  function_ = &made;
  scopes_.clear();
  open_scope();
  if (!entry && lexer_.peek().is("(")) made.returns = parameters();
  made.name = lexer_.take().text;
  if (lexer_.peek().is("(")) made.params = parameters();
  performance_limits();
  if (!lexer_.accept(";")) {
    made.defined = true;
    lexer_.expect("{");
    body();
  }
  module_.functions.push_back(std::move(made));
  function_ = nullptr;
}

void Parser::performance_limits() {
  while (!lexer_.peek().is("{") && !lexer_.peek().is(";")) {
    const Token word = lexer_.take();
    if (word.form == Token::Form::end) lexer_.fail("a function without body");
    if (!word.is(".maxntid") && !word.is(".reqntid")) continue;
    u32 threads = 1;
    do {
      threads *= static_cast<u32>(number(lexer_.take().text));
    } while (lexer_.accept(","));
    function_->max_threads = threads;
  }
}

std::vector<u32> Parser::parameters() {
  std::vector<u32> made;
  lexer_.expect("(");
  while (!lexer_.accept(")")) {
    if (lexer_.accept(",")) continue;
    const Token space = lexer_.take();
    if (!space.is(".param")) lexer_.fail("parameters in .reg are not known");
    Variable param;
    param.space = Space::param;
    while (lexer_.peek().form == Token::Form::word && param.name.empty()) {
      const Token word = lexer_.take();
      if (word.is(".align")) {
        param.align = number(lexer_.take().text);
      } else if (word.text.front() != '.') {
        param.name = word.text;
      } else if (const Type type = type_named(word.text.substr(1)); type.kind != Kind::none) {
        param.type = type;
      }
    }
    param.size = array_elements() * param.type.size;
    param.align = std::max<u64>(param.align, param.type.size);
    made.push_back(add_variable(std::move(param)));
  }
  return made;
}

u32 Parser::add_variable(Variable variable) {
  const u32 id = static_cast<u32>(function_->variables.size());
  scopes_.back().variables[variable.name] = id;
  function_->variables.push_back(std::move(variable));
  return id;
}

void Parser::open_scope() {
  const u32 id = static_cast<u32>(function_->scopes.size());
  function_->scopes.push_back(scopes_.empty() ? absent : scopes_.back().id);
  scopes_.push_back({id, {}, {}});
}

u64 Parser::array_elements() {
  u64 elements = 1;
  while (lexer_.accept("[")) {
    const Token size = lexer_.take();
    elements *= size.is("]") ? 0 : number(size.text);
    if (!size.is("]")) lexer_.expect("]");
  }
  return elements;
}

void Parser::body() {
  const std::size_t outer = scopes_.size();
  scopes_.reserve(outer + 8);
  open_scope();
  while (scopes_.size() > outer) body_item();
}

void Parser::body_item() {
  const Token& next = lexer_.peek();
  if (next.form == Token::Form::end) lexer_.fail("a function without end");
  if (lexer_.accept("{")) {
    open_scope();
  } else if (lexer_.accept("}")) {
    scopes_.pop_back();
  } else if (lexer_.accept(";")) {
    return;
  } else if (next.form == Token::Form::word && next.text.front() == '.') {
    body_directive(lexer_.take());
  } else {
    statement();
  }
}

void Parser::body_directive(const Token& word) {
  if (word.is(".reg")) {
    registers();
  } else if (is_space(word.text)) {
    add_variable(variable(word.text));
  } else if (word.is(".loc") || word.is(".file")) {
    location(word);
  } else if (word.is(".pragma")) {
    pragma();
  } else {
    lexer_.fail("unknown directive '" + std::string(word.text) + "' in a function");
  }
}

void Parser::pragma() {
  const std::string_view text = lexer_.take().text;
  constexpr std::string_view mask = "used_bytes_mask ";
  if (text.starts_with(mask)) used_bytes_ = number(text.substr(mask.size()));
  lexer_.expect(";");
}

void Parser::registers() {
  Type type;
  while (lexer_.peek().form == Token::Form::word && lexer_.peek().text.front() == '.') {
    type = type_named(lexer_.take().text.substr(1));
  }
  if (type.kind == Kind::none) lexer_.fail("registers of unknown type");
  do {
    const std::string name(lexer_.take().text);
    u64 count = 0;
    if (lexer_.accept("<")) {
      count = number(lexer_.take().text);
      lexer_.expect(">");
      for (u64 i = 0; i < count; ++i) {
        scopes_.back().registers[name + std::to_string(i)] =
            static_cast<u32>(function_->registers.size());
        function_->registers.push_back(type);
      }
    } else {
      scopes_.back().registers[name] = static_cast<u32>(function_->registers.size());
      function_->registers.push_back(type);
    }
  } while (lexer_.accept(","));
  lexer_.expect(";");
}

void Parser::labelled(const Token& name) {
  if (lexer_.accept(".callprototype")) {
    lexer_.skip_past(";");
    return;
  }
  if (lexer_.accept(".branchtargets")) {
    std::vector<std::string>& targets = function_->branch_targets[std::string(name.text)];
    do {
      targets.emplace_back(lexer_.take().text);
    } while (lexer_.accept(","));
    lexer_.expect(";");
    return;
  }
  function_->labels.push_back(
      {scopes_.back().id, std::string(name.text), static_cast<u32>(function_->body.size())});
}

void Parser::statement() {
  Statement made;
  const std::size_t begin = lexer_.peek().begin;
  made.line = lexer_.peek().line;
  if (lexer_.accept("@")) {
    made.guard_negated = lexer_.accept("!");
    made.guard = named(lexer_.take()).reg;
    if (made.guard == absent) lexer_.fail("a guard that is no register");
  }
  const Token opcode = lexer_.take();
  if (lexer_.accept(":")) return labelled(opcode);
  for (std::size_t at = 0; at <= opcode.text.size();) {
    const std::size_t end = std::min(opcode.text.find('.', at), opcode.text.size());
    made.words.emplace_back(opcode.text.substr(at, end - at));
    at = end + 1;
  }
  while (!lexer_.peek().is(";")) {
    made.operands.push_back(operand());
    if (!lexer_.accept(",")) break;
  }
  made.text = lexer_.text_since(begin);
  lexer_.expect(";");
  made.source = source_;
  made.scope = scopes_.back().id;
  made.used_bytes = used_bytes_;
  used_bytes_ = ~u64{0};
  function_->body.push_back(std::move(made));
}

Module parse(const std::string& text) {
  return Parser(text).run();
}

}  // namespace shardsweep::ptx
