#include "tests/conformance/case_file.hpp"

#include <simdjson.h>

#include <algorithm>
#include <array>

#include "datasets/error.hpp"
#include "datasets/extended_json/parse.hpp"

namespace shardsweep::conformance {
namespace {

namespace ondemand = simdjson::ondemand;

constexpr std::array<std::string_view, 7> section_names = {
    "cases", "vectors", "relations", "splitVectors", "orderVectors", "splits", "groups"};

std::string raw_json(ondemand::value value) {
  return std::string(std::string_view(simdjson::to_json_string(value)));
}

std::map<std::string, std::string> split_object(const std::string& json) {
  std::map<std::string, std::string> fields;
  ondemand::parser parser;
  const simdjson::padded_string padded(json);
  ondemand::document document = parser.iterate(padded);
  ondemand::object object = document.get_object();
  for (auto field : object) {
    std::string name(std::string_view(field.unescaped_key()));
    fields.insert_or_assign(std::move(name), raw_json(field.value()));
  }
  return fields;
}

std::optional<bson::Value> parsed(const std::string& json) {
  try {
    return extended_json::parse_value(json);
  } catch (const datasets::DataError&) {
    return std::nullopt;
  }
}

/// A string, or an integer in any of its JSON forms, as plain text; anything else as it stands,
/// also a string that is none ("\ud800").
std::string plain_text(const std::string& json) {
  if (!json.starts_with('"') && !json.starts_with('{')) return json;
  const std::optional<bson::Value> value = parsed(json);
  if (!value) return json;
  const bson::ValueView view = *value;
  if (view.type == bson::Type::String) return std::string(view.as_string());
  if (view.type == bson::Type::Int32) return std::to_string(view.as_int32());
  if (view.type == bson::Type::Int64) return std::to_string(view.as_int64());
  return json;
}

Section read_section(std::string_view name, ondemand::array elements) {
  Section section{std::string(name), {}};
  for (auto element : elements) section.cases.emplace_back(raw_json(element.value()));
  return section;
}

}  // namespace

Case::Case(std::string json) : json_(std::move(json)) {
  if (json_.starts_with('{')) fields_ = split_object(json_);
}

const std::string& Case::field(const std::string& name) const {
  const auto found = fields_.find(name);
  if (found == fields_.end()) throw std::runtime_error("the case has no field " + name);
  return found->second;
}

bson::Value Case::value(const std::string& name) const {
  return extended_json::parse_value(field(name));
}

std::string Case::text(const std::string& name, const std::string& otherwise) const {
  return has(name) ? plain_text(field(name)) : otherwise;
}

std::int64_t Case::integer(const std::string& name, std::int64_t otherwise) const {
  return has(name) ? std::stoll(text(name, "")) : otherwise;
}

bool Case::flag(const std::string& name, bool otherwise) const {
  return has(name) ? field(name) == "true" : otherwise;
}

std::vector<std::string> Case::texts(const std::string& name) const {
  std::vector<std::string> result;
  for (const std::string& element : split_array(field(name))) {
    result.push_back(plain_text(element));
  }
  return result;
}

std::vector<std::string> split_array(const std::string& json) {
  std::vector<std::string> elements;
  ondemand::parser parser;
  const simdjson::padded_string padded(json);
  ondemand::document document = parser.iterate(padded);
  ondemand::array array = document.get_array();
  for (auto element : array) elements.push_back(raw_json(element.value()));
  return elements;
}

CaseFile read_case_file(const std::string& path) {
  CaseFile file;
  try {
    ondemand::parser parser;
    const simdjson::padded_string padded = simdjson::padded_string::load(path);
    ondemand::document document = parser.iterate(padded);
    ondemand::object top = document.get_object();
    for (auto field : top) {
      const std::string name(std::string_view(field.unescaped_key()));
      ondemand::value value = field.value();
      if (name == "format") {
        file.format = std::string(std::string_view(value.get_string()));
      } else if (std::ranges::find(section_names, name) != section_names.end()) {
        file.sections.push_back(read_section(name, value.get_array()));
      } else if (name == "tables") {
        file.tables = split_object(raw_json(value));
      }
    }
  } catch (const simdjson::simdjson_error& error) {
    throw NotACaseFile(std::string("not a case file: ") + error.what());
  }
  if (file.format.empty()) throw NotACaseFile("not a case file: it names no format");
  return file;
}

}  // namespace shardsweep::conformance
