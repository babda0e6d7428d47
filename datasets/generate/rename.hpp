#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/bson/builder.hpp"

namespace shardsweep::generate {

/// New names by the dotted path of a field (or of a sub-document) under its old names. A new name
/// replaces the last part of the path.
using Renames = std::map<std::string, std::string, std::less<>>;

/// The paths after renaming, in the same order. Throws std::invalid_argument for a path that is not
/// there, a new name that is no field name ("", with '.', NUL or '$' in front), or a clash.
std::vector<std::string> renamed_paths(const std::vector<std::string>& paths,
                                       const Renames& renames);

/// Appends a copy of a document with its fields renamed. Arrays are copied as they are.
void append_renamed(const bson::DocumentView& document, const Renames& renames, std::string& out);

}  // namespace shardsweep::generate
