#pragma once

#include "tests/support/memory_sweep.hpp"

namespace shardsweep::host {

inline SweepOptions small_chunks() {
  SweepOptions options;
  options.cluster.chunk_bytes = 1024 * 1024;
  return options;
}

inline SweepResult sample(const SweepOptions& options = small_chunks(),
                          const datasets::CollectionMetadata& metadata = {}) {
  test::MemoryTable table = test::sample_table();
  return test::sweep_memory(table, test::sample_keys(), options, metadata);
}

}  // namespace shardsweep::host
