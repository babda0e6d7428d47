#include <fmt/format.h>

#include <cmath>

#include "host/key_pattern.hpp"

namespace shardsweep::host {

namespace {

/// What is wrong with a field name of a shard key, or "" (MongoDB
/// src/mongo/s/shard_key_pattern.cpp: the rules of FieldRef parts).
std::string name_fault(std::string_view path) {
  if (path.empty()) return "is empty";
  bool first = true;
  for (std::size_t begin = 0; begin <= path.size(); first = false) {
    const std::size_t dot = std::min(path.find('.', begin), path.size());
    const std::string_view part = path.substr(begin, dot - begin);
    if (part.empty()) return "has an empty part between its dots";
    const bool reference = part == "$id" || part == "$db" || part == "$ref";
    if (part[0] == '$' && (first || !reference))
      return fmt::format("has the part {}, which begins with '$'", part);
    begin = dot + 1;
  }
  return "";
}

/// The server converts the number to int32 before it looks: 1, 1.0 and 1.5 pass, -1 and 0.5 do not.
bool is_one(double direction) {
  return std::isfinite(direction) && std::trunc(direction) == 1.0;
}

std::string value_fault(const datasets::IndexField& field) {
  if (field.special == "hashed") return "";
  if (!field.special.empty()) return fmt::format("has the value \"{}\"", field.special);
  if (is_one(field.direction)) return "";
  return fmt::format("has the value {}", field.direction);
}

Refusal bad_value(const KeyPattern& key, const std::string& reason) {
  return {"BadValue", fmt::format("shard key {}: {}", to_text(key), reason)};
}

}  // namespace

std::optional<Refusal> check_pattern(const KeyPattern& key, ServerVersion server) {
  if (key.fields.empty()) return bad_value(key, "a shard key has at least one field");
  int hashed = 0;
  for (const datasets::IndexField& field : key.fields) {
    if (const std::string fault = name_fault(field.path); !fault.empty())
      return bad_value(key, fmt::format("the field name \"{}\" {}", field.path, fault));
    if (const std::string fault = value_fault(field); !fault.empty())
      return bad_value(key, fmt::format("field {} {}; a shard key field is 1 (ascending) or "
                                        "\"hashed\"",
                                        field.path, fault));
    hashed += field.special == "hashed" ? 1 : 0;
  }
  if (hashed > 1) return bad_value(key, "at most one field may be hashed");
  if (hashed == 1 && key.fields.size() > 1 && server < ServerVersion::v4_4)
    return bad_value(key, fmt::format("server {} hashes only keys of one field; compound hashed "
                                      "keys need 4.4 or later",
                                      to_text(server)));
  return std::nullopt;
}

}  // namespace shardsweep::host
