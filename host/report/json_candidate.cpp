#include "host/report/json_parts.hpp"

namespace shardsweep::host {

namespace {

void write_texts(std::string_view name, const std::vector<std::string>& texts, JsonWriter& json) {
  json.key(name);
  json.open_array();
  for (const std::string& text : texts) json.text(text);
  json.close_array();
}

void write_scores(const Scores& scores, JsonWriter& json) {
  json.key("scores");
  json.open_object();
  json.member("cardinality", scores.cardinality);
  json.member("writes", scores.writes);
  json.member("reads", scores.reads);
  json.member("targeting", scores.targeting);
  json.member("locality", scores.locality);
  json.member("resilience", scores.resilience);
  json.member("growth", scores.growth);
  json.close_object();
}

void write_judgement(const CandidateResult& candidate, JsonWriter& json) {
  write_texts("reasons", candidate.reasons, json);
  json.key("conditions");
  json.open_array();
  for (const Condition& condition : candidate.conditions) {
    json.open_object();
    json.member("code", condition.code);
    json.member("text", condition.text);
    json.close_object();
  }
  json.close_array();
  write_texts("applicationChanges", candidate.application_changes, json);
}

void write_index(const IndexPrice& index, JsonWriter& json) {
  json.key("index");
  json.open_object();
  if (index.existing.empty()) {
    json.member("existing", nullptr);
  } else {
    json.member("existing", index.existing);
  }
  write_texts("nearMisses", index.near_misses, json);
  json.member("estimatedBytes", index.estimated_bytes);
  json.member("keyBytes", index.key_bytes);
  if (index.insert_locality.empty()) {
    json.member("insertLocality", nullptr);
  } else {
    json.member("insertLocality", index.insert_locality);
  }
  write_texts("redundant", index.redundant, json);
  json.close_object();
}

void write_value_count(const ValueCount& count, JsonWriter& json) {
  json.open_object();
  json.key("value");
  write_key_value(count.value, json);
  json.member("documents", count.documents);
  json.member("bytes", count.bytes);
  json.close_object();
}

void write_value_counts(std::string_view name, const std::vector<ValueCount>& counts,
                        JsonWriter& json) {
  json.key(name);
  json.open_array();
  for (const ValueCount& count : counts) write_value_count(count, json);
  json.close_array();
}

void write_unsplittable_totals(const Frequency& frequency, JsonWriter& json) {
  json.key("unsplittableTotals");
  if (!frequency.unsplittable_count) return json.null();
  json.open_object();
  json.member("values", *frequency.unsplittable_count);
  json.member("documents", frequency.unsplittable_documents);
  json.member("bytes", frequency.unsplittable_bytes);
  json.close_object();
}

void write_frequency(const Frequency& frequency, JsonWriter& json) {
  json.key("frequency");
  json.open_object();
  json.member("distinct", frequency.distinct);
  json.member("usefulShards", frequency.useful_shards);
  write_value_counts("top", frequency.top, json);
  write_value_counts("unsplittable", frequency.unsplittable, json);
  json.member("distinctIsLowerBound", frequency.distinct_is_lower_bound);
  json.key("heaviest");
  write_value_count(frequency.heaviest, json);
  json.member("unsplittableCount", frequency.unsplittable_count);
  write_unsplittable_totals(frequency, json);
  json.member("scaled", frequency.scaled);
  json.member("lostToHash", frequency.lost_to_hash);
  json.close_object();
}

void write_skew(std::string_view name, const std::optional<Skew>& skew, JsonWriter& json) {
  json.key(name);
  if (!skew) return json.null();
  json.open_object();
  json.member("maxOverMean", skew->max_over_mean);
  json.member("cv", skew->cv);
  json.member("gini", skew->gini);
  json.member("jain", skew->jain);
  json.member("entropy", skew->entropy);
  json.close_object();
}

void write_placement_at(const std::vector<PlacementAt>& at, JsonWriter& json) {
  json.key("at");
  json.open_object();
  for (const PlacementAt& entry : at) {
    json.key(std::to_string(entry.shards));
    json.open_object();
    json.member("documents", entry.documents);
    json.member("bytes", entry.bytes);
    json.close_object();
  }
  json.close_object();
}

void write_placement(const Placement& placement, JsonWriter& json) {
  json.key("placement");
  json.open_object();
  json.key("shards");
  json.open_array();
  for (const ShardLoad& shard : placement.shards) {
    json.open_object();
    json.member("documents", shard.documents);
    json.member("bytes", shard.bytes);
    json.member("inserts", shard.inserts);
    json.member("operations", shard.operations);
    json.close_object();
  }
  json.close_array();
  json.key("skew");
  json.open_object();
  write_skew("documents", placement.documents, json);
  write_skew("bytes", placement.bytes, json);
  json.close_object();
  json.member("kind", placement.kind);
  write_placement_at(placement.at, json);
  json.close_object();
}

void write_window(const WindowFigures& window, JsonWriter& json) {
  json.open_object();
  json.member("hottestRange", window.hottest_range);
  json.member("hottestShard", window.hottest_shard);
  json.member("growthPoints", static_cast<std::uint64_t>(window.growth_points));
  json.close_object();
}

void write_insertion(const std::optional<Insertion>& insertion, JsonWriter& json) {
  json.key("insertion");
  if (!insertion) return json.null();
  json.open_object();
  json.key("windows");
  json.open_array();
  for (const WindowFigures& window : insertion->windows) write_window(window, json);
  json.close_array();
  json.key("median");
  write_window(insertion->median, json);
  json.key("worst");
  write_window(insertion->worst, json);
  json.member("rankCorrelation", insertion->rank_correlation);
  json.close_object();
}

}  // namespace

void write_candidate(const CandidateResult& candidate, JsonWriter& json) {
  json.open_object();
  json.key("key");
  write_key(candidate.key, json);
  json.member("rank", candidate.rank);
  json.member("band", candidate.band);
  json.member("class", candidate.klass);
  json.member("score", candidate.score);
  write_scores(candidate.scores, json);
  json.member("capacityGain", nullptr);
  json.member("pareto", candidate.pareto);
  write_judgement(candidate, json);
  write_index(candidate.index, json);
  json.key("keyCharacteristics");
  write_key_characteristics(candidate.characteristics, json);
  write_frequency(candidate.frequency, json);
  write_placement(candidate.placement, json);
  write_insertion(candidate.insertion, json);
  for (const char* unasked : {"readDistribution", "writeDistribution", "routing", "simulation"}) {
    json.member(unasked, nullptr);
  }
  json.member("origin", candidate.origin);
  json.member("hashedFieldRises", candidate.hashed_rises);
  json.member("present", candidate.present);
  json.close_object();
}

}  // namespace shardsweep::host
