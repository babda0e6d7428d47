#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace shardsweep::extended_json {

/// A stretch of JSON text that is one document, or that cannot be one.
struct Piece {
  std::string_view text;     ///< one balanced object; valid until the next append()
  std::uint64_t offset = 0;  ///< input bytes before it
  std::uint64_t line = 1;    ///< line it begins on, from 1
  /// Empty for an object. Otherwise why this stretch is none ("the document is not closed before
  /// the line ends"): an error, or one skipped document. next() goes on behind it either way.
  std::string problem;
};

/// Cuts JSON text that arrives in chunks into its top-level objects: one a line, concatenated with
/// any white space, pretty printed, or in arrays. It looks at braces and strings only, so an object
/// may still be refused by parse_document; then just go on with next(). In a file with one document
/// a line a broken line takes no other line with it. Holds at most one document and one chunk.
class JsonSplitter {
 public:
  static constexpr std::size_t default_text_limit = std::size_t{48} << 20;

  /// `text_limit`: the longest text of one document in bytes. A longer one is a problem piece, and
  /// what follows that many bytes up to the end of a line (up to a line that begins with a brace
  /// where documents span lines) is left out.
  explicit JsonSplitter(std::size_t text_limit = default_text_limit) : text_limit_(text_limit) {}

  /// Adds input. Invalidates pieces.
  void append(std::string_view chunk);
  /// No more input will come.
  void finish() { finished_ = true; }
  /// The next piece. False: append more, or, after finish(), the end. Throws DataError
  /// without place for UTF-16.
  bool next(Piece& piece);

 private:
  /// What the bytes from at_ on are. `ended`: an object whose end is known, but not what follows
  /// it.
  enum class State { start, between, object, ended, junk, dropping };
  /// How a step left: with a piece, for want of input, or in another state.
  enum class Step { piece, more, again };

  Step start();
  Step between(Piece& piece);
  bool punctuation(char c);
  void begin_object();
  Step object(Piece& piece);
  bool block();
  bool event(bool in_string);
  bool breaks_line() const;
  Step ended(Piece& piece);
  void begin_junk(std::string problem);
  Step junk(Piece& piece);
  std::size_t junk_end();
  Step over_limit(Piece& piece);
  Step dropping();
  void drop_until(std::size_t end);
  void emit(std::size_t end, std::string problem, Piece& piece);

  std::size_t text_limit_;
  std::string buffer_;
  std::size_t at_ = 0;            ///< begin of what has not been handed out
  std::size_t scan_ = 0;          ///< the next byte to look at, the object's end, or the fault
  std::size_t junk_scan_ = 0;     ///< where the search for the end of junk goes on
  std::uint64_t offset_ = 0;      ///< input bytes before buffer_[0]
  std::uint64_t line_ = 1;        ///< line of buffer_[at_]
  std::uint64_t array_line_ = 0;  ///< line of the open array's bracket
  std::string open_;              ///< the open braces and brackets of the object
  std::string problem_;           ///< why the present junk is junk
  State state_ = State::start;
  bool finished_ = false;
  bool in_string_ = false;  ///< the byte at scan_ stands in a string
  bool escaped_ = false;    ///< the byte at scan_ follows a backslash that escapes it
  bool in_array_ = false;
  bool after_element_ = false;  ///< in an array: ',' or ']' must come
  bool after_comma_ = false;    ///< in an array: ']' must not come
  bool single_line_ = false;    ///< some object has ended with its line
  bool multi_line_ = false;     ///< some object has spanned lines
  bool one_line_only_ = false;  ///< a line break ends an object, whatever is open
};

}  // namespace shardsweep::extended_json
