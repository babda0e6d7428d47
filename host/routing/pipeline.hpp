#pragma once

#include "host/routing/match_node.hpp"

namespace shardsweep::host::routing {

/// What a router makes of an aggregation pipeline before it picks shards.
struct PipelineFilter {
  /// What documents must match to matter: the leading $match, the query of a leading $geoNear, and
  /// those parts of later $match stages that the optimiser moves to the front (behind $sort,
  /// $unwind, $lookup, $project, $addFields and alike, as far as they do not depend on what those
  /// compute). Not simplified.
  MatchNode filter;
  bool whole_cluster = false;  ///< $changeStream and alike: every shard of the cluster is asked
};

/// Reads a pipeline (an array's elements, each a document with one field). Never claims a narrower
/// filter than the server could use. Throws RefusedError as parse_filter. Linear in the pipeline
/// times the number of fields its stages compute.
PipelineFilter pipeline_filter(bson::DocumentView stages, bson::DocumentView let);

}  // namespace shardsweep::host::routing
