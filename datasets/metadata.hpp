#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/bson/builder.hpp"

namespace shardsweep::datasets {

/// One field of an index key: `{a: 1}` is {"a", 1.0, ""}; `{a: "hashed"}` is {"a", 0, "hashed"}.
struct IndexField {
  std::string path;
  double direction = 1;
  std::string special;  ///< "", "hashed", "text", "2d", "2dsphere", ...
};

struct IndexSpec {
  std::string name;
  std::vector<IndexField> key;
  bool unique = false;
  bool sparse = false;
  bool hidden = false;
  bool partial = false;
  bool simple_collation = true;
  std::optional<double> expire_after_seconds;
};

/// What a dump's metadata.json says of a collection (`spec: mongodump`): all optional.
struct CollectionMetadata {
  std::string collection;  ///< name, "" when unknown
  std::string type;        ///< "", "collection", "view", "timeseries"
  std::string time_field;  ///< of a time-series collection, as its owner names it; "" = unknown
  std::string meta_field;  ///< the same; the buckets call it meta
  bool clustered = false;
  bool capped = false;
  std::string collation;           ///< default collation as JSON text, "" when simple
  std::vector<IndexSpec> indexes;  ///< as listed; the _id index included
};

/// Parses the text of a metadata.json. `name` is used in messages. Throws DataError.
CollectionMetadata parse_metadata(std::string_view json, const std::string& name);

}  // namespace shardsweep::datasets
