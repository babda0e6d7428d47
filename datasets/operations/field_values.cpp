#include "datasets/operations/field_values.hpp"

#include <cmath>

#include "datasets/bson/printable.hpp"
#include "datasets/error.hpp"
#include "datasets/extended_json/write.hpp"

namespace shardsweep::datasets {

using bson::Type;
using bson::ValueView;

std::optional<double> number_of(const ValueView& value) {
  if (value.type == Type::Int32) return value.as_int32();
  if (value.type == Type::Int64) return static_cast<double>(value.as_int64());
  if (value.type == Type::Double) return value.as_double();
  return std::nullopt;
}

std::optional<std::int64_t> whole_of(const ValueView& value) {
  if (value.type == Type::Int32) return value.as_int32();
  if (value.type == Type::Int64) return value.as_int64();
  if (value.type != Type::Double) return std::nullopt;
  const double number = value.as_double();
  if (number != std::floor(number) || std::fabs(number) >= 0x1p63) return std::nullopt;
  return static_cast<std::int64_t>(number);
}

void refuse_value(std::string_view field, const ValueView& value, std::string_view wanted) {
  const std::string json = extended_json::to_json(value, extended_json::Style::relaxed);
  throw DataError("field " + std::string(field) + ": " + bson::printable(json) + " is not " +
                  std::string(wanted));
}

OptionalDocument document_value(std::string_view field, const ValueView& value) {
  if (value.type != Type::Document) refuse_value(field, value, "an object");
  return {std::string(value.bytes)};
}

std::string_view text_value(std::string_view field, const ValueView& value) {
  if (value.type != Type::String) refuse_value(field, value, "a string");
  return value.as_string();
}

std::int64_t count_value(std::string_view field, const ValueView& value) {
  const std::optional<std::int64_t> whole = whole_of(value);
  if (!whole || *whole < 0) refuse_value(field, value, "a whole number of at least 0");
  return *whole;
}

double amount_value(std::string_view field, const ValueView& value) {
  const std::optional<double> number = number_of(value);
  if (!number || !std::isfinite(*number) || *number < 0)
    refuse_value(field, value, "a number of at least 0");
  return *number;
}

std::int64_t time_value(std::string_view field, const ValueView& value) {
  if (value.type == Type::Date) return value.as_int64();
  const std::optional<std::int64_t> whole = whole_of(value);
  if (!whole) refuse_value(field, value, "a date or whole milliseconds since 1970");
  return *whole;
}

std::uint64_t cluster_time_value(std::string_view field, const ValueView& value) {
  if (value.type == Type::Timestamp) return static_cast<std::uint64_t>(value.as_int64());
  return static_cast<std::uint64_t>(count_value(field, value));
}

bson::Value update_value(std::string_view field, const ValueView& value) {
  if (value.type != Type::Document && value.type != Type::Array)
    refuse_value(field, value, "an object or a pipeline");
  return bson::Value::copy(value);
}

OptionalDocument pipeline_value(std::string_view field, const ValueView& value) {
  if (value.type != Type::Array) refuse_value(field, value, "an array of stages");
  for (const bson::Element& stage : bson::DocumentView(value))
    if (stage.value.type != Type::Document) refuse_value(field, value, "an array of stages");
  return {std::string(value.bytes)};
}

std::optional<ValueView> find_field(bson::DocumentView document, std::string_view name) {
  for (const bson::Element& element : document)
    if (element.name == name) return element.value;
  return std::nullopt;
}

std::string session_id(const ValueView& lsid) {
  std::optional<ValueView> id;
  if (lsid.type == Type::Document) id = find_field(bson::DocumentView(lsid), "id");
  return std::string(id.value_or(lsid).bytes);
}

}  // namespace shardsweep::datasets
