#include "datasets/error.hpp"
#include "datasets/extended_json/parse.hpp"
#include "datasets/extended_json/stream.hpp"
#include "datasets/operations/record_reader.hpp"

namespace shardsweep::datasets {
namespace {

class JsonRecords final : public RecordReader {
 public:
  JsonRecords(ReadAhead& input, const std::string& name, ReadContext& context)
      : input_(input), name_(name), context_(context) {}

  bool next(Record& record) override {
    extended_json::Piece piece;
    for (;;) {
      if (next_piece(piece)) {
        if (parse(piece, record)) return true;
      } else if (!read_more()) {
        return false;
      }
    }
  }

 private:
  bool next_piece(extended_json::Piece& piece) {
    try {
      return splitter_.next(piece);
    } catch (const DataError& error) {
      throw DataError(name_ + ": " + error.what());
    }
  }

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

  bool read_more() {
    if (finished_) return false;
    const std::string_view window = input_.window();
    if (window.empty()) {
      finished_ = true;
      splitter_.finish();
      return true;
    }
    splitter_.append(window);
    input_.consume(window.size());
    return true;
  }

  ReadAhead& input_;
  const std::string& name_;
  ReadContext& context_;
  extended_json::JsonSplitter splitter_;
  std::string document_;
  bool finished_ = false;
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
