#include "host/routing/shard_key.hpp"

#include <algorithm>

#include "host/error.hpp"

namespace shardsweep::host::routing {
namespace {

using bson::DocumentView;
using bson::Element;
using bson::Type;
using bson::ValueView;

std::optional<ValueView> field(DocumentView document, std::string_view name) {
  for (const Element& element : document)
    if (element.name == name) return element.value;
  return std::nullopt;
}

[[noreturn]] void no_key(const std::string& path, const char* why) {
  throw RefusedError("ShardKeyNotFound", "no shard key in the document: field " + path + " " + why);
}

/// nullopt: missing.
std::optional<ValueView> value_at(DocumentView document, const std::string& path) {
  std::string_view rest = path;
  for (;;) {
    const std::size_t dot = rest.find('.');
    const std::optional<ValueView> value = field(document, rest.substr(0, dot));
    if (!value) return std::nullopt;
    if (value->type == Type::Array) no_key(path, "holds an array or lies in one");
    if (dot == std::string_view::npos) return value;
    if (value->type != Type::Document) return std::nullopt;
    document = DocumentView(*value);
    rest.remove_prefix(dot + 1);
  }
}

bool same_field(const datasets::IndexField& a, const datasets::IndexField& b) {
  return a.path == b.path && a.special == b.special;
}

}  // namespace

KeyValues key_of_document(const KeyPattern& key, DocumentView document,
                          const DocumentRules& rules) {
  KeyValues values;
  for (std::size_t i = 0; i < key.fields.size(); ++i) {
    const std::string& path = key.fields[i].path;
    const std::optional<ValueView> found = value_at(document, path);
    if (!found && rules.needs_id && path == "_id")
      throw RefusedError("InvalidIdField", "the document has no _id, which the shard key needs");
    if (!found && !rules.missing_is_null) no_key(path, "is missing, which this release refuses");
    const ValueView value = found.value_or(ValueView());
    values.push_back(key.hashed_at(i) ? hash_of(value) : bson::Value::copy(value));
  }
  return values;
}

bool is_refined_by(const KeyPattern& key, const KeyPattern& refined) {
  return key.fields.size() < refined.fields.size() &&
         std::equal(key.fields.begin(), key.fields.end(), refined.fields.begin(), same_field);
}

}  // namespace shardsweep::host::routing
