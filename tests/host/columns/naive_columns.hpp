#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "datasets/bson/builder.hpp"
#include "host/values/order.hpp"

namespace shardsweep::test {

struct ValueLess {
  bool operator()(const bson::Value& a, const bson::Value& b) const {
    return host::compare_values(a, b) < 0;
  }
};

/// What a document has at a dotted path.
struct AtPath {
  bool missing = true;
  bool array = false;  ///< at the path or above it
  bson::Value value;   ///< null when missing or array
};

/// Looks a path up, obviously right: the first field of a name counts, arrays are not entered.
AtPath look_up(const std::string& document, const std::string& path);

/// A column by the book, in row order.
struct NaiveColumn {
  struct Class {
    bson::Value shown;
    std::uint64_t documents = 0;
    std::uint64_t bytes = 0;
    std::uint32_t first_row = 0;
    std::uint32_t rank = 0;
  };
  std::vector<bson::Value> values;  // by row
  std::map<bson::Value, Class, ValueLess> classes;
  std::vector<std::uint32_t> ranks;
  std::uint64_t missing = 0;
  std::uint64_t nulls = 0;
  std::uint64_t arrays = 0;
  std::optional<std::uint64_t> first_array_row;
};

NaiveColumn naive_column(const std::vector<std::string>& documents, const std::string& path);

/// Ranks and counts by hash.
struct NaiveHashes {
  std::map<std::int64_t, NaiveColumn::Class> classes;
  std::vector<std::uint32_t> ranks;
};
NaiveHashes naive_hashes(const std::vector<std::string>& documents, const NaiveColumn& column);

}  // namespace shardsweep::test
