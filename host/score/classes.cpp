#include <fmt/format.h>

#include <algorithm>

#include "host/figures/figures.hpp"
#include "host/score/parts.hpp"
#include "host/score/value_text.hpp"
#include "host/text/printable.hpp"

namespace shardsweep::host {

namespace {

void add(CandidateResult& candidate, const char* code, std::string text) {
  candidate.conditions.push_back({code, std::move(text)});
}

void check_distinct(CandidateResult& candidate, const JudgeInput& input) {
  const Frequency& frequency = candidate.frequency;
  const double needed = input.threshold("distinctPerShard") * input.shards();
  if (static_cast<double>(frequency.distinct) >= needed) return;
  add(candidate, "fewValues",
      fmt::format("{} distinct value{}{}: at most {} useful shard{}, {} are needed",
                  grouped(frequency.distinct), frequency.distinct == 1 ? "" : "s",
                  frequency.distinct_is_lower_bound ? " in the sample" : "",
                  grouped(frequency.useful_shards), frequency.useful_shards == 1 ? "" : "s",
                  short_number(needed)));
}

void check_heaviest(CandidateResult& candidate, const JudgeInput& input) {
  const ValueCount& heaviest = candidate.frequency.heaviest;
  const double share = static_cast<double>(heaviest.bytes) / input.bytes();
  if (static_cast<double>(heaviest.bytes) * input.shards() <=
      input.threshold("heaviestShare") * input.bytes())
    return;
  add(candidate, "heavyValue",
      fmt::format("{} of the bytes have one value, {} ({} documents): more than one of {} shards",
                  percent_text(share), value_text(heaviest.value), grouped(heaviest.documents),
                  input.cluster.shards));
}

void check_unsplittable(CandidateResult& candidate, const JudgeInput& input) {
  const Frequency& frequency = candidate.frequency;
  const std::uint64_t count = frequency.unsplittable_count.value_or(0);
  if (static_cast<double>(count) <= input.threshold("unsplittable")) return;
  std::string largest;
  if (!frequency.unsplittable.empty()) {
    const ValueCount& value = frequency.unsplittable.front();
    largest = fmt::format(", the largest {} with {} documents, {}{}", value_text(value.value),
                          grouped(value.documents), bytes_text(value.bytes),
                          frequency.scaled ? " (scaled)" : "");
  }
  add(candidate, "unsplittable",
      fmt::format("{} value{} larger than a range of {} cannot be split{}", grouped(count),
                  count == 1 ? "" : "s", bytes_text(input.cluster.chunk_size_bytes), largest));
}

/// A key with a hashed field cannot be hashed once more.
std::string remedy_for_hot_shard(const KeyPattern& key) {
  if (key.hashed_position() < 0) return "hash, or pre-split and place the ranges round robin";
  if (key.hashed_position() > 0) return "pre-split and place the ranges round robin";
  return "too few values of the hashed field arrive at a time to spread them";
}

void check_hot_shard(CandidateResult& candidate, const JudgeInput& input) {
  if (!candidate.insertion) return;
  const double limit = std::min(input.threshold("hottestShardMean") / input.shards(),
                                input.threshold("hottestShard"));
  const WindowFigures& median = candidate.insertion->median;
  if (median.hottest_shard <= limit) return;
  const double correlation = candidate.insertion->rank_correlation.value_or(0);
  const char* direction = correlation >= monotonic_from    ? ", the key rises with time"
                          : correlation <= -monotonic_from ? ", the key falls with time"
                                                           : "";
  add(candidate, "hotShard",
      fmt::format("{} of the inserts go to one shard (median window; {} growth point{}{}): {}",
                  percent_text(median.hottest_shard), short_number(median.growth_points),
                  median.growth_points == 1 ? "" : "s", direction,
                  remedy_for_hot_shard(candidate.key)));
}

/// On an empty collection only a hashed first field is split when the collection is sharded.
void check_start(CandidateResult& candidate, const JudgeInput& input) {
  if (input.cluster.start != "empty" || candidate.key.hashed_position() == 0) return;
  add(candidate, "presplit",
      "an empty collection starts as one range on one shard: split and place ranges before "
      "loading");
}

bool has_any(const CandidateResult& candidate, std::initializer_list<const char*> codes) {
  return std::any_of(candidate.conditions.begin(), candidate.conditions.end(),
                     [&](const Condition& condition) {
                       return std::find(codes.begin(), codes.end(), condition.code) != codes.end();
                     });
}

}  // namespace

void classify(CandidateResult& candidate, const JudgeInput& input) {
  check_distinct(candidate, input);
  check_heaviest(candidate, input);
  check_unsplittable(candidate, input);
  check_hot_shard(candidate, input);
  check_start(candidate, input);
  if (has_any(candidate, {"fewValues", "heavyValue", "unsplittable", "uniqueIndex"})) {
    candidate.klass = "notAdvised";
  } else {
    candidate.klass = candidate.conditions.empty() ? "sound" : "conditions";
  }
}

int class_order(const std::string& klass) {
  return klass == "sound" ? 0 : klass == "conditions" ? 1 : 2;
}

}  // namespace shardsweep::host
