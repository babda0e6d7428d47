#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "datasets/input/namespaces.hpp"
#include "datasets/metadata.hpp"

namespace shardsweep::datasets {

/// A file of documents in a folder, and the collection that its name says.
struct DumpedFile {
  std::string path;
  Namespace ns;
};

/// The collections in `folder`: a dump (DB/COLL.bson), the folder of one database (COLL.bson), or,
/// where there is no .bson file, exports (COLL.json, COLL.csv, ...); each also packed. Sorted by
/// path. Throws DataError when the folder cannot be read or holds none.
std::vector<DumpedFile> list_dump(const std::string& folder);

/// The file of the collection that `ns` names in `folder`, or of its only one. Throws DataError
/// with the list of collections and `--ns`; a collection without documents (a view) is named as
/// such.
DumpedFile choose_dumped_file(const std::string& folder, const std::string& ns);

/// What the metadata.json beside a .bson file says (COLL.metadata.json, also packed; of buckets
/// that of their time-series collection); for other files, or without one, empty fields but for the
/// name and type that the file's own name tells. Throws DataError for a broken metadata.json.
CollectionMetadata metadata_beside(const std::string& path);

/// A collection's name from a dump's file name without its endings: %XX is resolved.
std::string unescape_file_name(std::string_view stem);

}  // namespace shardsweep::datasets
