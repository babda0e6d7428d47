#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/row_origins.hpp"

namespace shardsweep::datasets {

/// Some hundred to some thousand validated BSON documents, back to back.
struct DocumentBatch {
  std::string bytes;                          ///< the documents
  std::vector<std::size_t> offsets;           ///< begin of document i; one more entry: the end
  std::uint64_t first_row = 0;                ///< row number of document 0 in the whole input
  std::shared_ptr<const RowOrigins> origins;  ///< of the rows up to its last; null: one input

  std::size_t size() const noexcept { return offsets.empty() ? 0 : offsets.size() - 1; }
  std::string_view document(std::size_t i) const noexcept {
    return std::string_view(bytes).substr(offsets[i], offsets[i + 1] - offsets[i]);
  }
  void clear() {
    bytes.clear();
    offsets.assign(1, 0);
  }
};

/// One bad document or line that --skip-bad left out.
struct SkippedExample {
  std::string where;  ///< "orders.jsonl line 17", "dump.bson byte 1024"
  std::string reason;
};

/// What reading has found so far. Sums close: every document of the input is one of `documents` or
/// was `skipped`, as far as the input could be read.
struct ReadReport {
  std::uint64_t documents = 0;
  std::uint64_t document_bytes = 0;  ///< sum of BSON sizes
  std::uint64_t skipped = 0;
  std::vector<SkippedExample> skipped_examples;  ///< the first five
  std::uint64_t duplicate_names = 0;  ///< documents with a repeated field name (the first counts)
  std::uint64_t integers_to_double = 0;       ///< JSON or CSV integers beyond int64
  std::shared_ptr<const RowOrigins> origins;  ///< of all rows read; null: one input
};

/// Progress, readable from any thread while another reads.
struct ReadProgress {
  std::uint64_t bytes_done = 0;
  std::uint64_t bytes_total = 0;  ///< 0: unknown (a pipe)
  std::uint64_t documents = 0;
};

/// A stream of documents in row order. Used by one thread at a time; progress() from any.
class DocumentSource {
 public:
  virtual ~DocumentSource() = default;
  /// Fills `batch` with the next documents (about a MiB); false at the end. Blocks on input.
  /// Throws DataError (bad input, unless skipping) or ResourceError.
  virtual bool next(DocumentBatch& batch) = 0;
  virtual ReadProgress progress() const = 0;
  virtual const ReadReport& report() const = 0;
};

}  // namespace shardsweep::datasets
