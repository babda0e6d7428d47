#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <future>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/readers/format_reader.hpp"
#include "datasets/readers/read_context.hpp"

namespace shardsweep::datasets {

/// The text of one document, or why a stretch of text is none.
struct TextPiece {
  std::size_t begin = 0;  ///< in TextChunk::text
  std::size_t size = 0;
  std::uint64_t line = 1;    ///< in the input, from 1
  std::uint64_t offset = 0;  ///< in the unpacked input, from 0
  std::string problem;       ///< not empty: the piece is bad, and why
  bool ends_input = false;   ///< with a problem: nothing behind it can be read
};

struct TextChunk {
  std::string text;
  std::vector<TextPiece> pieces;
};

/// Cuts text into documents: cheap, sequential, in the reader's thread.
class TextSplitter {
 public:
  virtual ~TextSplitter() = default;
  /// Adds pieces until the text reaches `bytes` or there are `pieces`; false when the input has no
  /// more. Throws what the input throws.
  virtual bool fill(TextChunk& chunk, std::size_t bytes, std::size_t pieces) = 0;
};

/// Turns one piece into BSON: the costly part. Called by several threads at a time.
class TextParser {
 public:
  virtual ~TextParser() = default;
  /// Appends one document to `out`; throws DataError with a reason (no file, no line); what it then
  /// left at the end of `out` is dropped by the caller. Raises `integers_to_double` by the integers
  /// beyond int64.
  virtual void parse(std::string_view piece, std::string& out,
                     std::uint64_t& integers_to_double) const = 0;
};

/// A chunk after parsing: documents and failures in the order of the input.
struct ParsedChunk {
  struct Failure {
    std::size_t documents_before = 0;
    std::string where;  ///< "orders.jsonl line 17"
    std::string reason;
    bool ends_input = false;
  };
  std::string bytes;
  std::vector<std::size_t> ends;  ///< of the documents in bytes
  std::vector<bool> duplicates;   ///< document i repeats a field name
  std::vector<Failure> failures;
  std::uint64_t integers_to_double = 0;
};

/// Documents out of text: chunks are cut in order, parsed by up to context.threads threads and
/// handed out in order, so that the result is the same for any number of threads.
class TextReader final : public FormatReader {
 public:
  /// `name` is printable; it and `context` must outlive this.
  TextReader(std::unique_ptr<TextSplitter> splitter, std::unique_ptr<const TextParser> parser,
             const std::string& name, ReadContext& context);
  ~TextReader() override;

  bool fill(DocumentBatch& batch) override;

 private:
  void start_parsing();
  void start_chunk(std::shared_ptr<const TextChunk> chunk);
  bool hand_out(const ParsedChunk& parsed, DocumentBatch& batch);

  std::unique_ptr<TextSplitter> splitter_;
  std::unique_ptr<const TextParser> parser_;
  const std::string& name_;
  ReadContext& context_;
  std::deque<std::future<ParsedChunk>> parsing_;
  std::exception_ptr failure_;  ///< of the splitter; thrown after the documents before it
  bool more_text_ = true;
};

}  // namespace shardsweep::datasets
