#include "host/sweep/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "hashing/md5_lanes.hpp"
#include "host/backend.hpp"
#include "host/candidates/generate.hpp"
#include "host/candidates/refusals.hpp"
#include "host/columns/encode.hpp"
#include "host/error.hpp"
#include "host/figures/figures.hpp"
#include "host/input.hpp"
#include "host/planner/planner.hpp"
#include "host/profile/profile.hpp"
#include "host/score/judge.hpp"
#include "host/sweep/named_fields.hpp"
#include "host/sweep/run_clock.hpp"
#include "host/version.hpp"
#include "kernels/executor.hpp"
#include "kernels/thread_pool.hpp"

namespace shardsweep::host {
namespace {

/// Documents of a window from which on its shares say more than chance: the largest of N even
/// shares is then within some percent of 1/N.
constexpr std::uint64_t telling_window = 100;

/// A view holds no documents, and no key is right for it.
void refuse_view(const datasets::CollectionMetadata& metadata) {
  if (metadata.type == "view") {
    const Refusal refusal = check_collection(metadata).front();
    throw RefusedError(refusal.code, refusal.reason);
  }
}

/// One sweep, phase by phase; each phase leaves what the next needs.
class Sweep {
 public:
  Sweep(const SweepOptions& options, ProgressLine& progress)
      : options_(options), progress_(progress), pool_(options.input.threads), clock_(result_.run) {}

  SweepResult run() {
    check_backend(options_.input);
    open();
    profile();
    encode();
    generate();
    evaluate();
    describe_documents();
    describe_cluster();
    judge(result_, options_);
    describe_run_record();
    return std::move(result_);
  }

 private:
  void open() {
    collection_ = open_input(options_.input);
    refuse_view(collection_->metadata());
    result_.notes = collection_notes(collection_->metadata());
  }

  void profile() {
    start("profile");
    ProfileOptions options;
    options.max_paths = options_.candidates.max_paths;
    options.progress = [this](const auto& read) { progress_.reading(read); };
    profile_ = profile_documents(*collection_, options, pool_, report_);
    finish(report_.documents, report_.document_bytes);
    for (std::string& note : reading_notes(report_)) result_.notes.push_back(std::move(note));
  }

  void encode() {
    start("encode");
    fields_ =
        choose_fields(profile_, options_.candidates, options_.cluster, collection_->metadata());
    EncodeOptions options;
    options.paths = fields_.paths;
    options.derive = options_.candidates.derive;
    options.arrival = options_.arrival;
    for (const auto& field : profile_.fields) {
      if (field.types.contains(bson::Type::Date)) options.time_paths.push_back(field.path);
    }
    for (const auto& path : profile_.date_paths_beyond) options.time_paths.push_back(path);
    options.size_field = options_.cluster.size_field;
    options.temp_directory = options_.input.temp;
    options.memory_bytes = memory_budget(options_.input);
    options.progress = [this](const auto& read) { progress_.reading(read); };
    datasets::ReadReport second_reading;
    table_ = encode_columns(*collection_, options, pool_, second_reading);
    finish(table_->rows(), second_reading.document_bytes);
    check_named_fields(options_, *table_);
    note_arrival();
  }

  void note_arrival() {
    const std::uint64_t rows = table_->rows();
    const std::uint64_t in_window = rows / options_.cluster.windows;
    if (table_->arrival().known && rows > 0 && in_window < telling_window)
      result_.notes.push_back(
          fmt::format("Each of the {} windows of arrival holds only about {} documents, so the "
                      "shares of inserts are rough; take fewer --windows or more documents.",
                      options_.cluster.windows, in_window));
  }

  void generate() {
    executor_ = make_executor(options_.input, pool_, result_.run.notes);
    if (table_->rows() == 0) {
      result_.notes.push_back("the input holds no documents: there is nothing to rank");
      return;
    }
    start("candidates");
    set_ = generate_candidates(profile_, *table_, options_.candidates, options_.cluster,
                               collection_->metadata(), *executor_, execute_options());
    finish(table_->rows(), 0);
  }

  void evaluate() {
    result_.refused = set_.refused;
    result_.omitted = fields_.omitted;
    result_.omitted.insert(result_.omitted.end(), set_.omitted.begin(), set_.omitted.end());
    if (set_.candidates.empty()) return;
    start("sweep");
    std::vector<KeyPattern> keys;
    for (const auto& candidate : set_.candidates) keys.push_back(candidate.key);
    const PlannedKeys planned = plan_keys(keys, *table_, wants(), parameters());
    const kernels::Columns columns{table_->rows(), planned.columns, table_->sizes()};
    std::multimap<std::size_t, std::size_t> keys_of_node;
    for (std::size_t i = 0; i < keys.size(); ++i) keys_of_node.emplace(planned.node_of_key[i], i);
    result_.candidates.resize(keys.size());
    // What a node found is turned into figures at once: hundreds of histograms would not fit.
    const auto describe = [&](std::size_t node, kernels::NodeResult&& found) {
      const auto [first, last] = keys_of_node.equal_range(node);
      for (auto key = first; key != last; ++key)
        result_.candidates[key->second] = figures_of(set_.candidates[key->second], found, *table_,
                                                     options_, collection_->metadata());
    };
    kernels::ExecuteOptions execute = execute_options();
    execute.progress = [&](std::size_t done) {
      progress_.counting(done, planned.plan.nodes.size());
    };
    executor_->execute(planned.plan, columns, describe, execute);
    finish(std::uint64_t{table_->rows()} * keys.size(), 0);
  }

