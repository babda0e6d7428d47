#include "host/cli/sweep_options.hpp"

#include <ostream>

#include "host/cli/option_groups.hpp"
#include "host/error.hpp"
#include "host/score/judge.hpp"
#include "host/text/printable.hpp"

namespace shardsweep::host {
namespace po = boost::program_options;
namespace {

struct Groups {
  po::options_description input{"Input"};
  po::options_description candidates{"Candidates"};
  po::options_description cluster{"Cluster and sizes"};
  po::options_description judgement{"Judgement"};
  po::options_description output{"Output"};
  po::options_description all{
      "usage: shardsweep sweep [options] DOCS...\n"
      "Ranks shard keys for the documents of one collection (BSON, Extended JSON, CSV; plain, gzip "
      "or\n"
      "zstd; a dump folder or archive; - is stdin)"};
};

void declare(Groups& groups) {
  add_input_options(groups.input);
  add_candidate_options(groups.candidates);
  add_cluster_options(groups.cluster);
  groups.judgement.add_options()(
      "arrival", po::value<std::string>()->default_value("auto")->value_name("NAME"),
      "order of arrival: auto, row, _id or a field")(
      "weights", po::value<std::vector<std::string>>()->composing()->value_name("NAME=VALUE"),
      "weights of the scores, as writes=2,cardinality=1")(
      "threshold", po::value<std::vector<std::string>>()->composing()->value_name("NAME=VALUE"),
      "a threshold of the classes (repeatable)")(
      "fail-if", po::value<std::vector<std::string>>()->composing()->value_name("TEST"),
      "exit 1 when the first key crosses, as 'score<60' or 'class=notAdvised'")(
      "seed", po::value<std::int64_t>()->default_value(1)->value_name("N"),
      "seed of the run record");
  groups.output.add_options()("top", po::value<std::int64_t>()->default_value(20)->value_name("N"),
                              "rows of the table")("json",
                                                   po::value<std::string>()->value_name("FILE"),
                                                   "the whole result as JSON (- is stdout)")(
      "csv", po::value<std::string>()->value_name("FILE"), "one line a key")(
      "markdown", po::value<std::string>()->value_name("FILE"), "the table as Markdown")(
      "dry-run", "say what a run would take, and stop")("help,h", "these lines");
  groups.all.add(groups.input).add(groups.candidates).add(groups.cluster);
  groups.all.add(groups.judgement).add(groups.output);
}

std::optional<std::string> file_of(const po::variables_map& values, const char* name) {
  if (values.count(name) == 0) return std::nullopt;
  return values[name].as<std::string>();
}

std::vector<std::string> texts_of(const po::variables_map& values, const char* name) {
  if (values.count(name) == 0) return {};
  return values[name].as<std::vector<std::string>>();
}

void check_names(const std::map<std::string, double>& given, const char* option,
                 const std::map<std::string, double>& known) {
  for (const auto& [name, value] : given) {
    if (known.contains(name)) continue;
    std::string list;
    for (const auto& [one, standard] : known) list += (list.empty() ? "" : ", ") + one;
    throw UsageError(std::string(option) + ": there is no '" + printable(name) +
                     "'; the names are " + list);
  }
}

SweepOptions read(const po::variables_map& values, const std::vector<std::string>& arguments) {
  SweepOptions options;
  options.input = read_input_options(values);
  options.candidates = read_candidate_options(values);
  options.cluster = read_cluster_options(values);
  options.arrival = values["arrival"].as<std::string>();
  options.seed = in_range(values, "seed", 0, INT64_MAX);
  options.top = static_cast<std::uint32_t>(in_range(values, "top", 0, UINT32_MAX));
  for (const auto& text : texts_of(values, "weights")) {
    parse_assignments(text, "--weights", options.weights);
  }
  for (const auto& text : texts_of(values, "threshold")) {
    parse_assignments(text, "--threshold", options.thresholds);
  }
  check_names(options.weights, "--weights", default_weights());
  check_names(options.thresholds, "--threshold", default_thresholds());
  options.fail_if = texts_of(values, "fail-if");
  options.json_file = file_of(values, "json");
  options.csv_file = file_of(values, "csv");
  options.markdown_file = file_of(values, "markdown");
  options.dry_run = values.count("dry-run") != 0;
  options.command_line = "sweep";
  for (const auto& argument : arguments) options.command_line += " " + argument;
  return options;
}

void check_fail_if(const SweepOptions& options) {
  for (const auto& expression : options.fail_if) crosses(expression, SweepResult());
}

}  // namespace

std::optional<SweepOptions> read_sweep_options(const std::vector<std::string>& arguments,
                                               std::ostream& help) {
  Groups groups;
  declare(groups);
  const auto values = parse_options(arguments, groups.all);
  if (values.count("help") != 0) {
    help << groups.all;
    return std::nullopt;
  }
  const SweepOptions options = read(values, arguments);
  check_fail_if(options);
  return options;
}

}  // namespace shardsweep::host
