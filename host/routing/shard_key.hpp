#pragma once

#include "host/key_pattern.hpp"
#include "host/routing/key_ranges.hpp"

namespace shardsweep::host::routing {

/// What a router asks of a document besides its fields.
struct DocumentRules {
  bool missing_is_null = true;  ///< from 4.4 on; before, a missing field is an error
  bool needs_id = false;        ///< an insert must have brought its _id if the key has it
};

/// The shard key of a document as it is stored: missing fields are null, a hashed field is hashed,
/// everything is data (regexes, $ names). Throws RefusedError: ShardKeyNotFound for an array
/// anywhere on a path, InvalidIdField for want of an _id.
KeyValues key_of_document(const KeyPattern& key, bson::DocumentView document,
                          const DocumentRules& rules = {});

/// Whether `refined` is `key` followed by more fields (refineCollectionShardKey).
bool is_refined_by(const KeyPattern& key, const KeyPattern& refined);

}  // namespace shardsweep::host::routing
