#include "datasets/readers/csv/record_splitter.hpp"

#include <algorithm>
#include <utility>

#include "datasets/input/message_text.hpp"

namespace shardsweep::datasets {

bool RecordSplitter::fill(TextChunk& chunk, std::size_t bytes, std::size_t pieces) {
  while (chunk.text.size() < bytes && chunk.pieces.size() < pieces)
    if (stopped_ || !take_record(chunk)) return false;
  return true;
}

bool RecordSplitter::take_record(TextChunk& chunk) {
  TextPiece piece;
  piece.begin = chunk.text.size();
  piece.line = line_;
  state_ = At::field_begin;
  if (input_.position() == 0) drop_byte_order_mark(chunk);
  piece.offset = input_.position() - (chunk.text.size() - piece.begin);
  lines_inside_ = 0;
  bool ended = false;
  while (!ended) {
    const std::string_view window = input_.window();
    if (window.empty()) break;
    const std::size_t count = scan(window, ended);
    chunk.text += window.substr(0, count);
    input_.consume(count);
    if (chunk.text.size() - piece.begin <= record_limit) continue;
    piece.problem = "the record is longer than " + byte_count(record_limit) +
                    (state_ == At::quoted ? " (is a quote not closed?)" : "");
    break;
  }
  return finish(chunk, piece, ended);
}

bool RecordSplitter::finish(TextChunk& chunk, TextPiece& piece, bool ended) {
  std::string& text = chunk.text;
  if (piece.problem.empty() && !ended && state_ == At::quoted)
    piece.problem = "the quote that opens a cell of this record is not closed before the end";
  if (!piece.problem.empty()) {
    text.resize(piece.begin);
    piece.ends_input = stopped_ = true;
    chunk.pieces.push_back(std::move(piece));
    input_.discard_rest();
    return true;
  }
  if (text.size() == piece.begin && !ended) return false;
  line_ += lines_inside_ + 1;
  if (ended) text.pop_back();
  if (kind_ == Delimited::tsv) {
    while (text.size() > piece.begin && text.back() == '\r') text.pop_back();
  } else if (text.size() > piece.begin && text.back() == '\r') {
    text.pop_back();
  }
  piece.size = text.size() - piece.begin;
  if (piece.size > 0) chunk.pieces.push_back(std::move(piece));
  return true;
}

/// Before the scan, for which a quote behind the mark opens a cell. The mark may arrive in parts.
void RecordSplitter::drop_byte_order_mark(TextChunk& chunk) {
  constexpr std::string_view mark = "\xef\xbb\xbf";
  std::size_t matched = 0;
  while (matched < mark.size()) {
    const std::string_view window = input_.window();
    if (window.empty() || window[0] != mark[matched]) break;
    input_.consume(1);
    ++matched;
  }
  if (matched == 0 || matched == mark.size()) return;
  // Other text that begins alike.
  chunk.text += mark.substr(0, matched);
  state_ = At::unquoted;
}

std::size_t RecordSplitter::scan(std::string_view text, bool& ended) {
  std::size_t at = 0;
  while (at < text.size()) {
    if (state_ == At::unquoted || kind_ == Delimited::tsv) at = scan_unquoted(text, at);
    if (at == text.size()) break;
    const char byte = text[at++];
    if (byte == '\n' && state_ != At::quoted) {
      ended = true;
      break;
    }
    if (kind_ == Delimited::csv) step(byte);
  }
  return at;
}

/// The next byte that matters outside quotes.
std::size_t RecordSplitter::scan_unquoted(std::string_view text, std::size_t at) const {
  const std::size_t found =
      kind_ == Delimited::tsv ? text.find('\n', at) : text.find_first_of(",\n", at);
  return std::min(found, text.size());
}

void RecordSplitter::step(char byte) {
  switch (state_) {
    case At::field_begin:
      // Spaces before a quote belong to no cell.
      if (byte == '"') state_ = At::quoted;
      if (byte != '"' && byte != ',' && byte != ' ' && byte != '\t') state_ = At::unquoted;
      break;
    case At::unquoted:
      if (byte == ',') state_ = At::field_begin;
      break;
    case At::quoted:
      if (byte == '"') state_ = At::quote_in_quoted;
      if (byte == '\n') ++lines_inside_;
      break;
    case At::quote_in_quoted:
      state_ = byte == '"' ? At::quoted : byte == ',' ? At::field_begin : At::unquoted;
      break;
  }
}

}  // namespace shardsweep::datasets
