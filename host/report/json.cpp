#include "host/report/json_parts.hpp"
#include "host/report/report.hpp"

namespace shardsweep::host {

namespace {

void write_inputs(const std::vector<InputRecord>& inputs, JsonWriter& json) {
  json.key("inputs");
  json.open_array();
  for (const InputRecord& input : inputs) {
    json.open_object();
    json.member("path", input.path);
    json.member("bytes", input.bytes);
    json.member("xxh3", input.xxh3);
    json.close_object();
  }
  json.close_array();
}

void write_phases(const std::vector<Phase>& phases, JsonWriter& json) {
  json.key("phases");
  json.open_array();
  for (const Phase& phase : phases) {
    json.open_object();
    json.member("name", phase.name);
    json.member("rows", phase.rows);
    json.member("bytes", phase.bytes);
    json.member("seconds", phase.seconds);
    json.member("peakMemoryBytes", phase.peak_memory_bytes);
    json.close_object();
  }
  json.close_array();
}

void write_run(const RunRecord& run, JsonWriter& json) {
  json.key("run");
  json.open_object();
  json.member("version", run.version);
  json.member("command", run.command);
  json.member("seed", run.seed);
  write_inputs(run.inputs, json);
  json.member("backend", run.backend);
  json.member("device", run.device);
  write_phases(run.phases, json);
  json.member("peakMemoryBytes", run.peak_memory_bytes);
  json.member("simd", run.simd);
  json.member("threads", run.threads);
  json.key("notes");
  json.open_array();
  for (const std::string& note : run.notes) json.text(note);
  json.close_array();
  json.close_object();
}

void write_fields(const std::vector<FieldSummary>& fields, JsonWriter& json) {
  json.key("fields");
  json.open_array();
  for (const FieldSummary& field : fields) {
    json.open_object();
    json.member("path", field.path);
    json.key("types");
    json.open_object();
    for (const auto& [type, count] : field.types) json.member(type, count);
    json.close_object();
    json.member("missing", field.missing);
    json.member("arrays", field.arrays);
    json.member("distinct", field.distinct);
    json.member("distinctIsEstimate", field.distinct_is_estimate);
    json.member("distinctError", field.distinct_error);
    json.close_object();
  }
  json.close_array();
}

void write_skipped(const std::vector<datasets::SkippedExample>& examples, JsonWriter& json) {
  json.key("skippedExamples");
  json.open_array();
  for (const datasets::SkippedExample& example : examples) {
    json.open_object();
    json.member("where", example.where);
    json.member("reason", example.reason);
    json.close_object();
  }
  json.close_array();
}

void write_documents(const DocumentsSummary& documents, JsonWriter& json) {
  json.key("documents");
  json.open_object();
  json.member("count", documents.count);
  json.member("bytes", documents.bytes);
  json.member("avgDocSizeBytes", documents.avg_doc_size_bytes);
  json.member("skipped", documents.skipped);
  json.key("arrival");
  json.open_object();
  json.member("source", documents.arrival_source);
  json.member("note", documents.arrival_note);
  json.member("rowsWithoutTime", documents.rows_without_time);
  json.close_object();
  write_fields(documents.fields, json);
  write_skipped(documents.skipped_examples, json);
  json.member("duplicateNames", documents.duplicate_names);
  json.member("integersToDouble", documents.integers_to_double);
  json.member("totalDocs", documents.total_docs);
  json.member("totalBytes", documents.total_bytes);
  json.member("expectDocs", documents.expect_docs);
  json.member("judgedDocuments", documents.judged_documents);
  json.member("judgedBytes", documents.judged_bytes);
  json.member("rowsWithoutSize", documents.rows_without_size);
  json.close_object();
}

void write_cluster(const ClusterSummary& cluster, JsonWriter& json) {
  json.key("cluster");
  json.open_object();
  json.member("shards", cluster.shards);
  json.member("server", cluster.server);
  json.member("chunkSizeBytes", cluster.chunk_size_bytes);
  json.member("ranges", cluster.ranges);
  json.member("windows", cluster.windows);
  json.member("start", cluster.start);
  json.close_object();
}

void write_numbers(std::string_view name, const std::map<std::string, double>& numbers,
                   JsonWriter& json) {
  json.key(name);
  json.open_object();
  for (const auto& [key, value] : numbers) json.member(key, value);
  json.close_object();
}

void write_ranking(const SweepResult& result, JsonWriter& json) {
  json.key("ranking");
  json.open_object();
  write_numbers("weights", result.ranking.weights, json);
  write_numbers("thresholds", result.ranking.thresholds, json);
  json.member("winnerAtHalfInserts", nullptr);
  json.member("winnerAtDoubleInserts", nullptr);
  json.close_object();
  json.key("advice");
  json.open_object();
  json.member("line", result.advice.line);
  json.member("code", result.advice.code);
  json.key("notes");
  json.open_array();
  for (const std::string& note : result.notes) json.text(note);
  json.close_array();
  json.close_object();
}

void write_candidates(const std::vector<CandidateResult>& candidates, JsonWriter& json) {
  json.key("candidates");
  json.open_array();
  for (const CandidateResult& candidate : candidates) {
    json.break_line();
    write_candidate(candidate, json);
  }
  json.close_array();
}

void write_left_out(const SweepResult& result, JsonWriter& json) {
  json.key("refused");
  json.open_array();
  for (const RefusedKey& refused : result.refused) {
    json.break_line();
    json.open_object();
    json.key("key");
    write_key(refused.key, json);
    json.member("code", refused.code);
    json.member("reason", refused.reason);
    json.close_object();
  }
  json.close_array();
  json.key("omitted");
  json.open_array();
  for (const Omitted& omitted : result.omitted) {
    json.break_line();
    json.open_object();
    json.member("rule", omitted.rule);
    json.member("count", omitted.count);
    json.member("example", omitted.example);
    json.close_object();
  }
  json.close_array();
}

}  // namespace

std::string report_json(const SweepResult& result) {
  JsonWriter json;
  json.open_object();
  json.member("schemaVersion", 1U);
  json.break_line();
  write_run(result.run, json);
  json.break_line();
  write_documents(result.documents, json);
  json.member("operations", nullptr);
  json.break_line();
  write_cluster(result.cluster, json);
  json.break_line();
  write_ranking(result, json);
  json.break_line();
  write_candidates(result.candidates, json);
  json.break_line();
  write_left_out(result, json);
  json.break_line();
  json.close_object();
  return json.take() + "\n";
}

}  // namespace shardsweep::host
