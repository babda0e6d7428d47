#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "datasets/bson/type.hpp"
#include "datasets/row_origins.hpp"

namespace shardsweep::host {

/// What the first reading learns of one path, in bounded memory.
struct FieldProfile {
  std::string path;
  std::map<bson::Type, std::uint64_t> types;  ///< documents by type of the value at the path
  std::uint64_t present = 0;                  ///< documents that have the path
  std::uint64_t missing = 0;                  ///< documents that lack it (present + missing = n)
  std::uint64_t missing_or_null_bytes = 0;    ///< bytes of documents where it is missing or null
  std::uint64_t arrays = 0;                   ///< documents with an array anywhere on the path
  std::optional<std::uint64_t> first_array_row;
  std::uint64_t distinct_estimate =
      0;                            ///< exact up to 1,024 values, else HyperLogLog; missing is one
  double distinct_error = 0;        ///< relative standard error of it; 0 when exact
  double average_string_bytes = 0;  ///< of the text of its strings alone
  std::uint64_t fractional_doubles = 0;  ///< doubles (finite) with a fraction
  int depth = 1;                         ///< number of names in the path
};

struct Profile {
  std::uint64_t documents = 0;
  std::uint64_t bytes = 0;
  std::vector<FieldProfile> fields;   ///< in order of first appearance
  std::uint64_t other_paths = 0;      ///< paths beyond --max-paths
  double other_paths_error = 0;       ///< relative standard error of an estimate; 0: counted
  bool other_paths_at_least = false;  ///< what lies below some of them was not looked at
  static constexpr std::size_t most_date_paths = 16;
  std::vector<std::string> date_paths_beyond;           ///< of them, the first that held a date
  std::vector<std::string> other_path_examples;         ///< the first five of them
  std::shared_ptr<const datasets::RowOrigins> origins;  ///< of the rows, for messages
  /// Parents with over 200 sibling names (dynamic keys), and how many names each has.
  std::map<std::string, std::uint64_t> wide_families;
};

}  // namespace shardsweep::host
