#pragma once

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "host/candidates/generate.hpp"
#include "kernels/thread_pool.hpp"
#include "tests/support/memory_table.hpp"

namespace shardsweep::host::test_candidates {

/// The profile that a first reading of the table's documents would make.
inline Profile profile_of(const ColumnTable& table) {
  Profile profile;
  profile.documents = table.rows();
  profile.bytes = table.total_bytes();
  for (const FieldColumn& column : table.fields()) {
    if (!column.derived_from.empty()) continue;
    FieldProfile field;
    field.path = column.path;
    field.depth = 1 + static_cast<int>(std::count(column.path.begin(), column.path.end(), '.'));
    field.present = table.rows() - column.missing;
    field.missing = column.missing;
    field.arrays = column.arrays;
    field.first_array_row = column.first_array_row;
    field.distinct_estimate = column.distinct;
    const std::uint32_t values = column.dictionary->size();
    field.types[values > 0 ? column.dictionary->value(values - 1).type : bson::Type::Null] =
        field.present;
    profile.fields.push_back(std::move(field));
  }
  return profile;
}

/// Runs generation on the CPU executor.
struct Generation {
  CandidateOptions options;
  ClusterOptions cluster;
  datasets::CollectionMetadata metadata;

  CandidateSet run(ColumnTable& table) const { return run(table, profile_of(table)); }
  CandidateSet run(ColumnTable& table, const Profile& profile) const {
    kernels::ThreadPool pool(1);
    const std::unique_ptr<kernels::Executor> executor = kernels::make_cpu_executor(pool);
    return generate_candidates(profile, table, options, cluster, metadata, *executor);
  }
};

inline std::vector<std::string> texts(const CandidateSet& set) {
  std::vector<std::string> made;
  for (const Candidate& candidate : set.candidates) made.push_back(to_text(candidate.key));
  return made;
}

inline const Omitted* find_rule(const std::vector<Omitted>& omitted, std::string_view rule) {
  for (const Omitted& entry : omitted)
    if (entry.rule == rule) return &entry;
  return nullptr;
}

/// The rule's example, or "none".
inline std::string example_of(const std::vector<Omitted>& omitted, std::string_view rule) {
  const Omitted* found = find_rule(omitted, rule);
  return found == nullptr ? "none" : found->example;
}

/// n values drawn evenly from 0..values-1.
inline std::vector<std::int64_t> drawn(std::size_t n, std::int64_t values, unsigned seed) {
  std::mt19937_64 random(seed);
  std::vector<std::int64_t> made(n);
  for (std::int64_t& value : made)
    value = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(values));
  return made;
}

inline std::vector<std::int64_t> rising(std::size_t n, std::int64_t step = 1) {
  std::vector<std::int64_t> made(n);
  for (std::size_t i = 0; i < n; ++i) made[i] = static_cast<std::int64_t>(i) / step;
  return made;
}

inline std::vector<std::int64_t> shuffled(std::size_t n, unsigned seed) {
  std::vector<std::int64_t> made = rising(n);
  std::mt19937_64 random(seed);
  std::shuffle(made.begin(), made.end(), random);
  return made;
}

}  // namespace shardsweep::host::test_candidates
