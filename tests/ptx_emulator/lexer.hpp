// PTX text -> tokens.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "tests/ptx_emulator/types.hpp"

namespace shardsweep::ptx {

/// PTX that the emulator cannot read or does not know; the message has the line and its text.
struct ParseError : std::runtime_error {
  using runtime_error::runtime_error;
};

struct Token {
  enum class Form : u8 { word, text, punctuation, end };
  Form form = Form::end;
  std::string_view text;  ///< of strings, what is between the quotes
  u32 line = 0;           ///< from 1
  std::size_t begin = 0;  ///< offset of the first byte

  [[nodiscard]] bool is(std::string_view other) const { return text == other; }
  [[nodiscard]] bool is_number() const {
    return form == Form::word && text.front() >= '0' && text.front() <= '9';
  }
};

/// One token of look-ahead over PTX text, which must outlive the lexer.
class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) { advance(); }

  [[nodiscard]] const Token& peek() const { return next_; }
  Token take();
  /// Takes the token if it is `text`.
  bool accept(std::string_view text);
  /// Takes the token, which must be `text`.
  void expect(std::string_view text);
  /// Takes everything up to the end of the line of `line`.
  void skip_line(u32 line);
  /// Takes everything up to and with the next `text`.
  void skip_past(std::string_view text);
  /// The text from `begin` to the next token, with each run of blanks as one blank.
  [[nodiscard]] std::string text_since(std::size_t begin) const;
  [[noreturn]] void fail(const std::string& what) const;

 private:
  void advance();
  void skip_blanks();
  [[nodiscard]] std::size_t word_end() const;

  std::string_view text_;
  std::size_t at_ = 0;
  u32 line_ = 1;
  Token next_;
};

}  // namespace shardsweep::ptx
