#include "tests/scenarios/scenario.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "datasets/generate/preset.hpp"
#include "datasets/generate/rename.hpp"
#include "datasets/generate/write.hpp"
#include "host/cli/sweep_options.hpp"
#include "host/sweep/sweep.hpp"

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

std::string Scenario::renamed_path(const std::string& path) const {
  if (!variant_.renamed || path.starts_with("_id")) return path;
  const auto dot = path.rfind('.');
  return (dot == std::string::npos ? "" : path.substr(0, dot + 1)) + other_name(path);
}

host::KeyPattern Scenario::pattern(const std::string& text) const {
  host::KeyPattern pattern = host::parse_key_pattern(text);
  const auto& fields = preset_of(preset_).fields;
  for (auto& field : pattern.fields) {
    // Names that the preset lacks are derived fields, which tests name themselves.
    if (std::ranges::find(fields, field.path) != fields.end())
      field.path = renamed_path(field.path);
  }
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

Scenario& Scenario::run() {
  const std::string path = folder_.path("documents.bson");
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

std::string condition(const host::CandidateResult& candidate, const std::string& code) {
  for (const auto& one : candidate.conditions) {
    if (one.code == code) return one.text;
  }
  return "";
}

std::string words(const host::CandidateResult& candidate) {
  std::string text;
  for (const auto& reason : candidate.reasons) text += reason + "\n";
  for (const auto& one : candidate.conditions) text += one.code + ": " + one.text + "\n";
  return text;
}

}  // namespace shardsweep::tests
