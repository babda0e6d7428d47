#pragma once

#include <cstddef>
#include <future>
#include <vector>

#include "datasets/document_source.hpp"
#include "host/columns/walked_batch.hpp"

namespace shardsweep::host {

/// Reads a source some batches at a time, one group ahead of the caller on a thread of its own, so
/// that reading and parsing overlap with what is done to the documents.
class GroupReader {
 public:
  /// The source must outlive the reader. `batches` is the most batches of a group.
  GroupReader(datasets::DocumentSource& source, std::size_t batches);
  ~GroupReader();
  GroupReader(const GroupReader&) = delete;
  GroupReader& operator=(const GroupReader&) = delete;

  /// The next group, empty at the end. It lives until the next call. Blocks; throws what the
  /// source throws, after all earlier batches have been handed out.
  std::vector<WalkedBatch>& next();

 private:
  struct Group {
    std::vector<WalkedBatch> batches;
    std::exception_ptr failure;
    bool last = false;
  };
  void fill(Group& group) const;
  void start_ahead();

  datasets::DocumentSource& source_;
  std::size_t batches_;
  Group current_;
  Group ahead_;
  std::future<void> reading_;
};

}  // namespace shardsweep::host
