#include "tests/conformance/checkers.hpp"

#include <algorithm>
#include <array>

#include "tests/conformance/routing_checkers.hpp"

namespace shardsweep::conformance {
namespace {

constexpr std::array<std::string_view, 6> case_formats = {"hash-vectors/1",  "hash-cases/1",
                                                          "bson-order/1",    "hashed-presplit/1",
                                                          "routing-cases/1", "chunk-cases/1"};

/// Cases that carry a kind are checked by the checker of their kind.
std::optional<Mismatch> check_by_kind(const Case& test) {
  return Mismatch{"a checker for cases of kind " + test.text("kind", "(none)"), "none here yet"};
}

}  // namespace

bool is_case_format(std::string_view format) {
  return std::ranges::find(case_formats, format) != case_formats.end();
}

Checker make_routing_checker(const CaseFile& file) {
  using InTable = std::optional<Mismatch> (*)(const Case&, const RoutingTables&);
  using Alone = std::optional<Mismatch> (*)(const Case&);
  static const std::map<std::string, InTable> in_table = {
      {"route_filter", check_selection}, {"range_to_shards", check_key_range},
      {"insert", check_operation},       {"insert_timeseries", check_operation},
      {"write", check_operation},
  };
  static const std::map<std::string, Alone> alone = {
      {"bounds", check_bounds},
      {"bounds_to_ranges", check_flattening},
      {"key_from_document", check_document_key},
      {"key_from_filter", check_filter_key},
      {"key_pattern", check_key_pattern},
      {"unique_index_allowed", check_unique_index},
      {"key_extended_by", check_refinement},
  };
  return [tables = RoutingTables(file.tables)](const Case& test) {
    const std::string kind = test.text("kind", "");
    if (const auto found = in_table.find(kind); found != in_table.end())
      return found->second(test, tables);
    if (const auto found = alone.find(kind); found != alone.end()) return found->second(test);
    return check_by_kind(test);
  };
}

Checker make_checker(const CaseFile& file, const std::string& section) {
  const std::string& format = file.format;
  if (section == "vectors") return check_hash;
  if (section == "relations") return check_hash_relation;
  if (section == "orderVectors") return check_ascending;
  if (section == "splitVectors" || section == "splits") return check_split_points;
  if (section == "groups") return make_group_checker();
  if (format == "hash-cases/1" || format == "hash-vectors/1") return check_hash;
  if (format == "routing-cases/1") return make_routing_checker(file);
  return check_by_kind;
}

}  // namespace shardsweep::conformance
