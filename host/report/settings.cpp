#include "host/report/settings.hpp"

#include "host/score/judge.hpp"
#include "host/text/printable.hpp"

namespace shardsweep::host {

namespace {

std::string joined(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) all += (all.empty() ? "" : ",") + text;
  return all;
}

std::map<std::string, double> merged(std::map<std::string, double> defaults,
                                     const std::map<std::string, double>& overrides) {
  for (const auto& [name, value] : overrides) defaults[name] = value;
  return defaults;
}

std::string chunk_size(std::uint64_t bytes) {
  constexpr std::uint64_t mib = 1024 * 1024;
  return bytes % mib == 0 ? std::to_string(bytes / mib)
                          : short_number(static_cast<double>(bytes) / mib);
}

void add_input_settings(const InputOptions& options, std::vector<Setting>& settings) {
  settings.push_back({"--format", options.format});
  if (!options.ns.empty()) settings.push_back({"--ns", options.ns});
  if (options.csv_fields) settings.push_back({"--csv-fields", joined(*options.csv_fields)});
  if (options.skip_bad) settings.push_back({"--skip-bad", "yes"});
  if (options.legacy_json) settings.push_back({"--legacy-json", "yes"});
  settings.push_back({"--threads", options.threads == 0 ? "all" : std::to_string(options.threads)});
  settings.push_back(
      {"--memory", options.memory_bytes == 0 ? "75 % of RAM" : bytes_text(options.memory_bytes)});
  settings.push_back({"--temp", options.temp.empty() ? "the system's" : options.temp});
}

void add_candidate_settings(const CandidateOptions& options, std::vector<Setting>& settings) {
  settings.push_back({"--max-fields", std::to_string(options.max_fields)});
  settings.push_back({"--max-candidates", std::to_string(options.max_candidates)});
  settings.push_back({"--max-paths", std::to_string(options.max_paths)});
  if (!options.keys.empty()) settings.push_back({"--key", counted(options.keys.size(), "key")});
  if (!options.fields.empty()) settings.push_back({"--fields", joined(options.fields)});
  if (options.all_orders) settings.push_back({"--all-orders", "yes"});
  if (!options.derive.empty()) settings.push_back({"--derive", joined(options.derive)});
  if (options.present_key) settings.push_back({"--present-key", to_text(*options.present_key)});
}

void add_cluster_settings(const ClusterOptions& options, std::vector<Setting>& settings) {
  settings.push_back({"--shards", std::to_string(options.shards)});
  settings.push_back({"--server", to_text(options.server)});
  settings.push_back({"--chunk-size", chunk_size(options.chunk_bytes_in_force())});
  settings.push_back({"--start", options.start});
  settings.push_back({"--ranges", std::to_string(options.ranges)});
  settings.push_back({"--windows", std::to_string(options.windows)});
  const auto add = [&](const char* name, const std::optional<std::uint64_t>& value) {
    if (value) settings.push_back({name, std::to_string(*value)});
  };
  add("--total-docs", options.total_docs);
  add("--total-bytes", options.total_bytes);
  add("--expect-docs", options.expect_docs);
  if (!options.size_field.empty()) settings.push_back({"--size-field", options.size_field});
}

}  // namespace

std::vector<Setting> settings_in_force(const SweepOptions& options) {
  std::vector<Setting> settings;
  add_input_settings(options.input, settings);
  add_candidate_settings(options.candidates, settings);
  add_cluster_settings(options.cluster, settings);
  settings.push_back({"--arrival", options.arrival});
  settings.push_back({"--backend", options.input.backend});
  settings.push_back({"--seed", std::to_string(options.seed)});
  settings.push_back({"--top", std::to_string(options.top)});
  std::vector<std::string> weights;
  for (const auto& [name, value] : merged(default_weights(), options.weights)) {
    if (value != 0) weights.push_back(name + "=" + short_number(value));
  }
  settings.push_back({"--weights", joined(weights)});
  for (const auto& [name, value] : merged(default_thresholds(), options.thresholds)) {
    settings.push_back({"--threshold", name + "=" + short_number(value)});
  }
  return settings;
}

}  // namespace shardsweep::host
