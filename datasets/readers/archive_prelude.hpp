#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "datasets/readers/document_cutter.hpp"

namespace shardsweep::datasets {

/// A collection that an archive announces. The names are data: printable() before they are shown,
/// never used as paths.
struct ArchivedCollection {
  std::string database;
  std::string name;
  std::string type;      ///< "", "collection", "view", "timeseries"
  std::string metadata;  ///< text of its metadata.json, may be empty

  std::string full_name() const { return database + '.' + name; }
  /// The name its documents go by: a time-series collection is dumped as its buckets.
  std::string data_name() const;
};

/// Reads magic, header and announcements up to the terminator; the cutter then stands at the first
/// block. Format: mongo-tools common/archive/spec.md. `name` is used in messages. Throws DataError
/// ("NAME: not an archive of mongodump...", "archive version 0.2 ...").
std::vector<ArchivedCollection> read_archive_prelude(ReadAhead& input, DocumentCutter& cutter,
                                                     const std::string& name);

/// The one collection that `ns` ("db.coll" or "coll") names, or, when `ns` is empty, the only one
/// beside the system's own. Throws DataError with the list of namespaces and `--ns`.
const ArchivedCollection& choose_collection(const std::vector<ArchivedCollection>& collections,
                                            const std::string& ns, const std::string& name);

}  // namespace shardsweep::datasets
