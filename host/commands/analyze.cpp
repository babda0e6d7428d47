#include <unistd.h>

#include <boost/program_options.hpp>
#include <ostream>

#include "host/analyze/run_analyze.hpp"
#include "host/cli/cli.hpp"
#include "host/cli/option_groups.hpp"
#include "host/cli/progress.hpp"
#include "host/error.hpp"
#include "host/text/printable.hpp"

namespace shardsweep::host {
namespace po = boost::program_options;
namespace {

void declare(po::options_description& all) {
  po::options_description input("Input");
  add_input_options(input);
  po::options_description key("Key");
  auto add = key.add_options();
  add("key", po::value<std::string>()->value_name("KEY"),
      "the shard key, as '{user_id: 1, ts: 1}' or '{_id: \"hashed\"}'");
  add("server", po::value<std::string>()->default_value("8.0")->value_name("VERSION"),
      "4.2, 4.4, 5.0, 6.0, 7.0 or 8.0: the release whose rules apply");
  add("most-common-values", po::value<std::int64_t>()->default_value(5)->value_name("N"),
      "values listed, 1 to 1000");
  po::options_description sampling("Sampling");
  auto sample = sampling.add_options();
  sample("sampling", po::value<std::string>()->value_name("NAME"),
         "none: all documents (default), or server: as the server samples");
  sample("sample-rate", po::value<double>()->value_name("SHARE"),
         "share of the documents, over 0 up to 1");
  sample("sample-size", po::value<std::string>()->value_name("N"),
         "number of documents (the server's default: 10000000)");
  sample("seed", po::value<std::uint64_t>()->default_value(1)->value_name("N"),
         "which documents are sampled");
  key.add(sampling);
  all.add(input).add(key).add_options()("help,h", "these lines");
}

SamplingOptions read_sampling(const po::variables_map& values) {
  SamplingOptions sampling;
  sampling.seed = values["seed"].as<std::uint64_t>();
  if (values.count("sample-rate") > 0) sampling.rate = values["sample-rate"].as<double>();
  if (values.count("sample-size") > 0)
    sampling.size = parse_count(values["sample-size"].as<std::string>(), "--sample-size");
  const bool asked = sampling.rate || sampling.size;
  const std::string kind = values.count("sampling") > 0 ? values["sampling"].as<std::string>()
                           : asked                      ? "server"
                                                        : "none";
  if (kind != "none" && kind != "server")
    throw UsageError("--sampling cannot be '" + printable(kind) + "'; it is one of: none, server");
  if (kind == "none" && asked)
    throw UsageError("--sample-rate and --sample-size need --sampling server");
  if (sampling.rate && !(*sampling.rate > 0 && *sampling.rate <= 1))
    throw UsageError("--sample-rate is a number over 0 and at most 1");
  if (sampling.size && *sampling.size == 0) throw UsageError("--sample-size is a number from 1");
  sampling.on = kind == "server";
  return sampling;
}

AnalyzeRequest read_request(const po::variables_map& values) {
  if (values.count("key") == 0)
    throw UsageError("--key is missing, as in --key '{user_id: 1, ts: 1}'");
  AnalyzeRequest request;
  request.input = read_input_options(values);
  request.analyze.key = parse_key_pattern(values["key"].as<std::string>());
  request.analyze.server = parse_server_version(values["server"].as<std::string>());
  request.analyze.sampling = read_sampling(values);
  const auto most_common = values["most-common-values"].as<std::int64_t>();
  if (most_common < 1 || most_common > 1'000)
    throw UsageError("--most-common-values is a number from 1 to 1000");
  request.analyze.most_common = static_cast<std::uint32_t>(most_common);
  return request;
}

}  // namespace

int command_analyze(const std::vector<std::string>& arguments, std::istream&, std::ostream& out,
                    std::ostream& err) {
  po::options_description all(
      "usage: shardsweep analyze [options] DOCS... --key KEY\n"
      "Prints what the server's analyzeShardKey says of a key's values, computed from a dump:\n"
      "one JSON document with keyCharacteristics, without an index and without a server");
  declare(all);
  const po::variables_map values = parse_options(arguments, all);
  if (values.count("help") != 0) {
    out << all;
    return exit_done;
  }
  const AnalyzeRequest request = read_request(values);
  ProgressLine progress(err, !request.input.quiet && isatty(STDERR_FILENO) != 0,
                        request.input.verbose && !request.input.quiet);
  const AnalyzeReply reply = run_analyze(request, progress);
  if (!request.input.quiet)
    for (const std::string& note : reply.notes) err << "note: " << printable(note) << "\n";
  out << analyze_json(reply.characteristics) << "\n";
  return exit_done;
}

}  // namespace shardsweep::host
