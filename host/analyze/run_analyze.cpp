#include "host/analyze/run_analyze.hpp"

#include "host/backend.hpp"
#include "host/candidates/refusals.hpp"
#include "host/columns/encode.hpp"
#include "host/error.hpp"
#include "host/input.hpp"
#include "host/report/report.hpp"
#include "kernels/thread_pool.hpp"

namespace shardsweep::host {

namespace {

/// Record ids are rows: the server's coefficient is of the order on disk, whatever times say.
EncodeOptions encode_options(const AnalyzeRequest& request) {
  EncodeOptions options;
  for (const datasets::IndexField& field : request.analyze.key.fields)
    options.paths.push_back(field.path);
  options.arrival = "row";
  options.temp_directory = request.input.temp;
  options.memory_bytes = memory_budget(request.input);
  return options;
}

}  // namespace

AnalyzeReply run_analyze(const AnalyzeRequest& request, ProgressLine& progress) {
  check_backend(request.input);
  const std::unique_ptr<datasets::Collection> collection = open_input(request.input);
  const datasets::CollectionMetadata& metadata = collection->metadata();
  check_analyzable(request.analyze.key, request.analyze.server, metadata);
  kernels::ThreadPool pool(request.input.threads);
  datasets::ReadReport report;
  EncodeOptions encode = encode_options(request);
  encode.progress = [&](const datasets::ReadProgress& read) { progress.reading(read); };
  progress.begin("encode");
  const std::unique_ptr<ColumnTable> table = encode_columns(*collection, encode, pool, report);
  progress.end();
  AnalyzeReply reply;
  const std::unique_ptr<kernels::Executor> executor =
      make_executor(request.input, pool, reply.notes);
  kernels::ExecuteOptions execution;
  execution.memory_bytes = memory_budget(request.input);
  execution.note = [&](const std::string& note) { reply.notes.push_back(note); };
  reply.characteristics = analyze_key(request.analyze, *table, metadata, *executor, execution);
  for (std::string& note : collection_notes(metadata)) reply.notes.push_back(std::move(note));
  for (std::string& note : reading_notes(report)) reply.notes.push_back(std::move(note));
  return reply;
}

std::string analyze_json(const KeyCharacteristics& characteristics) {
  return "{\"keyCharacteristics\":" + key_characteristics_json(characteristics) + "}";
}

}  // namespace shardsweep::host
