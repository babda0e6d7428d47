#include "host/routing/field_changes.hpp"

#include "host/routing/match_node.hpp"

namespace shardsweep::host::routing {
namespace {

using bson::DocumentView;
using bson::Element;
using bson::Type;
using bson::ValueView;

std::string_view without_dollar(const ValueView& value) {
  if (value.type != Type::String) return {};
  std::string_view text = value.as_string();
  if (text.starts_with('$')) text.remove_prefix(1);
  return text;
}

bool is_top_level(std::string_view path) {
  return path.find('.') == std::string_view::npos;
}

/// 1, true and alike in a $project; 0 and false leave the field out.
std::optional<bool> inclusion(const ValueView& value) {
  switch (value.type) {
    case Type::Bool:
      return value.as_bool();
    case Type::Int32:
      return value.as_int32() != 0;
    case Type::Int64:
      return value.as_int64() != 0;
    case Type::Double:
      return value.as_double() != 0;
    default:
      return std::nullopt;
  }
}

/// A $project that names what stays; a lone {_id: 0} leaves out.
bool is_inclusion(DocumentView fields) {
  for (const Element& element : fields)
    if (element.name != "_id") return inclusion(element.value).value_or(true);
  const auto id = fields.begin();
  return id != fields.end() && inclusion(id->value).value_or(true);
}

}  // namespace

bool FieldChanges::apply(std::string_view stage, const ValueView& argument) {
  if (stage == "$sort" || stage == "$match") return true;
  if (stage == "$unwind") {
    unwind(argument);
    return true;
  }
  if (stage == "$unset") {
    unset(argument);
    return true;
  }
  if (argument.type != Type::Document) return false;
  const DocumentView fields(argument);
  if (stage == "$addFields" || stage == "$set") {
    add_fields(fields);
  } else if (stage == "$project") {
    is_inclusion(fields) ? project(fields) : leave_out(fields);
  } else if (stage == "$lookup" || stage == "$graphLookup") {
    for (const Element& element : fields)
      if (element.name == "as") set(without_dollar(element.value), std::nullopt);
  } else {
    return false;
  }
  return true;
}

std::optional<std::string> FieldChanges::original(std::string_view path) const {
  const std::pair<const std::string, Origin>* decides = nullptr;
  for (const auto& entry : origins_) {
    if (is_path_prefix(entry.first, path)) {
      if (decides == nullptr || decides->first.size() < entry.first.size()) decides = &entry;
    } else if (is_path_prefix(path, entry.first)) {
      return std::nullopt;  // a part of the value is another
    }
  }
  if (decides == nullptr) return others_stay_ ? Origin(path) : std::nullopt;
  if (!decides->second) return std::nullopt;
  return *decides->second + std::string(path.substr(decides->first.size()));
}

void FieldChanges::set(std::string_view path, Origin origin) {
  std::erase_if(origins_, [&](const auto& entry) { return is_path_prefix(path, entry.first); });
  origins_.emplace(path, std::move(origin));
}

void FieldChanges::unwind(const ValueView& argument) {
  if (argument.type != Type::Document) return set(without_dollar(argument), std::nullopt);
  for (const Element& element : DocumentView(argument))
    if (element.name == "path" || element.name == "includeArrayIndex")
      set(without_dollar(element.value), std::nullopt);
}

void FieldChanges::unset(const ValueView& argument) {
  if (argument.type != Type::Array) return set(without_dollar(argument), std::nullopt);
  for (const Element& element : DocumentView(argument))
    set(without_dollar(element.value), std::nullopt);
}

FieldChanges::Origin FieldChanges::copied(const ValueView& expression) const {
  if (expression.type != Type::String || !expression.as_string().starts_with('$'))
    return std::nullopt;
  const std::string_view source = without_dollar(expression);
  if (source.empty() || source[0] == '$' || !is_top_level(source)) return std::nullopt;
  Origin origin = original(source);
  if (origin && !is_top_level(*origin)) return std::nullopt;
  return origin;
}

void FieldChanges::add_fields(DocumentView fields) {
  const FieldChanges before = *this;  // all expressions see the fields before the stage
  for (const Element& element : fields)
    set(element.name, is_top_level(element.name) ? before.copied(element.value) : std::nullopt);
}

void FieldChanges::project(DocumentView fields) {
  FieldChanges after;
  after.others_stay_ = false;
  after.set("_id", original("_id"));
  for (const Element& element : fields) {
    const std::optional<bool> stays = inclusion(element.value);
    Origin origin;
    if (stays && *stays) origin = original(element.name);
    if (!stays && is_top_level(element.name)) origin = copied(element.value);
    after.set(element.name, std::move(origin));
  }
  *this = std::move(after);
}

void FieldChanges::leave_out(DocumentView fields) {
  for (const Element& element : fields)
    if (!inclusion(element.value).value_or(false)) set(element.name, std::nullopt);
}

}  // namespace shardsweep::host::routing
