#pragma once

#include <map>
#include <memory>
#include <string>

#include "host/routing/chunk_map.hpp"
#include "host/routing/compiled_operation.hpp"
#include "tests/conformance/checkers.hpp"

namespace shardsweep::conformance {

/// What the cases of a routing file share: the tables they name.
class RoutingTables {
 public:
  explicit RoutingTables(const std::map<std::string, std::string>& json) : json_(json) {}

  /// The map of the table a case names. Throws std::runtime_error.
  host::routing::ChunkMap of(const Case& test) const;

 private:
  std::map<std::string, std::string> json_;
};

/// One server's rules that a case must hold under.
struct RuleSet {
  host::routing::RoutingOptions options;
  std::string name;  ///< "7.0", for messages
};

/// The releases that `release` of the case leaves and that take the key; with and without the
/// backported rule where the case does not say.
std::vector<RuleSet> rule_sets(const Case& test, const host::KeyPattern& key);

/// The operation of a case: `op` (find when missing), filter, update, document, collation.
datasets::Operation operation_of(const Case& test);

/// A case's key pattern.
host::KeyPattern key_of(const Case& test, const std::string& field);

// The parts, by kind of case.
std::optional<Mismatch> check_selection(const Case& test, const RoutingTables& tables);
std::optional<Mismatch> check_operation(const Case& test, const RoutingTables& tables);
std::optional<Mismatch> check_key_range(const Case& test, const RoutingTables& tables);
std::optional<Mismatch> check_bounds(const Case& test);
std::optional<Mismatch> check_flattening(const Case& test);
std::optional<Mismatch> check_document_key(const Case& test);
std::optional<Mismatch> check_filter_key(const Case& test);
std::optional<Mismatch> check_key_pattern(const Case& test);
std::optional<Mismatch> check_unique_index(const Case& test);
std::optional<Mismatch> check_refinement(const Case& test);

/// Values as canonical Extended JSON, for comparison and messages.
std::string text_of(const bson::ValueView& value);
std::string text_of(const host::KeyPattern& key, const host::routing::KeyValues& values);

}  // namespace shardsweep::conformance
