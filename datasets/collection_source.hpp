#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "datasets/collection.hpp"
#include "datasets/input/format.hpp"
#include "datasets/input/read_ahead.hpp"
#include "datasets/input/stored_input.hpp"
#include "datasets/readers/format_reader.hpp"
#include "datasets/readers/read_context.hpp"

namespace shardsweep::datasets {

/// One input with the format it was found to have.
struct CollectionPart {
  std::unique_ptr<StoredInput> input;
  Format format = Format::bson;
  std::string archived_name;  ///< "db.coll" of the blocks to read, of an archive
};

/// One reading of all parts, in order.
class CollectionSource final : public DocumentSource {
 public:
  /// Called at the end of each part with its index, stored bytes and their XXH3-64.
  using PartEnd = std::function<void(std::size_t, std::uint64_t, std::uint64_t)>;

  /// `parts` and `options` must outlive this.
  CollectionSource(std::vector<CollectionPart>& parts, const OpenOptions& options,
                   PartEnd part_end);

  bool next(DocumentBatch& batch) override;
  ReadProgress progress() const override;
  const ReadReport& report() const override { return context_.report; }

 private:
  bool fill_from_part(DocumentBatch& batch);
  void start_part();
  void end_part();
  std::unique_ptr<FormatReader> make_reader(const CollectionPart& part);

  std::vector<CollectionPart>& parts_;
  const OpenOptions& options_;
  PartEnd part_end_;
  ReadContext context_;
  std::size_t part_ = 0;
  std::uint64_t bytes_total_ = 0;
  std::atomic<std::uint64_t> bytes_done_ = 0;
  std::atomic<std::uint64_t> documents_ = 0;
  std::unique_ptr<ReadAhead> ahead_;
  std::unique_ptr<FormatReader> reader_;  ///< after ahead_: it uses it
};

}  // namespace shardsweep::datasets
