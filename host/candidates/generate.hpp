#pragma once

#include <string>
#include <vector>

#include "datasets/metadata.hpp"
#include "host/columns/column_table.hpp"
#include "host/options.hpp"
#include "host/profile/field_profile.hpp"
#include "host/result.hpp"
#include "kernels/executor.hpp"

namespace shardsweep::host {

/// Fields that may be part of some candidate: these become columns.
struct FieldChoice {
  std::vector<std::string> paths;  ///< in profile order
  std::vector<Omitted> omitted;    ///< what was left out, by rule
};

/// From the profile alone: which paths to encode (rule 3 of the candidate rules, --fields, every
/// field of --key, of present key and of indexes, `_id`).
FieldChoice choose_fields(const Profile& profile, const CandidateOptions& options,
                          const ClusterOptions& cluster,
                          const datasets::CollectionMetadata& metadata);

struct Candidate {
  KeyPattern key;
  std::string origin;         ///< "_id", "present", "index", "--key", "generated"
  bool hashed_rises = false;  ///< its hashed field rises or falls with the arrival
};

struct CandidateSet {
  /// Those always shown come first, all of them; generated ones follow while there are fewer than
  /// max_candidates in all.
  std::vector<Candidate> candidates;
  std::vector<RefusedKey> refused;
  std::vector<Omitted> omitted;
};

/// Makes the candidates by the published rules, for documents alone. Uses the executor for the
/// distinct values and heaviest value of possible extensions (none when the always-shown keys fill
/// --max-candidates) and for which fields rise. Deterministic: `execution` bounds memory, and a
/// stop leaves keys out. Blocks. Throws UsageError for a key whose field has no column.
CandidateSet generate_candidates(const Profile& profile, ColumnTable& table,
                                 const CandidateOptions& options, const ClusterOptions& cluster,
                                 const datasets::CollectionMetadata& metadata,
                                 kernels::Executor& executor,
                                 const kernels::ExecuteOptions& execution = {});

/// All refusals for one key that need the data or the metadata: arrays on the path, unique indexes,
/// missing values before 4.4, time-series, views, ...
std::vector<Refusal> check_key(const KeyPattern& key, const ClusterOptions& cluster,
                               const datasets::CollectionMetadata& metadata,
                               const ColumnTable& table);

}  // namespace shardsweep::host
