#include "datasets/operations/operation_stream.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

#include "datasets/bson/printable.hpp"
#include "datasets/error.hpp"
#include "datasets/operations/json_line.hpp"
#include "datasets/operations/operation_inputs.hpp"
#include "datasets/operations/record_reader.hpp"
#include "datasets/operations/sampled_query.hpp"
#include "datasets/operations/server_records.hpp"
#include "datasets/readers/archive_reader.hpp"
#include "datasets/readers/bson_reader.hpp"

namespace shardsweep::datasets {
namespace {

class InputStream final : public OperationStream {
 public:
  InputStream(OperationInputs inputs, const OperationOptions& options)
      : options_(options), inputs_(std::move(inputs)), servers_(options_.ns, tally_) {
    context_.skip_bad = options_.skip_bad;
    context_.batch_bytes = options_.block_bytes;
    tally_.report().passed_over = inputs_.passed_over;
    for (const InputFile& file : inputs_.files) bytes_total_ += file.bytes;
  }

  bool next(OperationBatch& batch) override;
  ReadProgress progress() const override {
    return {bytes_done_.load(std::memory_order_relaxed), bytes_total_,
            records_.load(std::memory_order_relaxed)};
  }
  const OperationsReport& report() const override { return tally_.report(); }
  const std::vector<InputFile>& files() const override { return inputs_.files; }

 private:
  bool next_record(Record& record);
  void start_part();
  void end_part();
  void take_whole(const Record& record, OperationBatch& batch);
  void take(const Record& record, OperationBatch& batch);
  void take_log_line(const Record& record, OperationBatch& batch);
  void take_json_line(const Record& record, OperationBatch& batch);
  [[noreturn]] static void unknown(bson::DocumentView document);
  void copy_skipped();

  OperationOptions options_;
  OperationInputs inputs_;
  Tally tally_;
  ReadContext context_;
  ServerRecords servers_;
  std::size_t part_ = 0;
  std::uint64_t bytes_total_ = 0;
  std::atomic<std::uint64_t> bytes_done_ = 0;
  std::atomic<std::uint64_t> records_ = 0;
  std::unique_ptr<ReadAhead> ahead_;
  std::unique_ptr<RecordReader> reader_;  ///< after ahead_: it uses it
};

bool InputStream::next(OperationBatch& batch) {
  batch.clear();
  const std::size_t most = std::max<std::size_t>(options_.batch_operations, 1);
  Record record;
  while (batch.operations.size() + batch.diffs.size() < most && next_record(record)) {
    take_whole(record, batch);
    records_.store(tally_.report().records, std::memory_order_relaxed);
  }
  copy_skipped();
  if (part_ == inputs_.parts.size()) tally_.finish();
  return !batch.operations.empty() || !batch.diffs.empty();
}

/// All that a record gives, or nothing where it is bad.
void InputStream::take_whole(const Record& record, OperationBatch& batch) {
  const std::size_t operations = batch.operations.size();
  const std::size_t diffs = batch.diffs.size();
  try {
    take(record, batch);
  } catch (const DataError& error) {
    batch.operations.resize(operations);
    context_.reject(record.place.text(), error.what());
  }
  for (std::size_t i = operations; i < batch.operations.size(); ++i)
    tally_.operation(batch.operations[i].kind);
  if (batch.diffs.size() > diffs) tally_.diff();
}

bool InputStream::next_record(Record& record) {
  while (part_ < inputs_.parts.size()) {
    try {
      if (ahead_ == nullptr) start_part();
      if (reader_->next(record)) return true;
    } catch (const DamagedInput& damage) {
      context_.reject_damage(inputs_.parts[part_].input->name(), damage.what());
      ahead_->discard_rest();
    }
    end_part();
  }
  return false;
}

void InputStream::start_part() {
  const OperationPart& part = inputs_.parts[part_];
  const std::string& name = part.input->name();
  ReadAheadOptions ahead;
  ahead.block_bytes = options_.block_bytes;
  ahead.read_rest_on_damage = context_.skip_bad;
  ahead.stored_bytes_done = &bytes_done_;
  ahead_ = std::make_unique<ReadAhead>(*part.input, ahead);
  tally_.begin_input(name);
  servers_.begin_input(name);
  switch (part.container) {
    case RecordContainer::json:
      reader_ = read_json_records(*ahead_, name, context_);
      break;
    case RecordContainer::log:
      reader_ = read_log_records(*ahead_, name, context_, tally_);
      break;
    case RecordContainer::bson:
      reader_ = read_document_records(read_bson(*ahead_, name, context_), name);
      break;
    case RecordContainer::archive:
      reader_ =
          read_document_records(read_archive(*ahead_, name, part.archived_name, context_), name);
  }
}

void InputStream::end_part() {
  reader_.reset();
  InputFile& file = inputs_.files[inputs_.parts[part_].file];
  file.bytes = ahead_->stored_bytes();
  file.xxh3 = ahead_->xxh3();
  ahead_.reset();
  ++part_;
}

void InputStream::take(const Record& record, OperationBatch& batch) {
  const auto format = record_format(record.document);
  if (!format) unknown(record.document);
  switch (*format) {
    case RecordFormat::json_line:
      return take_json_line(record, batch);
    case RecordFormat::log_line:
      return take_log_line(record, batch);
    case RecordFormat::sampled_query:
      return take_sampled_query(record.document, options_.ns, record.place, tally_,
                                batch.operations);
    case RecordFormat::sampled_diff:
      return take_sampled_diff(record.document, options_.ns, record.place, tally_, batch.diffs);
    case RecordFormat::profile:
      break;
  }
  const ServerRecord entry = read_profile_entry(record.document);
  tally_.record(entry.format, entry.time_ms);
  servers_.take(entry, record.place, batch.operations);
}

void InputStream::take_log_line(const Record& record, OperationBatch& batch) {
  if (!is_slow_query(record.document)) {
    tally_.other_line();
    const LogWriter writer = read_writer(record.document);
    if (!writer.host.empty() || writer.role != Role::unknown) servers_.learn(writer);
    return;
  }
  const ServerRecord line = read_log_line(record.document);
  tally_.record("log", line.time_ms);
  servers_.take(line, record.place, batch.operations);
}

void InputStream::take_json_line(const Record& record, OperationBatch& batch) {
  Operation operation = read_operation(record.document);
  tally_.record("jsonl", operation.time_ms);
  if (!is_wanted(operation.ns, options_.ns))
    return tally_.leave_out(Reason::other_namespace, record.place, record.document);
  batch.operations.push_back(std::move(operation));
}

void InputStream::unknown(bson::DocumentView document) {
  constexpr std::size_t most = 5;
  std::string names;
  std::size_t count = 0;
  for (const bson::Element& element : document) {
    if (++count > most) break;
    names += (count > 1 ? ", " : "") + bson::printable(element.name);
  }
  throw DataError("a document with the fields " + (count == 0 ? "(none)" : names) +
                  (count > most ? ", ..." : "") + " is no record of an operation; " +
                  known_records());
}

void InputStream::copy_skipped() {
  tally_.report().skipped = context_.report.skipped;
  tally_.report().skipped_examples = context_.report.skipped_examples;
}

}  // namespace

std::unique_ptr<OperationStream> open_operations(const std::vector<std::string>& paths,
                                                 const OperationOptions& options) {
  return std::make_unique<InputStream>(open_inputs(paths, options), options);
}

}  // namespace shardsweep::datasets
