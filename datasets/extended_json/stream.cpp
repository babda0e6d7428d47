#include "datasets/extended_json/stream.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "datasets/error.hpp"
#include "datasets/extended_json/byte_marks.hpp"

namespace shardsweep::extended_json {

using namespace std::string_view_literals;

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

}  // namespace

void JsonSplitter::append(std::string_view chunk) {
  buffer_.erase(0, at_);
  offset_ += at_;
  scan_ -= std::min(scan_, at_);
  junk_scan_ -= std::min(junk_scan_, at_);
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
  for (const std::string_view utf16 :
       {"\xff\xfe"sv, "\xfe\xff"sv, "{\0"sv, "[\0"sv, "\0{"sv, "\0["sv}) {
    if (!text.starts_with(utf16)) continue;
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
      scan_ = at_;
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
  std::uint64_t events = (braces & ~inside) | (one_line_only_ ? newlines : newlines & inside);
  for (; events != 0; events &= events - 1) {
    const auto bit = static_cast<std::size_t>(std::countr_zero(events));
    scan_ = begin + bit;
    if (event((inside >> bit & 1U) != 0)) return true;
  }
  scan_ = begin + size;
  in_string_ = inside >> 63 != 0;
  return false;
}

/// A brace or bracket outside strings, or a line break, at scan_. True when the object is over.
bool JsonSplitter::event(bool in_string) {
  const char c = buffer_[scan_];
  if (c == '\n') {
    begin_junk(in_string ? "a string is not closed before the line ends"
                         : "the document is not closed before the line ends");
    return true;
  }
  if (c == '{' || c == '[') {
    if (c == '{' && !open_.empty() && breaks_line()) {
      scan_ = buffer_.rfind('\n', scan_);
      begin_junk("the document is not closed before the line ends");
      return true;
    }
    open_.push_back(c == '{' ? '}' : ']');
    return false;
  }
  if (open_.back() != c) {
    begin_junk(std::string("'") + open_.back() + "' is expected where '" + c + "' stands");
    return true;
  }
  open_.pop_back();
  if (!open_.empty()) return false;
  state_ = State::ended;
  ++scan_;
  return true;
}

/// Whether the brace at scan_, where it begins a line inside an object, shows that the lines before
/// it are broken: after a complete value no brace may come, and in a file of one document a line a
/// line that begins with a brace is the next document.
bool JsonSplitter::breaks_line() const {
  bool line_break = false;
  std::size_t before = scan_ - 1;
  for (; is_blank(buffer_[before]) || buffer_[before] == '\n'; --before) {
    line_break |= buffer_[before] == '\n';
  }
  if (!line_break) return false;
  const char last = buffer_[before];
  if (last != ':' && last != ',' && last != '[') return true;
  return single_line_ && !multi_line_ && buffer_[scan_ - 1] == '\n';
}

/// An object is handed out only when what follows it may follow it, so that a line with good begin
/// and bad end is one bad line.
JsonSplitter::Step JsonSplitter::ended(Piece& piece) {
  constexpr std::size_t far = 4096;  // endless space must not be kept
  std::size_t follows = scan_;
  while (follows < buffer_.size() && is_blank(buffer_[follows])) ++follows;
  if (follows == buffer_.size() && !finished_ && follows - scan_ < far) return Step::more;
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
  junk_scan_ = multi_line_ ? scan_ : at_;
  state_ = State::junk;
}

JsonSplitter::Step JsonSplitter::junk(Piece& piece) {
  const std::size_t end = junk_end();
  if (end == npos) return buffer_.size() - at_ > text_limit_ ? over_limit(piece) : Step::more;
  // Where an object seemed to go on for lines, none may from now on: all would be read again.
  one_line_only_ |= !multi_line_ && end < scan_;
  std::string_view text = std::string_view(buffer_).substr(at_, end - at_);
  while (is_blank(text.back())) text.remove_suffix(1);
  if (text.ends_with(']')) in_array_ = false;
  after_element_ = after_comma_ = false;
  emit(end, std::move(problem_), piece);
  return Step::piece;
}

/// Broken text goes on to the end of its line: what stands in the rest of the line could be the
/// inside of a document. In a file whose documents span lines it goes on to a line that begins with
/// a brace. npos: the end is not in sight yet; the next search goes on where this one stopped.
std::size_t JsonSplitter::junk_end() {
  const std::size_t size = buffer_.size();
  std::size_t end = buffer_.find('\n', junk_scan_);
  while (multi_line_ && end != npos && end + 1 < size && buffer_[end + 1] != '{') {
    end = buffer_.find('\n', end + 1);
  }
  junk_scan_ = std::min(end, size);
  const bool decided = end != npos && (!multi_line_ || end + 1 < size);
  if (decided) return end;
  return finished_ ? size : npos;
}

/// What was read of the text is left out with it: a document in it would be read as often as there
/// are braces.
JsonSplitter::Step JsonSplitter::over_limit(Piece& piece) {
  constexpr std::size_t shown = 64;
  const std::size_t read = state_ == State::junk ? junk_scan_ : at_ + text_limit_;
  emit(std::min(at_ + shown, buffer_.size()),
       "the text of one document is longer than the limit of " + std::to_string(text_limit_) +
           " bytes",
       piece);
  drop_until(std::max(at_, read));
  state_ = State::dropping;
  return Step::piece;
}

/// Goes to the next place where junk would end.
JsonSplitter::Step JsonSplitter::dropping() {
  junk_scan_ = at_;
  const std::size_t end = junk_end();
  drop_until(end == npos ? junk_scan_ : end);
  if (end == npos) return Step::more;
  state_ = State::between;
  return Step::again;
}

void JsonSplitter::drop_until(std::size_t end) {
  line_ += count_lines(std::string_view(buffer_).substr(at_, end - at_));
  at_ = end;
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
