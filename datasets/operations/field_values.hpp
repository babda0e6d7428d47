#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "datasets/bson/view.hpp"
#include "datasets/operations/operation.hpp"

namespace shardsweep::datasets {

// Values of a record's fields. All but the first two throw DataError without place: "field limit:
// -1 is not a whole number of at least 0".

/// An int32, int64 or double as a double; nullopt for other types.
std::optional<double> number_of(const bson::ValueView& value);
/// A number without fraction within int64; nullopt for others.
std::optional<std::int64_t> whole_of(const bson::ValueView& value);

[[noreturn]] void refuse_value(std::string_view field, const bson::ValueView& value,
                               std::string_view wanted);
OptionalDocument document_value(std::string_view field, const bson::ValueView& value);
/// The text in the record's own bytes.
std::string_view text_value(std::string_view field, const bson::ValueView& value);
/// A whole number of at least 0.
std::int64_t count_value(std::string_view field, const bson::ValueView& value);
/// A finite number of at least 0.
double amount_value(std::string_view field, const bson::ValueView& value);
/// A date, or whole milliseconds since 1970.
std::int64_t time_value(std::string_view field, const bson::ValueView& value);
/// A Timestamp's 64 bits, or a whole number.
std::uint64_t cluster_time_value(std::string_view field, const bson::ValueView& value);
/// Update operators or a replacement (an object) or a pipeline (an array).
bson::Value update_value(std::string_view field, const bson::ValueView& value);
/// An array of objects.
OptionalDocument pipeline_value(std::string_view field, const bson::ValueView& value);

/// The first field of that name; nullopt when there is none.
std::optional<bson::ValueView> find_field(bson::DocumentView document, std::string_view name);
/// The bytes that tell sessions apart, of a value of lsid.
std::string session_id(const bson::ValueView& lsid);

}  // namespace shardsweep::datasets
