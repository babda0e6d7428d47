#include "datasets/error.hpp"
#include "datasets/extended_json/parse.hpp"
#include "datasets/operations/record_reader.hpp"
#include "datasets/readers/json_pieces.hpp"

namespace shardsweep::datasets {
namespace {

class JsonRecords final : public RecordReader {
 public:
  JsonRecords(ReadAhead& input, const std::string& name, ReadContext& context)
      : pieces_(input, name), name_(name), context_(context) {}

  bool next(Record& record) override {
    extended_json::Piece piece;
    while (pieces_.next(piece))
      if (parse(piece, record)) return true;
    return false;
  }

 private:
  bool parse(const extended_json::Piece& piece, Record& record) {
    record.place = {&name_, "line", piece.line};
    try {
      if (!piece.problem.empty()) throw DataError(piece.problem);
      document_.clear();
      extended_json::parse_document(piece.text, document_);
    } catch (const DataError& error) {
      context_.reject(record.place.text(),
                      "text from byte " + std::to_string(piece.offset) + ": " + error.what());
      return false;
    }
    record.document = bson::DocumentView(document_);
    return true;
  }

  JsonPieces pieces_;
  const std::string& name_;
  ReadContext& context_;
  std::string document_;
};

class DocumentRecords final : public RecordReader {
 public:
  DocumentRecords(std::unique_ptr<FormatReader> documents, const std::string& name)
      : documents_(std::move(documents)), name_(name) {}

  bool next(Record& record) override {
    while (at_ == batch_.size()) {
      if (!more_) return false;
      batch_.clear();
      at_ = 0;
      more_ = documents_->fill(batch_);
    }
    record.document = bson::DocumentView(batch_.document(at_++));
    record.place = {&name_, "row", row_++};
    return true;
  }

 private:
  std::unique_ptr<FormatReader> documents_;
  const std::string& name_;
  DocumentBatch batch_;
  std::size_t at_ = 0;
  std::uint64_t row_ = 0;
  bool more_ = true;
};

}  // namespace

std::unique_ptr<RecordReader> read_json_records(ReadAhead& input, const std::string& name,
                                                ReadContext& context) {
  return std::make_unique<JsonRecords>(input, name, context);
}

std::unique_ptr<RecordReader> read_document_records(std::unique_ptr<FormatReader> documents,
                                                    const std::string& name) {
  return std::make_unique<DocumentRecords>(std::move(documents), name);
}

}  // namespace shardsweep::datasets
