#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "datasets/document_source.hpp"

namespace shardsweep::datasets {

/// What all readers of one reading share: how much goes into a batch, what to do with bad items,
/// and the counts. Not thread-safe.
struct ReadContext {
  bool skip_bad = false;
  bool legacy_json = false;
  unsigned threads = 1;  ///< that may parse text at the same time
  std::size_t batch_bytes = std::size_t{1} << 20U;
  std::size_t batch_documents = 4096;
  ReadReport report;

  bool full(const DocumentBatch& batch) const noexcept {
    return batch.bytes.size() >= batch_bytes || batch.size() >= batch_documents;
  }

  /// Appends a validated document and counts it; `duplicate_names`: it repeats a field name.
  void accept(std::string_view document, bool duplicate_names, DocumentBatch& batch);

  /// A document, line or rest of a file that cannot be used: counted when skipping, else thrown as
  /// DataError "WHERE: REASON; pass --skip-bad ...". `where` names the file.
  void reject(const std::string& where, const std::string& reason);
  /// The same for what ends a file: the advice says that all behind it is left out.
  void reject_rest(const std::string& where, const std::string& reason);
  /// The same for damage found below the format (DamagedInput), whose text says where.
  void reject_damage(const std::string& name, const std::string& text);

 private:
  void count_skipped(const std::string& where, const std::string& reason);
};

}  // namespace shardsweep::datasets
