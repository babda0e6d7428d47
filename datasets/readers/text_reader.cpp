#include "datasets/readers/text_reader.hpp"

#include <system_error>
#include <utility>

#include "datasets/bson/duplicate_names.hpp"
#include "datasets/bson/validate.hpp"
#include "datasets/error.hpp"

namespace shardsweep::datasets {
namespace {

void add_failure(const TextPiece& piece, const std::string& name, const std::string& reason,
                 ParsedChunk& parsed) {
  parsed.failures.push_back({parsed.ends.size(), name + " line " + std::to_string(piece.line),
                             "text from byte " + std::to_string(piece.offset) + ": " + reason,
                             piece.ends_input});
}

void parse_piece(const TextChunk& chunk, const TextPiece& piece, const TextParser& parser,
                 const std::string& name, ParsedChunk& parsed) {
  if (!piece.problem.empty()) {
    add_failure(piece, name, piece.problem, parsed);
    return;
  }
  const std::size_t before = parsed.bytes.size();
  try {
    std::uint64_t integers_to_double = 0;
    parser.parse(std::string_view(chunk.text).substr(piece.begin, piece.size), parsed.bytes,
                 integers_to_double);
    if (parsed.bytes.size() - before > bson::max_document_bytes) {
      throw DataError("as BSON the document has " + std::to_string(parsed.bytes.size() - before) +
                      " bytes, over the limit of " + std::to_string(bson::max_document_bytes));
    }
    parsed.integers_to_double += integers_to_double;
  } catch (const DataError& error) {
    parsed.bytes.resize(before);
    add_failure(piece, name, error.what(), parsed);
    return;
  }
  parsed.ends.push_back(parsed.bytes.size());
  const bson::DocumentView document(std::string_view(parsed.bytes).substr(before));
  parsed.duplicates.push_back(bson::has_duplicate_names(document));
}

ParsedChunk parse_chunk(const TextChunk& chunk, const TextParser& parser, const std::string& name) {
  ParsedChunk parsed;
  parsed.bytes.reserve(chunk.text.size());
  for (const TextPiece& piece : chunk.pieces) parse_piece(chunk, piece, parser, name, parsed);
  return parsed;
}

}  // namespace

TextReader::TextReader(std::unique_ptr<TextSplitter> splitter,
                       std::unique_ptr<const TextParser> parser, const std::string& name,
                       ReadContext& context)
    : splitter_(std::move(splitter)), parser_(std::move(parser)), name_(name), context_(context) {}

// The futures of std::async wait for their threads, which use the members above them.
TextReader::~TextReader() {
  parsing_.clear();
}

bool TextReader::fill(DocumentBatch& batch) {
  while (!context_.full(batch)) {
    start_parsing();
    if (parsing_.empty()) {
      if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
      return false;
    }
    const ParsedChunk parsed = parsing_.front().get();
    parsing_.pop_front();
    start_parsing();
    if (!hand_out(parsed, batch)) {
      parsing_.clear();
      more_text_ = false;
      failure_ = nullptr;
      return false;
    }
  }
  return true;
}

void TextReader::start_parsing() {
  const std::size_t at_once = context_.threads > 1 ? context_.threads + 1 : 1;
  while (more_text_ && parsing_.size() < at_once) {
    auto chunk = std::make_shared<TextChunk>();
    try {
      more_text_ = splitter_->fill(*chunk, context_.batch_bytes, context_.batch_documents);
    } catch (...) {
      more_text_ = false;
      failure_ = std::current_exception();
    }
    if (!chunk->pieces.empty()) start_chunk(std::move(chunk));
  }
}

void TextReader::start_chunk(std::shared_ptr<const TextChunk> chunk) {
  const auto task = [chunk = std::move(chunk), this] {
    return parse_chunk(*chunk, *parser_, name_);
  };
  if (context_.threads > 1) {
    try {
      parsing_.push_back(std::async(std::launch::async, task));
      return;
    } catch (const std::system_error&) {
      // No thread to be had: parsed by the caller, when its turn comes.
    }
  }
  parsing_.push_back(std::async(std::launch::deferred, task));
}

bool TextReader::hand_out(const ParsedChunk& parsed, DocumentBatch& batch) {
  context_.report.integers_to_double += parsed.integers_to_double;
  const std::string_view bytes = parsed.bytes;
  std::size_t begin = 0;
  std::size_t document = 0;
  const auto accept_until = [&](std::size_t end) {
    for (; document < end; ++document) {
      const std::size_t next = parsed.ends[document];
      context_.accept(bytes.substr(begin, next - begin), parsed.duplicates[document], batch);
      begin = next;
    }
  };
  for (const ParsedChunk::Failure& failure : parsed.failures) {
    accept_until(failure.documents_before);
    if (failure.ends_input) {
      context_.reject_rest(failure.where, failure.reason);
      return false;
    }
    context_.reject(failure.where, failure.reason);
  }
  accept_until(parsed.ends.size());
  return true;
}

}  // namespace shardsweep::datasets
