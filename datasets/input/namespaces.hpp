#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace shardsweep::datasets {

/// The prefix under which the server keeps the buckets of a time-series collection.
inline constexpr std::string_view bucket_prefix = "system.buckets.";

inline bool is_bucket_name(std::string_view collection) noexcept {
  return collection.starts_with(bucket_prefix);
}

/// A collection that an archive or a folder holds. The database may be unknown ("").
struct Namespace {
  std::string database;
  std::string collection;
  bool view = false;  ///< it has no documents; taken only where it is named
};

/// Index of the collection that `ns` ("db.coll" or "coll") names, or, when `ns` is empty, of the
/// only one that is no view and not the system's own (databases admin, config, local; names
/// system.*).
/// `where` (an archive or folder, printable) is used in messages. Throws DataError with the list.
std::size_t choose_namespace(const std::vector<Namespace>& names, const std::string& ns,
                             const std::string& where);

}  // namespace shardsweep::datasets
