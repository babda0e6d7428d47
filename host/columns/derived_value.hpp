#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "datasets/bson/builder.hpp"
#include "datasets/bson/view.hpp"
#include "host/columns/derived_field.hpp"

namespace shardsweep::host {

/// A calendar part of a date, timestamp or ObjectId in UTC as an integer; null for other types.
bson::Value calendar_part(const bson::ValueView& value, DerivedField::Function part);

/// The first `characters` Unicode code points of a string; null for other types.
bson::Value text_prefix(const bson::ValueView& value, std::int64_t characters);

/// hash mod count, never negative.
bson::Value hash_bucket(std::int64_t hash, std::int64_t count);

/// Appends a value as plain text: strings as they are, integers and whole doubles as digits, other
/// doubles as the shortest text that reads back, decimals with their digits, ObjectIds and UUIDs in
/// hexadecimal, dates in ISO 8601, booleans as words. False for other types, null among them.
bool append_plain_text(const bson::ValueView& value, std::string& out);

bson::Value string_value(const std::string& text);
bson::Value integer_value(std::int64_t number);  ///< int32 where it fits

}  // namespace shardsweep::host
