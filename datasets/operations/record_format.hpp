#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/bson/view.hpp"
#include "datasets/input/stored_input.hpp"

namespace shardsweep::datasets {

/// What one document is a record of.
enum class RecordFormat { json_line, profile, log_line, sampled_query, sampled_diff };

/// By the names and types of its fields; nullopt for what is none of them.
std::optional<RecordFormat> record_format(bson::DocumentView document);

/// How the records of an input are to be cut out of it.
enum class RecordContainer { bson, json, log, archive };

/// By the first 64 KiB, unpacked; nullopt where no record is among them. An empty input is JSON. Of
/// an archive it is not known yet what its collections hold. Throws what reading throws.
std::optional<RecordContainer> recognise_records(StoredInput& input);

/// The files below a folder, those of rotated logs (NAME.TIME) before the present one (NAME).
/// Links to folders are not followed. Throws DataError where the folder cannot be read.
std::vector<std::string> files_below(const std::string& folder);

/// What is recognised, for messages.
std::string known_records();

}  // namespace shardsweep::datasets
