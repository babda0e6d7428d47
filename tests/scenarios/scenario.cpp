#include "tests/scenarios/scenario.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "datasets/extended_json/write.hpp"
#include "datasets/generate/preset.hpp"
#include "datasets/generate/rename.hpp"
#include "datasets/generate/write.hpp"
#include "host/cli/sweep_options.hpp"
#include "host/sweep/sweep.hpp"
#include "tests/support/process.hpp"

namespace shardsweep::tests {
namespace {

const generate::Preset& preset_of(const std::string& name) {
  const generate::Preset* preset = generate::find_preset(name);
  if (preset == nullptr) throw std::runtime_error("no preset " + name);
  return *preset;
}

/// The last name of a path under its other name: `ts` becomes `q_ts_x`. `_id` keeps its name, which
/// has a meaning of its own.
std::string other_name(const std::string& path) {
  const std::string last = path.substr(path.rfind('.') + 1);
  return last == "_id" ? last : "q_" + last + "_x";
}

generate::Renames other_names(const generate::Preset& preset) {
  generate::Renames names;
  for (const std::string& path : preset.fields) {
    if (path.starts_with("_id")) continue;
    names[path] = other_name(path);
  }
  return names;
}

void write_documents(const std::string& preset, const Variant& variant, const std::string& path) {
  const auto& recipe_preset = preset_of(preset);
  const auto renames = variant.renamed ? other_names(recipe_preset) : generate::Renames();
  const auto writer = generate::make_writer(recipe_preset, {variant.seed, variant.documents},
                                            generate::Format::bson, renames);
  std::ofstream file(path, std::ios::binary);
  generate::write_rows(*writer, 0, variant.documents, 1, [&](std::string_view bytes) {
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  });
}

}  // namespace

std::vector<Variant> variants(std::uint64_t small, std::uint64_t large) {
  std::vector<Variant> all;
  for (const std::uint64_t seed : {1, 2, 3}) {
    for (const std::uint64_t documents : {small, large}) all.push_back({seed, documents, false});
  }
  all.push_back({1, small, true});
  return all;
}

std::string describe(const Variant& variant) {
  return "seed " + std::to_string(variant.seed) + ", " + std::to_string(variant.documents) +
         " documents" + (variant.renamed ? ", fields renamed" : "");
}

Scenario::Scenario(std::string preset, const Variant& variant)
    : preset_(std::move(preset)), variant_(variant) {}

std::string Scenario::name(const std::string& path) const {
  const auto& fields = preset_of(preset_).fields;
  const bool known = std::ranges::find(fields, path) != fields.end();
  // Names that the preset lacks are derived fields, which tests name themselves.
  if (!variant_.renamed || !known || path.starts_with("_id")) return path;
  const auto dot = path.rfind('.');
  return (dot == std::string::npos ? "" : path.substr(0, dot + 1)) + other_name(path);
}

host::KeyPattern Scenario::pattern(const std::string& text) const {
  host::KeyPattern pattern = host::parse_key_pattern(text);
  for (auto& field : pattern.fields) field.path = name(field.path);
  return pattern;
}

Scenario& Scenario::keys(const std::vector<std::string>& texts) {
  for (const auto& text : texts) keys_.push_back(pattern(text));
  return *this;
}

Scenario& Scenario::with(const std::vector<std::string>& options) {
  options_.insert(options_.end(), options.begin(), options.end());
  return *this;
}

Scenario& Scenario::derive(const std::string& name, const std::string& function,
                           const std::vector<std::string>& arguments) {
  std::string text = name + "=" + function + "(";
  for (const auto& argument : arguments) {
    text += (&argument == &arguments.front() ? "" : ", ") + this->name(argument);
  }
  return with({"--derive", text + ")"});
}

Scenario& Scenario::unique_index(const std::vector<std::string>& fields) {
  unique_indexes_.push_back(fields);
  return *this;
}

/// As mongodump writes it beside the documents; numbers in Extended JSON.
std::string Scenario::metadata() const {
  const std::string one = R"({"$numberInt":"1"})";
  std::string indexes = R"({"v":{"$numberInt":"2"},"key":{"_id":)" + one + R"(},"name":"_id_"})";
  for (const auto& fields : unique_indexes_) {
    std::string key, index_name;
    for (const auto& field : fields) {
      key += (key.empty() ? "\"" : ",\"") + name(field) + "\":" + one;
      index_name += (index_name.empty() ? "" : "_") + name(field) + "_1";
    }
    indexes += R"(,{"v":{"$numberInt":"2"},"unique":true,"key":{)" + key + R"(},"name":")" +
               index_name + "\"}";
  }
  return R"({"options":{},"indexes":[)" + indexes +
         R"(],"collectionName":"documents","type":"collection"})";
}

