#pragma once

#include "tests/host/routing/random_filter.hpp"

namespace shardsweep::test {

/// Whether a document matches, by MongoDB's rules for documents without arrays. Written for the
/// tests, value by value; it knows no intervals. `null_matches_undefined`: as before 8.0.
bool matches(const Filter& filter, bson::DocumentView document, bool null_matches_undefined);

/// The order of type classes (hashing::canonical_number).
int type_class(const bson::ValueView& value);
/// Whether a string contains what the Regex value describes.
bool regex_finds(const bson::ValueView& regex, const std::string& text);

}  // namespace shardsweep::test
