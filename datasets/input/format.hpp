#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "datasets/input/stored_input.hpp"

namespace shardsweep::datasets {

enum class Format { bson, json, csv, tsv, archive };

/// The format that `--format` names: auto (nullopt), bson, json (jsonl), csv, tsv, archive. Throws
/// std::invalid_argument with the list for another word.
std::optional<Format> format_named(const std::string& word);

/// What the name says: .bson, .json, .jsonl, .ndjson, .csv, .tsv, .archive, each also with .gz,
/// .zst or .zstd behind; nullopt for others.
std::optional<Format> format_of_name(std::string_view path);

/// What the first bytes of the unpacked data say, nullopt when they say nothing.
std::optional<Format> format_of_content(std::string_view head);

/// Up to 64 KiB of unpacked data from the begin of an input, fewer where it ends or is damaged.
std::string read_head(StoredInput& input);

/// How an input is to be read. `input` is read from its begin for up to 64 KiB of unpacked data.
/// Content goes before the name; `asked` before both. An empty input counts as BSON (0 documents).
/// Throws DataError for UTF-16 text, for data packed twice and for what is none of our formats.
Format recognise(StoredInput& input, std::string_view path, std::optional<Format> asked);

}  // namespace shardsweep::datasets
