#pragma once

#include <string>
#include <vector>

#include "host/candidates/rising_fields.hpp"
#include "host/figures/figures.hpp"
#include "host/planner/planner.hpp"
#include "host/score/judge.hpp"
#include "kernels/thread_pool.hpp"
#include "tests/support/memory_table.hpp"

namespace shardsweep::test {

/// A sweep of the keys over a table in memory, judged: what the command does after reading.
inline host::SweepResult sweep_memory(MemoryTable& table, const std::vector<std::string>& keys,
                                      const host::SweepOptions& options,
                                      const datasets::CollectionMetadata& metadata = {}) {
  host::SweepResult result;
  std::vector<host::KeyPattern> patterns;
  for (const std::string& key : keys) patterns.push_back(host::parse_key_pattern(key));
  kernels::PlanParameters parameters;
  parameters.top = options.most_common;
  parameters.ranges = options.cluster.ranges;
  parameters.windows = options.cluster.windows;
  parameters.shards = options.cluster.shards;
  host::set_oversized_limits(table, options.cluster, parameters);
  const host::PlannedKeys planned = plan_keys(patterns, table, kernels::want_all, parameters);
  std::vector<kernels::NodeResult> nodes(planned.plan.nodes.size());
  kernels::ThreadPool pool(1);
  const std::unique_ptr<kernels::Executor> executor = kernels::make_cpu_executor(pool);
  executor->execute(
      planned.plan, {table.rows(), planned.columns, table.sizes()},
      [&](std::size_t node, kernels::NodeResult&& figures) { nodes[node] = std::move(figures); },
      {});
  const host::Profile profile;
  const kernels::ExecuteOptions execution;
  host::RisingFields rising(profile, table, *executor, execution);
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    host::Candidate candidate{patterns[i], "--key"};
    if (const int hashed = patterns[i].hashed_position(); hashed >= 0) {
      const std::string& path = patterns[i].fields[static_cast<std::size_t>(hashed)].path;
      rising.look_at({path});
      candidate.hashed_rises = rising.rises(path);
    }
    result.candidates.push_back(
        figures_of(candidate, nodes[planned.node_of_key[i]], table, options, metadata));
  }
  result.documents.count = table.rows();
  result.documents.bytes = table.total_bytes();
  result.documents.avg_doc_size_bytes = table.rows() == 0 ? 0 : table.total_bytes() / table.rows();
  result.documents.arrival_source = table.arrival().source;
  result.documents.arrival_note = table.arrival().note;
  result.documents.rows_without_time = table.arrival().rows_without_time;
  result.documents.rows_without_size = table.rows_without_size();
  result.documents.total_docs = options.cluster.total_docs;
  result.documents.total_bytes = options.cluster.total_bytes;
  result.documents.expect_docs = options.cluster.expect_docs;
  result.cluster = {options.cluster.shards,
                    to_text(options.cluster.server),
                    options.cluster.chunk_bytes_in_force(),
                    options.cluster.ranges,
                    options.cluster.windows,
                    options.cluster.start};
  judge(result, options);
  return result;
}

/// 4,000 documents of 1,000 bytes: `_id` rises, `random` is unique in no order, `tenant` has 40
/// values with one on a third of the documents, `status` 5 values, `falling` falls, `one` is equal
/// everywhere.
inline MemoryTable sample_table(std::uint32_t rows = 4000) {
  MemoryTable table;
  table.set_sizes(std::vector<std::uint32_t>(rows, 1000));
  std::vector<std::int64_t> id, random, tenant, status, falling, one;
  for (std::uint32_t i = 0; i < rows; ++i) {
    id.push_back(i);
    random.push_back(static_cast<std::int64_t>((i + 1) * 0x9e3779b97f4a7c15ULL >> 1));
    tenant.push_back(i % 3 == 0 ? 7 : static_cast<std::int64_t>(i * 2654435761ULL % 40));
    status.push_back(static_cast<std::int64_t>(i * 40503ULL % 5));
    falling.push_back(-static_cast<std::int64_t>(i));
    one.push_back(1);
  }
  table.add("_id", id);
  table.add("random", random);
  table.add("tenant", tenant);
  table.add("status", status);
  table.add("falling", falling);
  table.add("one", one);
  return table;
}

inline const std::vector<std::string>& sample_keys() {
  static const std::vector<std::string> keys = {
      "{_id: 1}",    "{_id: 'hashed'}",        "{random: 1}",  "{tenant: 1}", "{tenant: 1, _id: 1}",
      "{status: 1}", "{tenant: 1, random: 1}", "{falling: 1}", "{one: 1}",    "{random: 'hashed'}"};
  return keys;
}

}  // namespace shardsweep::test
