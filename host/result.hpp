#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "datasets/bson/builder.hpp"
#include "datasets/document_source.hpp"
#include "host/key_pattern.hpp"

/// The result of a sweep as plain data: every report is written from it and from nothing else.
/// Names follow the JSON (schemaVersion 1). An empty optional is null: a question the input cannot
/// answer, never a zero.
namespace shardsweep::host {

/// A key's value: one BSON value per key field, in pattern order, shown unhashed.
struct KeyValue {
  std::vector<std::pair<std::string, bson::Value>> fields;
};

struct ValueCount {
  KeyValue value;
  std::uint64_t documents = 0;
  std::uint64_t bytes = 0;
};

/// The server's keyCharacteristics, field for field (analyzeShardKey).
struct KeyCharacteristics {
  std::uint64_t num_docs_total = 0;
  std::uint64_t avg_doc_size_bytes = 0;
  std::uint64_t num_docs_sampled = 0;
  bool is_unique = false;
  std::uint64_t num_distinct_values = 0;
  std::vector<ValueCount> most_common_values;
  std::string monotonicity_type;                ///< "monotonic" | "not monotonic" | "unknown"
  std::optional<double> record_id_correlation;  ///< absent when the type is unknown
};

struct Skew {
  double max_over_mean = 0;
  double cv = 0;
  double gini = 0;
  double jain = 0;
  double entropy = 0;  ///< normalised, 0..1
};

struct ShardLoad {
  std::uint64_t documents = 0;
  std::uint64_t bytes = 0;
  std::optional<std::uint64_t> inserts;
  std::optional<std::uint64_t> operations;
};

/// How even the same placement is with another number of shards.
struct PlacementAt {
  std::uint32_t shards = 0;
  std::optional<double> documents;  ///< fullest shard over the mean
  std::optional<double> bytes;
};

struct Placement {
  std::string kind;  ///< "settled" or "presplit"
  std::vector<ShardLoad> shards;
  std::optional<Skew> documents;
  std::optional<Skew> bytes;
  std::vector<PlacementAt> at;  ///< N, 2N and 4N shards
};

/// Shares of one window's arrivals (0..1), or of a percentile over windows.
struct WindowFigures {
  std::uint32_t window = 0;
  double hottest_range = 0;
  double hottest_shard = 0;
  double growth_points = 0;
};

struct Insertion {
  std::vector<WindowFigures> windows;
  WindowFigures median;
  WindowFigures worst;  ///< 95th percentile; growth points the 5th
  std::optional<double> rank_correlation;
};

struct Frequency {
  std::uint64_t distinct = 0;
  bool distinct_is_lower_bound = false;  ///< a sample of a larger whole
  std::uint64_t useful_shards = 0;
  std::vector<ValueCount> top;
  ValueCount heaviest;                              ///< by bytes
  std::optional<std::uint64_t> unsplittable_count;  ///< null: document sizes are not known
  std::uint64_t unsplittable_documents = 0;         ///< of all of them, listed or not
  std::uint64_t unsplittable_bytes = 0;             ///< of all of them
  std::vector<ValueCount> unsplittable;             ///< the heaviest; all at the judged size
  bool scaled = false;
  std::uint64_t lost_to_hash = 0;  ///< distinct values that share a hash with another one
};

/// What an index for the key costs (judgement: index price).
struct IndexPrice {
  std::string existing;                          ///< name of an index that serves, "" if none
  std::vector<std::string> near_misses;          ///< "a_1: sparse", ...
  std::optional<std::uint64_t> estimated_bytes;  ///< of a new one
  std::optional<double> key_bytes;               ///< average bytes of one entry's key
  std::string insert_locality;  ///< "rising", "falling", "random", "1 end", "7 ends"; "" unknown
  std::vector<std::string> redundant;  ///< indexes that the key's index would replace
};

struct Condition {
  std::string code;  ///< "uniqueIndex", "presplit", "hotShard", "fewValues", ...
  std::string text;
};

struct Scores {
  std::optional<double> cardinality, writes, reads, targeting, locality, resilience, growth;
};

struct CandidateResult {
  KeyPattern key;
  std::string origin;                ///< rule that made it: "_id", "--key", "index", "generated"
  bool present = false;              ///< the key the collection is sharded by now
  std::optional<bool> hashed_rises;  ///< its hashed field rises or falls with the arrival
  std::uint32_t rank = 0;
  std::uint32_t band = 0;
  std::string klass;  ///< sound | conditions | notAdvised
  std::optional<double> score;
  Scores scores;
  bool pareto = false;
  std::vector<std::string> reasons;
  std::vector<Condition> conditions;
  std::vector<std::string> application_changes;  ///< a derived field must be written, ...
  IndexPrice index;
  KeyCharacteristics characteristics;
  Frequency frequency;
  Placement placement;
  std::optional<Insertion> insertion;
};

struct RefusedKey {
  KeyPattern key;
  std::string code;
  std::string reason;
};

/// What candidate generation left out, by rule, with one example.
struct Omitted {
  std::string rule;
  std::uint64_t count = 0;
  std::string example;
};

struct FieldSummary {
  std::string path;
  std::map<std::string, std::uint64_t> types;  ///< by $type alias
  std::uint64_t missing = 0;
  std::uint64_t arrays = 0;
  std::uint64_t distinct = 0;
  bool distinct_is_estimate = false;
  double distinct_error = 0;  ///< relative standard error of an estimate
};

struct Phase {
  std::string name;
  std::uint64_t rows = 0;
  std::uint64_t bytes = 0;
  double seconds = 0;
  std::uint64_t peak_memory_bytes = 0;  ///< resident peak at its end
};

struct InputRecord {
  std::string path;
  std::uint64_t bytes = 0;
  std::string xxh3;  ///< hexadecimal
};

/// Everything that depends on time, host, threads or backend.
struct RunRecord {
  std::string version;
  std::string command;
  std::uint64_t seed = 1;
  std::vector<InputRecord> inputs;
  std::string backend;
  std::string device;
  std::string simd;
  unsigned threads = 0;
  std::vector<Phase> phases;
  std::uint64_t peak_memory_bytes = 0;
  std::vector<std::string> notes;  ///< sentences about the GPU: why none, what went otherwise
};

struct DocumentsSummary {
  std::uint64_t count = 0;
  std::uint64_t bytes = 0;
  std::uint64_t avg_doc_size_bytes = 0;
  std::uint64_t skipped = 0;
  std::vector<datasets::SkippedExample> skipped_examples;
  std::uint64_t duplicate_names = 0;
  std::uint64_t integers_to_double = 0;
  std::string arrival_source;
  std::string arrival_note;
  std::uint64_t rows_without_time = 0;      ///< that lack the time arrival is taken from
  std::uint64_t rows_without_size = 0;      ///< whose --size-field holds no number
  std::optional<std::uint64_t> total_docs;  ///< --total-docs in force
  std::optional<std::uint64_t> total_bytes;
  std::optional<std::uint64_t> expect_docs;
  std::uint64_t judged_documents = 0;  ///< the size the figures are judged at
  std::uint64_t judged_bytes = 0;      ///< 0: unknown
  std::vector<FieldSummary> fields;
};

struct ClusterSummary {
  std::uint32_t shards = 0;
  std::string server;
  std::uint64_t chunk_size_bytes = 0;
  std::uint32_t ranges = 0;
  std::uint32_t windows = 0;
  std::string start;
};

struct RankingSummary {
  std::map<std::string, double> weights;
  std::map<std::string, double> thresholds;
};

struct Advice {
  std::string line;
  std::string code;  ///< do-not-shard | stay | refine | reshard | shard | unknown-targeting
};

/// One option with the value in force, for the line above the table.
struct Setting {
  std::string name;
  std::string value;
};

struct SweepResult {
  RunRecord run;
  DocumentsSummary documents;
  ClusterSummary cluster;
  RankingSummary ranking;
  Advice advice;
  std::vector<CandidateResult> candidates;  ///< in rank order
  std::vector<RefusedKey> refused;
  std::vector<Omitted> omitted;
  std::vector<std::string> notes;  ///< sentences for above the table
  std::vector<Setting> settings;   ///< every option in force that can change the result
};

}  // namespace shardsweep::host
