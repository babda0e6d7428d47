#include "datasets/collection_source.hpp"

#include <algorithm>
#include <thread>
#include <utility>

#include "datasets/readers/archive_reader.hpp"
#include "datasets/readers/bson_reader.hpp"
#include "datasets/readers/csv/csv_reader.hpp"
#include "datasets/readers/json_reader.hpp"

namespace shardsweep::datasets {

CollectionSource::CollectionSource(std::vector<CollectionPart>& parts, const OpenOptions& options,
                                   PartEnd part_end)
    : parts_(parts), options_(options), part_end_(std::move(part_end)) {
  context_.skip_bad = options.skip_bad;
  context_.legacy_json = options.legacy_json;
  context_.batch_bytes = std::max<std::size_t>(options.batch_bytes, 1);
  context_.threads = options.threads != 0 ? options.threads : std::thread::hardware_concurrency();
  bool known = true;
  for (const CollectionPart& part : parts_) {
    known = known && part.input->size().has_value();
    bytes_total_ += part.input->size().value_or(0);
  }
  if (!known) bytes_total_ = 0;
}

bool CollectionSource::next(DocumentBatch& batch) {
  batch.clear();
  batch.first_row = context_.report.documents;
  while (part_ < parts_.size() && !context_.full(batch))
    if (!fill_from_part(batch)) end_part();
  batch.origins = context_.report.origins;
  documents_.store(context_.report.documents, std::memory_order_relaxed);
  return batch.size() > 0;
}

bool CollectionSource::fill_from_part(DocumentBatch& batch) {
  try {
    if (ahead_ == nullptr) start_part();
    return reader_->fill(batch);
  } catch (const DamagedInput& damage) {
    context_.reject_damage(parts_[part_].input->name(), damage.what());
    ahead_->discard_rest();
    return false;
  }
}

void CollectionSource::start_part() {
  if (parts_.size() > 1) {
    auto origins = std::make_shared<RowOrigins>(context_.report.origins ? *context_.report.origins
                                                                        : RowOrigins());
    origins->begin_input(context_.report.documents, parts_[part_].input->name());
    context_.report.origins = std::move(origins);
  }
  ReadAheadOptions ahead;
  ahead.block_bytes = options_.block_bytes;
  ahead.read_rest_on_damage = context_.skip_bad;
  ahead.stored_bytes_done = &bytes_done_;
  ahead_ = std::make_unique<ReadAhead>(*parts_[part_].input, ahead);
  reader_ = make_reader(parts_[part_]);
}

void CollectionSource::end_part() {
  reader_.reset();
  part_end_(part_, ahead_->stored_bytes(), ahead_->xxh3());
  ahead_.reset();
  ++part_;
}

std::unique_ptr<FormatReader> CollectionSource::make_reader(const CollectionPart& part) {
  const std::string& name = part.input->name();
  switch (part.format) {
    case Format::archive:
      return read_archive(*ahead_, name, part.archived_name, context_);
    case Format::json:
      return read_json(*ahead_, name, context_);
    case Format::csv:
      return read_csv(*ahead_, Delimited::csv, name, options_.csv_fields, context_);
    case Format::tsv:
      return read_csv(*ahead_, Delimited::tsv, name, options_.csv_fields, context_);
    case Format::bson:
      break;
  }
  return read_bson(*ahead_, name, context_);
}

ReadProgress CollectionSource::progress() const {
  return {bytes_done_.load(std::memory_order_relaxed), bytes_total_,
          documents_.load(std::memory_order_relaxed)};
}

}  // namespace shardsweep::datasets
