#pragma once

#include <optional>
#include <string>

#include "datasets/operations/operation.hpp"
#include "host/key_pattern.hpp"
#include "host/routing/compiled_filter.hpp"
#include "host/routing/time_series.hpp"

namespace shardsweep::host::routing {

/// What routing takes as given beside operation, key and chunks.
struct RoutingOptions {
  ServerVersion server = ServerVersion::v8_0;
  datasets::OptionalDocument default_collation;  ///< of the collection
  /// Whether deletes and findAndModify need no full key when one shard is reached (SERVER-44422,
  /// backported to 5.0, 6.0 and 7.0). Releases before 7.1 only.
  bool single_shard_suffices = true;
  std::optional<TimeSeries> time_series;  ///< operations are on its measurements
  /// The cluster parameter onlyTargetDataOwningShardsForMultiWrites (SERVER-101737).
  bool multi_writes_to_owners_only = false;
};
/// The options of a release as its latest patch ships.
RoutingOptions options_of(ServerVersion server);

/// How an update changes what it finds.
enum class UpdateStyle : std::uint8_t { none, operators, replacement, pipeline };

/// An operation reduced once to what routing needs, independent of the shard key and the chunks.
struct CompiledOperation {
  datasets::OperationKind kind = datasets::OperationKind::find;
  bool multi = false;
  bool upsert = false;
  CompiledFilter filter;  ///< not of an insert
  /// insert: the document; an update that replaces: the replacement. Bytes of a document.
  std::string document;
  UpdateStyle update = UpdateStyle::none;
  bool has_exact_id = false;   ///< an equality on _id that may stand for the key
  bool whole_cluster = false;  ///< every shard of the cluster is asked whatever the filter
  bool in_transaction = false;
  bool retryable = true;
  std::optional<std::uint64_t> at_cluster_time;
  ServerVersion server = ServerVersion::v8_0;
};

/// No collation, or the locale "simple".
bool is_simple_collation(const datasets::OptionalDocument& collation);

/// The part of the filter that a later `BoundsRules` needs: which collation is in force.
BoundsRules bounds_rules(const datasets::OptionalDocument& collation,
                         const RoutingOptions& options);

/// Compiles an operation. Writes without a recorded session count as retryable, as drivers have it
/// by default. Throws RefusedError with the server's error name for what the server would refuse
/// whatever the key. Cost: as compile_filter.
CompiledOperation compile_operation(const datasets::Operation& operation,
                                    const RoutingOptions& options);

}  // namespace shardsweep::host::routing
