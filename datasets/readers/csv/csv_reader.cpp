#include "datasets/readers/csv/csv_reader.hpp"

#include <utility>

#include "datasets/error.hpp"
#include "datasets/readers/csv/cells.hpp"
#include "datasets/readers/csv/columns.hpp"

namespace shardsweep::datasets {
namespace {

class CsvRecord final : public TextParser {
 public:
  CsvRecord(CsvColumns columns, Delimited kind) : columns_(std::move(columns)), kind_(kind) {}

  void parse(std::string_view piece, std::string& out,
             std::uint64_t& integers_to_double) const override {
    Cells cells;
    columns_.append(cells.cut(piece, kind_), out, integers_to_double);
  }

 private:
  CsvColumns columns_;
  Delimited kind_;
};

/// Cuts the first record, the header, out of `chunk`; throws what the input throws.
std::string_view read_header(RecordSplitter& splitter, TextChunk& chunk, const std::string& name) {
  splitter.fill(chunk, record_limit, 1);
  if (chunk.pieces.empty()) return {};
  const TextPiece& piece = chunk.pieces[0];
  if (!piece.problem.empty()) throw DataError(name + " header line: " + piece.problem);
  return std::string_view(chunk.text).substr(piece.begin, piece.size);
}

CsvColumns columns_of(std::string_view header, Delimited kind) {
  if (header.empty()) return CsvColumns({});  // an empty file
  Cells cells;
  const auto& cut = cells.cut(header, kind);
  return CsvColumns({cut.begin(), cut.end()});
}

}  // namespace

std::unique_ptr<FormatReader> read_csv(ReadAhead& input, Delimited kind, const std::string& name,
                                       const std::optional<std::vector<std::string>>& fields,
                                       ReadContext& context) {
  auto splitter = std::make_unique<RecordSplitter>(input, kind);
  TextChunk chunk;
  const std::string_view header = fields ? std::string_view() : read_header(*splitter, chunk, name);
  try {
    auto parser =
        std::make_unique<CsvRecord>(fields ? CsvColumns(*fields) : columns_of(header, kind), kind);
    return std::make_unique<TextReader>(std::move(splitter), std::move(parser), name, context);
  } catch (const DataError& error) {
    throw DataError((fields ? "the field names given for " + name : name + " header line") + ": " +
                    error.what());
  }
}

}  // namespace shardsweep::datasets
