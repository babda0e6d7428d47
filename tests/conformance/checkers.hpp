#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "tests/conformance/case_file.hpp"

namespace shardsweep::conformance {

struct Mismatch {
  std::string expected, got;
};

/// Checks one case with the product's functions; nothing = passed. May throw: that is a failure.
using Checker = std::function<std::optional<Mismatch>(const Case&)>;

/// Formats whose cases this program counts.
bool is_case_format(std::string_view format);

/// The checker of one section of a file. It may remember the cases it has seen (groups in order).
Checker make_checker(const CaseFile& file, const std::string& section);

// The parts, by noun.
std::optional<Mismatch> check_hash(const Case& test);
std::optional<Mismatch> check_hash_relation(const Case& test);
std::optional<Mismatch> check_ascending(const Case& test);
std::optional<Mismatch> check_split_points(const Case& test);
/// Cases of `routing-cases/1`, by their kind.
Checker make_routing_checker(const CaseFile& file);
/// One group: equal inside, greater than every group seen before.
Checker make_group_checker();

/// A value from `bson` (hexadecimal document with one element) if the case has it, else from
/// `value`.
bson::Value value_of(const Case& test);

}  // namespace shardsweep::conformance
