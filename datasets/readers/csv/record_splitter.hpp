#pragma once

#include <cstdint>
#include <string>

#include "datasets/input/read_ahead.hpp"
#include "datasets/readers/text_reader.hpp"

namespace shardsweep::datasets {

/// CSV keeps quotes (RFC 4180), TSV has none.
enum class Delimited { csv, tsv };

/// Longest text of one record and of one cell.
inline constexpr std::size_t record_limit = std::size_t{48} << 20U;
inline constexpr std::size_t cell_limit = std::size_t{16} << 20U;

/// Cuts delimited text into records: lines, which go on over line ends inside quotes. Blank lines
/// are passed over, a byte order mark before the first record is dropped. A record over the limit
/// or a quote that is never closed ends the input.
class RecordSplitter final : public TextSplitter {
 public:
  RecordSplitter(ReadAhead& input, Delimited kind) : input_(input), kind_(kind) {}

  bool fill(TextChunk& chunk, std::size_t bytes, std::size_t pieces) override;

 private:
  enum class At { field_begin, unquoted, quoted, quote_in_quoted };

  bool take_record(TextChunk& chunk);
  /// Bytes of `text` up to and with the end of the record, or all of them.
  std::size_t scan(std::string_view text, bool& ended);
  std::size_t scan_unquoted(std::string_view text, std::size_t at) const;
  void step(char byte);
  bool finish(TextChunk& chunk, TextPiece& piece, bool ended);
  void drop_byte_order_mark(TextChunk& chunk);

  ReadAhead& input_;
  Delimited kind_;
  At state_ = At::field_begin;
  std::uint64_t line_ = 1;
  std::uint64_t lines_inside_ = 0;  ///< line ends inside the current record
  bool stopped_ = false;
};

}  // namespace shardsweep::datasets
