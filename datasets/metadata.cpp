#include "datasets/metadata.hpp"

#include "datasets/bson/view.hpp"
#include "datasets/error.hpp"
#include "datasets/extended_json/parse.hpp"
#include "datasets/extended_json/write.hpp"
#include "datasets/input/message_text.hpp"

namespace shardsweep::datasets {
namespace {

using bson::DocumentView;
using bson::Element;
using bson::Type;
using bson::ValueView;

std::optional<double> number(const ValueView& value) {
  switch (value.type) {
    case Type::Int32:
      return value.as_int32();
    case Type::Int64:
      return static_cast<double>(value.as_int64());
    case Type::Double:
      return value.as_double();
    default:
      return std::nullopt;
  }
}

/// Old servers wrote 1 for true.
bool truth(const ValueView& value) {
  return value.type == Type::Bool ? value.as_bool() : number(value).value_or(0) != 0;
}

std::string text(const ValueView& value) {
  return value.type == Type::String ? std::string(value.as_string()) : std::string();
}

bool is_simple_collation(const ValueView& value) {
  if (value.type != Type::Document) return true;
  for (const Element& element : DocumentView(value))
    if (element.name == "locale") return text(element.value) == "simple";
  return true;
}

[[noreturn]] void unusable(const std::string& name, const std::string& what) {
  throw DataError(name + ": " + what +
                  "; dump the collection again, or move the file away to do without it");
}

IndexField parse_field(const Element& element, const std::string& name) {
  IndexField field{std::string(element.name), 1, ""};
  if (const auto direction = number(element.value)) {
    field.direction = *direction;
  } else if (element.value.type == Type::String) {
    field.direction = 0;
    field.special = element.value.as_string();
  } else if (element.value.type == Type::Bool) {
    field.direction = element.value.as_bool() ? 1 : 0;  // allowed by servers before 3.4
  } else {
    unusable(name, "the direction of index field " + quoted(element.name) +
                       " is neither a number nor a string");
  }
  return field;
}

IndexSpec parse_index(const ValueView& value, const std::string& name) {
  if (value.type != Type::Document) unusable(name, "an index is not a document");
  IndexSpec index;
  for (const Element& element : DocumentView(value)) {
    const ValueView& option = element.value;
    if (element.name == "key" && option.type == Type::Document)
      for (const Element& field : DocumentView(option))
        index.key.push_back(parse_field(field, name));
    if (element.name == "name") index.name = text(option);
    if (element.name == "unique") index.unique = truth(option);
    if (element.name == "sparse") index.sparse = truth(option);
    if (element.name == "hidden") index.hidden = truth(option);
    if (element.name == "partialFilterExpression") index.partial = true;
    if (element.name == "collation") index.simple_collation = is_simple_collation(option);
    if (element.name == "expireAfterSeconds") index.expire_after_seconds = number(option);
  }
  if (index.key.empty()) unusable(name, "index " + quoted(index.name) + " has no key");
  return index;
}

void parse_time_series(const ValueView& options, CollectionMetadata& metadata) {
  metadata.type = "timeseries";
  for (const Element& element : DocumentView(options)) {
    if (element.name == "timeField") metadata.time_field = text(element.value);
    if (element.name == "metaField") metadata.meta_field = text(element.value);
  }
}

void parse_options(const ValueView& options, CollectionMetadata& metadata) {
  for (const Element& element : DocumentView(options)) {
    const ValueView& option = element.value;
    if (element.name == "capped") metadata.capped = truth(option);
    if (element.name == "clusteredIndex")
      metadata.clustered = option.type == Type::Document || truth(option);
    if (element.name == "collation" && !is_simple_collation(option))
      metadata.collation = extended_json::to_json(option, extended_json::Style::relaxed);
    if (element.name == "timeseries" && option.type == Type::Document)
      parse_time_series(option, metadata);
    if (element.name == "viewOn" && option.type == Type::String && metadata.type.empty())
      metadata.type = "view";
  }
}

}  // namespace

CollectionMetadata parse_metadata(std::string_view json, const std::string& name) {
  std::string document;
  try {
    extended_json::parse_document(json, document);
  } catch (const DataError& error) {
    unusable(name, error.what());
  }
  CollectionMetadata metadata;
  std::string declared_type;
  for (const Element& element : DocumentView(document)) {
    const ValueView& value = element.value;
    if (element.name == "options" && value.type == Type::Document) parse_options(value, metadata);
    if (element.name == "indexes" && value.type == Type::Array)
      for (const Element& index : DocumentView(value))
        metadata.indexes.push_back(parse_index(index.value, name));
    if (element.name == "collectionName") metadata.collection = text(value);
    if (element.name == "type") declared_type = text(value);
  }
  if (!declared_type.empty()) metadata.type = declared_type;
  if (metadata.type.empty()) metadata.type = "collection";
  return metadata;
}

}  // namespace shardsweep::datasets
