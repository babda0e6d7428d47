#include "datasets/readers/json_reader.hpp"

#include <utility>

#include "datasets/extended_json/parse.hpp"
#include "datasets/readers/json_pieces.hpp"
#include "datasets/readers/text_reader.hpp"

namespace shardsweep::datasets {
namespace {

class JsonChunks final : public TextSplitter {
 public:
  JsonChunks(ReadAhead& input, const std::string& name) : documents_(input, name) {}

  bool fill(TextChunk& chunk, std::size_t bytes, std::size_t pieces) override {
    extended_json::Piece piece;
    while (chunk.text.size() < bytes && chunk.pieces.size() < pieces) {
      if (!documents_.next(piece)) return false;
      const std::string_view text = piece.problem.empty() ? piece.text : std::string_view();
      chunk.pieces.push_back(
          {chunk.text.size(), text.size(), piece.line, piece.offset, piece.problem, false});
      chunk.text += text;
    }
    return true;
  }

 private:
  JsonPieces documents_;
};

class JsonDocument final : public TextParser {
 public:
  explicit JsonDocument(bool legacy) : options_{legacy} {}

  void parse(std::string_view piece, std::string& out,
             std::uint64_t& integers_to_double) const override {
    extended_json::ParseNotes notes;
    extended_json::parse_document(piece, out, options_, &notes);
    integers_to_double += notes.integers_to_double;
  }

 private:
  extended_json::ParseOptions options_;
};

}  // namespace

std::unique_ptr<FormatReader> read_json(ReadAhead& input, const std::string& name,
                                        ReadContext& context) {
  return std::make_unique<TextReader>(std::make_unique<JsonChunks>(input, name),
                                      std::make_unique<JsonDocument>(context.legacy_json), name,
                                      context);
}

}  // namespace shardsweep::datasets
