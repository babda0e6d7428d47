#pragma once

#include <cstdint>
#include <vector>

#include "host/analyze/analyze_key.hpp"
#include "host/analyze/sampling.hpp"
#include "kernels/thread_pool.hpp"
#include "tests/support/memory_table.hpp"

namespace shardsweep::host::test_analyze {

using Values = std::vector<std::int64_t>;

struct Analysis {
  AnalyzeOptions options;
  datasets::CollectionMetadata metadata;

  explicit Analysis(const char* key) { options.key = parse_key_pattern(key); }
  KeyCharacteristics run(ColumnTable& table) const {
    kernels::ThreadPool pool(2);
    return analyze_key(options, table, metadata, *kernels::make_cpu_executor(pool));
  }
};

inline KeyCharacteristics analyze(const char* key, ColumnTable& table) {
  return Analysis(key).run(table);
}

inline KeyCharacteristics analyze_column(Values values) {
  test::MemoryTable table;
  table.add("a", std::move(values));
  return analyze("{a: 1}", table);
}

template <class Make>
Values made(std::size_t n, Make make) {
  Values values;
  for (std::size_t i = 0; i < n; ++i) values.push_back(make(static_cast<std::int64_t>(i)));
  return values;
}

inline std::int64_t scrambled(std::int64_t i) {
  return static_cast<std::int64_t>(splitmix64_at(7, static_cast<std::uint64_t>(i)) >> 1);
}

inline std::vector<std::int64_t> first_values(const KeyCharacteristics& result) {
  std::vector<std::int64_t> list;
  for (const ValueCount& common : result.most_common_values)
    list.push_back(bson::ValueView(common.value.fields.at(0).second).as_int64());
  return list;
}

}  // namespace shardsweep::host::test_analyze
