#include "datasets/extended_json/stream.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "datasets/error.hpp"
#include "datasets/extended_json/byte_marks.hpp"

namespace shardsweep::extended_json {

namespace {

constexpr std::size_t npos = std::string::npos;

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

std::uint64_t count_lines(std::string_view text) {
  std::uint64_t lines = 0;
  for (std::size_t at = text.find('\n'); at != npos; at = text.find('\n', at + 1)) ++lines;
  return lines;
}

/// Marks the bytes that a backslash escapes; `carry` is that of byte 0, then that of byte `size`.
std::uint64_t escaped_bytes(std::uint64_t backslashes, std::size_t size, bool& carry) {
  std::uint64_t escaped = carry ? 1 : 0;
  carry = false;
  while ((backslashes &= ~escaped) != 0) {
    const int at = std::countr_zero(backslashes);
    if (at == 63) {
      carry = true;
      break;
    }
    escaped |= std::uint64_t{2} << at;
    backslashes &= backslashes - 1;
  }
  if (size < block_bytes) carry = (escaped >> size & 1U) != 0;
  return escaped;
}

}  // namespace

void JsonSplitter::append(std::string_view chunk) {
  buffer_.erase(0, at_);
  offset_ += at_;
  scan_ -= std::min(scan_, at_);
  at_ = 0;
  buffer_.append(chunk);
}

bool JsonSplitter::next(Piece& piece) {
  while (true) {
    Step step = Step::more;
    switch (state_) {
      case State::start:
        step = start();
        break;
      case State::between:
        step = between(piece);
        break;
      case State::object:
        step = object(piece);
        break;
      case State::ended:
        step = ended(piece);
        break;
      case State::junk:
        step = junk(piece);
        break;
      case State::dropping:
        step = dropping();
        break;
    }
    if (step != Step::again) return step == Step::piece;
  }
}

/// Passes over a byte order mark.
JsonSplitter::Step JsonSplitter::start() {
  if (buffer_.size() < 3 && !finished_) return Step::more;
  const std::string_view text = buffer_;
  const bool marked = text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff");
  const bool unmarked = text.size() >= 2 && (text[0] == 0) != (text[1] == 0);
  if (marked || unmarked) {
    throw datasets::DataError(
        "the text is UTF-16; convert it to UTF-8 first, for example with iconv -f UTF-16 -t UTF-8");
  }
  if (text.starts_with("\xef\xbb\xbf")) at_ = 3;
  state_ = State::between;
  return Step::again;
}

JsonSplitter::Step JsonSplitter::between(Piece& piece) {
  for (; at_ < buffer_.size(); ++at_) {
    const char c = buffer_[at_];
    if (c == '\n') {
      ++line_;
    } else if (c == '{' && !(in_array_ && after_element_)) {
      begin_object();
      return Step::again;
    } else if (!is_blank(c) && !punctuation(c)) {
      begin_junk("a document {...} is expected");
      return Step::again;
    }
  }
  if (!finished_ || !in_array_) return Step::more;
  in_array_ = false;
  emit(at_, "the array that begins on line " + std::to_string(array_line_) + " is not closed",
       piece);
  return Step::piece;
}

/// The brackets and commas around documents.
bool JsonSplitter::punctuation(char c) {
  if (c == '[' && !in_array_) {
    in_array_ = true;
    after_element_ = after_comma_ = false;
    array_line_ = line_;
    return true;
  }
  if (c == ']' && in_array_ && !after_comma_) {
    in_array_ = false;
    return true;
  }
  if (c == ',' && in_array_ && after_element_) {
    after_element_ = false;
    after_comma_ = true;
    return true;
  }
  return false;
}

void JsonSplitter::begin_object() {
  state_ = State::object;
  scan_ = at_;
  open_.clear();
  in_string_ = escaped_ = false;
}

JsonSplitter::Step JsonSplitter::object(Piece& piece) {
  while (scan_ < buffer_.size()) {
    if (block()) return Step::again;
    if (scan_ - at_ > text_limit_) return over_limit(piece);
  }
  if (!finished_) return Step::more;
  begin_junk("the text ends inside the document");
  return Step::again;
}

/// Looks at up to 64 bytes of an object. True when that has changed the state.
bool JsonSplitter::block() {
  const std::size_t size = std::min(block_bytes, buffer_.size() - scan_);
  char padded[block_bytes];
  const char* bytes = buffer_.data() + scan_;
  if (size < block_bytes) {
    std::memset(padded, ' ', block_bytes);
    std::memcpy(padded, bytes, size);
    bytes = padded;
  }
  const Block marks(bytes);
  const std::uint64_t escaped = escaped_bytes(marks.equal('\\'), size, escaped_);
  const std::uint64_t inside =
      between_marks(marks.equal('"') & ~escaped) ^ (in_string_ ? ~0ULL : 0);
  const std::uint64_t braces = marks.equal_either('{') | marks.equal_either('}');
  const std::uint64_t newlines = marks.equal('\n');
  const std::size_t begin = scan_;
  for (std::uint64_t events = (braces & ~inside) | (newlines & inside); events != 0;
       events &= events - 1) {
    const std::size_t where = begin + static_cast<std::size_t>(std::countr_zero(events));
    if (brace(where)) return true;
  }
  scan_ = begin + size;
  in_string_ = inside >> 63 != 0;
  return false;
}

/// A brace or bracket outside strings, or a line break inside one. True when the object is over.
bool JsonSplitter::brace(std::size_t where) {
  const char c = buffer_[where];
  if (c == '{' || c == '[') {
    if (c == '{' && !open_.empty() && breaks_line(where)) {
      begin_junk("the document is not closed before the line ends");
      return true;
    }
    open_.push_back(c == '{' ? '}' : ']');
    return false;
  }
  if (c == '\n') {
    begin_junk("a string is not closed before the line ends");
    return true;
  }
  if (open_.back() != c) {
    begin_junk(std::string("'") + open_.back() + "' is expected where '" + c + "' stands");
    return true;
  }
  open_.pop_back();
  if (!open_.empty()) return false;
  state_ = State::ended;
  scan_ = where + 1;
  return true;
}

/// Whether the brace at `where`, which begins a line inside an object, shows that the lines before
/// it are broken: after a complete value no brace may come, and in a file of one document a line a
/// line that begins with a brace is the next document.
bool JsonSplitter::breaks_line(std::size_t where) const {
  bool line_break = false;
  std::size_t before = where - 1;
  for (; is_blank(buffer_[before]) || buffer_[before] == '\n'; --before) {
    line_break |= buffer_[before] == '\n';
  }
  if (!line_break) return false;
  const char last = buffer_[before];
  if (last != ':' && last != ',' && last != '[') return true;
  return single_line_ && !multi_line_ && buffer_[where - 1] == '\n';
}

/// An object is handed out only when what follows it may follow it, so that a line with good begin
/// and bad end is one bad line.
JsonSplitter::Step JsonSplitter::ended(Piece& piece) {
  std::size_t follows = scan_;
  while (follows < buffer_.size() && is_blank(buffer_[follows])) ++follows;
  if (follows == buffer_.size() && !finished_) return Step::more;
  const char c = follows < buffer_.size() ? buffer_[follows] : '\n';
  if (c != '\n' && c != '{' && c != '[' && !(in_array_ && (c == ',' || c == ']'))) {
    begin_junk("there is more text after the document");
    return Step::again;
  }
  const std::uint64_t line = line_;
  emit(scan_, {}, piece);
  multi_line_ |= line_ != line;
  single_line_ |= line_ == line && c == '\n' && !in_array_;
  after_element_ = true;
  after_comma_ = false;
  return Step::piece;
}

void JsonSplitter::begin_junk(std::string problem) {
  problem_ = std::move(problem);
  state_ = State::junk;
}

JsonSplitter::Step JsonSplitter::junk(Piece& piece) {
  const std::size_t end = junk_end();
  if (end == npos) {
    if (buffer_.size() - at_ > text_limit_) return over_limit(piece);
    return Step::more;
  }
  if (in_array_ && std::string_view(buffer_).substr(at_, end - at_).ends_with(']'))
    in_array_ = false;
  emit(end, std::move(problem_), piece);
  after_element_ = after_comma_ = false;
  return Step::piece;
}

/// Where to go on: with the next line; in a file whose documents span lines with the next line that
/// begins with a brace; in an array also with the next comma and brace. npos: not in sight yet.
std::size_t JsonSplitter::junk_end() const {
  for (std::size_t at = at_ + 1; at < buffer_.size(); ++at) {
    const char c = buffer_[at];
    if (c == '\n') {
      if (!multi_line_) return at;
      if (at + 1 < buffer_.size() && buffer_[at + 1] == '{') return at;
    } else if (c == ',' && in_array_) {
      std::size_t follows = at + 1;
      while (follows < buffer_.size() && is_blank(buffer_[follows])) ++follows;
      if (follows < buffer_.size() && buffer_[follows] == '{') return at;
    }
  }
  return finished_ ? buffer_.size() : npos;
}

JsonSplitter::Step JsonSplitter::over_limit(Piece& piece) {
  constexpr std::size_t shown = 64;
  emit(std::min(at_ + shown, buffer_.size()),
       "the text of one document is longer than the limit of " + std::to_string(text_limit_) +
           " bytes",
       piece);
  state_ = State::dropping;
  return Step::piece;
}

JsonSplitter::Step JsonSplitter::dropping() {
  const std::size_t newline = buffer_.find('\n', at_);
  at_ = std::min(newline, buffer_.size());
  if (newline == npos) return Step::more;
  state_ = State::between;
  return Step::again;
}

void JsonSplitter::emit(std::size_t end, std::string problem, Piece& piece) {
  piece.text = std::string_view(buffer_).substr(at_, end - at_);
  piece.offset = offset_ + at_;
  piece.line = line_;
  piece.problem = std::move(problem);
  line_ += count_lines(piece.text);
  at_ = end;
  state_ = State::between;
}

}  // namespace shardsweep::extended_json
