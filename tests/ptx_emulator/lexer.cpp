#include "tests/ptx_emulator/lexer.hpp"

#include <algorithm>
#include <cctype>

namespace shardsweep::ptx {

namespace {

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' || c == '%' ||
         c == '.';
}

}  // namespace

Token Lexer::take() {
  Token taken = next_;
  advance();
  return taken;
}

bool Lexer::accept(std::string_view text) {
  if (next_.form == Token::Form::end || !next_.is(text)) return false;
  advance();
  return true;
}

void Lexer::expect(std::string_view text) {
  if (!accept(text)) {
    fail("expected '" + std::string(text) + "', found '" + std::string(next_.text) + "'");
  }
}

void Lexer::skip_line(u32 line) {
  while (next_.form != Token::Form::end && next_.line == line) advance();
}

void Lexer::skip_past(std::string_view text) {
  while (!accept(text)) {
    if (next_.form == Token::Form::end) fail("expected '" + std::string(text) + "'");
    advance();
  }
}

std::string Lexer::text_since(std::size_t begin) const {
  std::string out;
  for (std::size_t i = begin; i < next_.begin; ++i) {
    const bool blank = std::isspace(static_cast<unsigned char>(text_[i])) != 0;
    if (!blank) out += text_[i];
    if (blank && !out.empty() && out.back() != ' ') out += ' ';
  }
  while (!out.empty() && (out.back() == ' ' || out.back() == ';')) out.pop_back();
  return out;
}

void Lexer::fail(const std::string& what) const {
  throw ParseError("PTX line " + std::to_string(next_.line) + ": " + what);
}

void Lexer::skip_blanks() {
  for (;;) {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) {
      line_ += text_[at_] == '\n' ? 1 : 0;
      ++at_;
    }
    if (text_.substr(at_, 2) == "//") {
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else if (text_.substr(at_, 2) == "/*") {
      const std::size_t end = std::min(text_.find("*/", at_), text_.size() - 2) + 2;
      line_ += static_cast<u32>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(at_),
                                           text_.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
      at_ = end;
    } else {
      return;
    }
  }
}

std::size_t Lexer::word_end() const {
  std::size_t end = at_;
  while (end < text_.size()) {
    if (is_word(text_[end])) {
      ++end;
    } else if (text_.substr(end, 2) == "::") {
      end += 2;
    } else {
      break;
    }
  }
  return end;
}

void Lexer::advance() {
  skip_blanks();
  next_ = {Token::Form::end, {}, line_, at_};
  if (at_ >= text_.size() || text_[at_] == '\0') return;
  if (text_[at_] == '"') {
    const std::size_t end = text_.find('"', at_ + 1);
    if (end == std::string_view::npos) fail("a string without end");
    next_ = {Token::Form::text, text_.substr(at_ + 1, end - at_ - 1), line_, at_};
    at_ = end + 1;
    return;
  }
  const std::size_t end = word_end();
  const bool word = end > at_;
  next_ = {word ? Token::Form::word : Token::Form::punctuation,
           text_.substr(at_, word ? end - at_ : 1), line_, at_};
  at_ += next_.text.size();
}

}  // namespace shardsweep::ptx
