#include "tests/conformance/checkers.hpp"

#include <algorithm>
#include <array>

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

Checker make_checker(const std::string& format, const std::string& section) {
  if (section == "vectors") return check_hash;
  if (section == "relations") return check_hash_relation;
  if (section == "orderVectors") return check_ascending;
  if (section == "splitVectors" || section == "splits") return check_split_points;
  if (section == "groups") return make_group_checker();
  if (format == "hash-cases/1" || format == "hash-vectors/1") return check_hash;
  return check_by_kind;
}

}  // namespace shardsweep::conformance