Scenario& Scenario::run() {
  const TempFolder folder;
  const std::string path = folder.path("documents.bson");
  if (!unique_indexes_.empty()) folder.write("documents.metadata.json", metadata());
  write_documents(preset_, variant_, path);
  std::vector<std::string> arguments{path, "--quiet", "--max-candidates", "1"};
  for (const auto& key : keys_) arguments.insert(arguments.end(), {"--key", host::to_text(key)});
  arguments.insert(arguments.end(), options_.begin(), options_.end());
  std::ostringstream streams;
  const auto options = host::read_sweep_options(arguments, streams);
  host::ProgressLine progress(streams, false);
  result_ = host::run_sweep(*options, progress);
  return *this;
}

const host::CandidateResult& Scenario::key(const std::string& text) const {
  const auto wanted = pattern(text);
  for (const auto& candidate : result_.candidates) {
    if (candidate.key == wanted) return candidate;
  }
  throw std::runtime_error("no candidate " + text + " in " + preset_ + ", " + describe(variant_));
}

std::string Scenario::refusal(const std::string& text) const {
  const auto wanted = pattern(text);
  for (const auto& refused : result_.refused) {
    if (refused.key == wanted) return refused.code;
  }
  return "";
}

std::string Scenario::refusal_reason(const std::string& text) const {
  const auto wanted = pattern(text);
  for (const auto& refused : result_.refused) {
    if (refused.key == wanted) return refused.reason;
  }
  return "";
}

std::vector<std::optional<bson::Value>> column(const std::string& preset, const Variant& variant,
                                               const std::string& field) {
  std::vector<std::optional<bson::Value>> values(variant.documents);
  std::string bytes;
  for (std::uint64_t row = 0; row < variant.documents; ++row) {
    bytes.clear();
    generate::append_document(preset_of(preset), {variant.seed, variant.documents}, row, bytes);
    for (const auto& element : bson::DocumentView(bytes)) {
      if (element.name == field) values[row] = bson::Value::copy(element.value);
    }
  }
  return values;
}

std::string condition(const host::CandidateResult& candidate, const std::string& code) {
  for (const auto& one : candidate.conditions) {
    if (one.code == code) return one.text;
  }
  return "";
}

double heaviest_share(const Scenario& scenario, const host::CandidateResult& candidate) {
  return static_cast<double>(candidate.frequency.heaviest.documents) /
         static_cast<double>(scenario.result().documents.count);
}

std::string value_of(const host::ValueCount& count) {
  return extended_json::to_json(count.value.fields.at(0).second, extended_json::Style::report);
}

const host::ValueCount& largest_unsplittable(const host::CandidateResult& candidate) {
  const auto& values = candidate.frequency.unsplittable;
  if (values.empty()) throw std::runtime_error(to_text(candidate.key) + " splits everywhere");
  return *std::ranges::max_element(values, {}, &host::ValueCount::bytes);
}

bool noted(const Scenario& scenario, const std::string& text) {
  return std::ranges::any_of(scenario.result().notes, [&](const std::string& note) {
    return note.find(text) != std::string::npos;
  });
}

std::string words(const host::CandidateResult& candidate) {
  std::string text;
  for (const auto& reason : candidate.reasons) text += reason + "\n";
  for (const auto& one : candidate.conditions) text += one.code + ": " + one.text + "\n";
  return text;
}

}  // namespace shardsweep::tests