  std::uint32_t wants() const {
    return table_->arrival().known ? kernels::want_all
                                   : kernels::want_all & ~std::uint32_t{kernels::want_windows};
  }

  kernels::PlanParameters parameters() const {
    kernels::PlanParameters parameters;
    parameters.top = options_.most_common;
    parameters.ranges = options_.cluster.ranges;
    parameters.windows = options_.cluster.windows;
    parameters.shards = options_.cluster.shards;
    set_oversized_limits(*table_, options_.cluster, parameters);
    return parameters;
  }

  void describe_documents() {
    auto& documents = result_.documents;
    documents.count = table_->rows();
    documents.bytes = table_->total_bytes();
    documents.avg_doc_size_bytes = documents.count == 0 ? 0 : documents.bytes / documents.count;
    documents.skipped = report_.skipped;
    documents.skipped_examples = report_.skipped_examples;
    documents.duplicate_names = report_.duplicate_names;
    documents.integers_to_double = report_.integers_to_double;
    documents.arrival_source = table_->arrival().source;
    documents.arrival_note = table_->arrival().note + unread_dates();
    documents.rows_without_time = table_->arrival().rows_without_time;
    documents.rows_without_size = table_->rows_without_size();
    documents.total_docs = options_.cluster.total_docs;
    documents.total_bytes = options_.cluster.total_bytes;
    documents.expect_docs = options_.cluster.expect_docs;
    for (const auto& field : profile_.fields) documents.fields.push_back(summary(field));
  }

  /// Whether a date may lie where no time was looked for.
  std::string unread_dates() const {
    const bool all_known = profile_.date_paths_beyond.size() < Profile::most_date_paths &&
                           !profile_.other_paths_at_least;
    if (table_->arrival().known || profile_.other_paths == 0 || all_known) return "";
    return "; not every path beyond --max-paths was looked at: a higher one may find a date";
  }

  FieldSummary summary(const FieldProfile& field) const {
    FieldSummary summary;
    summary.path = field.path;
    for (const auto& [type, count] : field.types) {
      summary.types[std::string(bson::type_alias(type))] += count;
    }
    summary.missing = field.missing;
    summary.arrays = field.arrays;
    const FieldColumn* column = table_->find(field.path);
    summary.distinct = column != nullptr ? column->distinct : field.distinct_estimate;
    summary.distinct_is_estimate = column == nullptr && field.distinct_error > 0;
    summary.distinct_error = summary.distinct_is_estimate ? field.distinct_error : 0;
    return summary;
  }

  void describe_cluster() {
    const auto& cluster = options_.cluster;
    result_.cluster = {cluster.shards, to_text(cluster.server), cluster.chunk_bytes_in_force(),
                       cluster.ranges, cluster.windows,         cluster.start};
  }

  void describe_run_record() {
    auto& run = result_.run;
    run.version = version;
    run.command = options_.command_line;
    run.seed = options_.seed;
    for (const auto& file : collection_->files()) {
      run.inputs.push_back({file.path, file.bytes, fmt::format("{:016x}", file.xxh3)});
    }
    run.backend = executor_->name();
    run.device = executor_->device();
    run.simd = hashing::simd_target();
    run.threads = pool_.size();
  }

  kernels::ExecuteOptions execute_options() {
    kernels::ExecuteOptions options;
    const std::uint64_t columns = table_->fields().size() + 1;  // and the sizes
    const std::uint64_t held = columns * table_->rows() * sizeof(std::uint32_t);
    const std::uint64_t budget = memory_budget(options_.input);
    options.memory_bytes = budget - std::min(budget, held);
    options.note = [this](const std::string& note) { result_.run.notes.push_back(note); };
    return options;
  }

  void start(const std::string& phase) {
    clock_.begin(phase);
    progress_.begin(phase);
  }

  void finish(std::uint64_t rows, std::uint64_t bytes) {
    progress_.end();
    clock_.end(rows, bytes);
  }

  const SweepOptions& options_;
  ProgressLine& progress_;
  kernels::ThreadPool pool_;
  SweepResult result_;
  RunClock clock_;
  std::unique_ptr<datasets::Collection> collection_;
  datasets::ReadReport report_;
  Profile profile_;
  FieldChoice fields_;
  std::unique_ptr<ColumnTable> table_;
  std::unique_ptr<kernels::Executor> executor_;
  CandidateSet set_;
};

}  // namespace

SweepResult run_sweep(const SweepOptions& options, ProgressLine& progress) {
  return Sweep(options, progress).run();
}

}  // namespace shardsweep::host
