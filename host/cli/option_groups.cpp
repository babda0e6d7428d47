#include "host/cli/option_groups.hpp"

#include <algorithm>
#include <array>
#include <fstream>

#include "host/error.hpp"
#include "host/text/printable.hpp"

namespace shardsweep::host {
namespace po = boost::program_options;
namespace {

/// More keys are no help to a reader, and figures of all of them are kept.
constexpr std::uint32_t max_candidates = 10'000;

using Texts = std::vector<std::string>;

std::string text_of(const po::variables_map& values, const char* name) {
  return values.count(name) != 0 ? values[name].as<std::string>() : std::string();
}

Texts texts_of(const po::variables_map& values, const char* name) {
  return values.count(name) != 0 ? values[name].as<Texts>() : Texts();
}

void check_one_of(const std::string& value, const char* option,
                  const std::vector<std::string>& allowed) {
  if (std::ranges::find(allowed, value) != allowed.end()) return;
  std::string list;
  for (const auto& one : allowed) list += (list.empty() ? "" : ", ") + one;
  throw UsageError(std::string(option) + " cannot be '" + printable(value) +
                   "'; it is one of: " + list);
}

po::typed_value<std::int64_t>* number(std::int64_t standard) {
  return po::value<std::int64_t>()->default_value(standard)->value_name("N");
}

po::typed_value<std::string>* text(const char* name) {
  return po::value<std::string>()->value_name(name);
}

std::optional<std::uint64_t> optional_count(const po::variables_map& values, const char* name) {
  if (values.count(name) == 0) return std::nullopt;
  return parse_count(values[name].as<std::string>(), "--" + std::string(name));
}

/// One key a line; blank lines and lines that begin with # do not count.
void read_keys_file(const std::string& path, std::vector<KeyPattern>& keys) {
  std::ifstream file(path);
  if (!file) throw UsageError("--keys-file: cannot open " + printable(path));
  const std::size_t before = keys.size();
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    if (number == 1 && line.starts_with("\xef\xbb\xbf")) line.erase(0, 3);
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
    if (line.empty() || line[0] == '#') continue;
    try {
      keys.push_back(parse_key_pattern(line));
    } catch (const UsageError& error) {
      throw UsageError(printable(path) + " line " + std::to_string(number) + ": " + error.what());
    }
  }
  if (file.bad()) throw UsageError("--keys-file: cannot read " + printable(path));
  if (keys.size() == before)
    throw UsageError("--keys-file: " + printable(path) +
                     " holds no key; one a line is wanted, as {user_id: 1}");
}

/// in_range() of a limit that fits.
std::uint32_t small(const po::variables_map& values, const char* name, std::uint32_t least,
                    std::uint32_t most) {
  return static_cast<std::uint32_t>(in_range(values, name, least, most));
}

}  // namespace

std::uint64_t in_range(const po::variables_map& values, const char* name, std::uint64_t least,
                       std::uint64_t most) {
  const auto value = values[name].as<std::int64_t>();
  if (value >= 0 && static_cast<std::uint64_t>(value) >= least &&
      static_cast<std::uint64_t>(value) <= most)
    return static_cast<std::uint64_t>(value);
  throw UsageError("--" + std::string(name) + " cannot be " + std::to_string(value) +
                   "; it is a number from " + std::to_string(least) + " to " +
                   std::to_string(most));
}

void add_input_options(po::options_description& group) {
  auto add = group.add_options();
  add("ns", text("DB.COLL"), "which collection of an archive or dump folder");
  add("format", text("NAME")->default_value("auto"), "auto, bson, json, csv, tsv or archive");
  add("csv-fields", text("A,B,..."), "column names of CSV or TSV without a header line");
  add("skip-bad", "count and leave out bad documents instead of stopping");
  add("legacy-json", "also accept Extended JSON version 1");
  add("temp", text("DIR"), "folder for spill files (default: the system's)");
  add("threads", number(0), "threads, 0 = all");
  add("memory", text("SIZE"), "memory budget, as 8GiB (default: 75 % of RAM)");
  add("backend", text("NAME")->default_value("auto"), "auto, cpu or cuda");
  add("quiet", "no progress and no notes on stderr");
  add("verbose,v", "the time of every phase on stderr");
}

InputOptions read_input_options(const po::variables_map& values) {
  InputOptions options;
  options.inputs = texts_of(values, "input");
  if (options.inputs.empty()) {
    throw UsageError(
        "no input: name BSON, Extended JSON or CSV files, a dump folder, or - for stdin");
  }
  options.ns = text_of(values, "ns");
  options.format = text_of(values, "format");
  check_one_of(options.format, "--format", {"auto", "bson", "json", "csv", "tsv", "archive"});
  if (values.count("csv-fields") != 0)
    options.csv_fields = split_list(text_of(values, "csv-fields"));
  options.skip_bad = values.count("skip-bad") != 0;
  options.legacy_json = values.count("legacy-json") != 0;
  options.temp = text_of(values, "temp");
  options.threads = small(values, "threads", 0, 4096);
  if (values.count("memory") != 0) {
    options.memory_bytes =
        std::max<std::uint64_t>(1, parse_size(text_of(values, "memory"), "--memory"));
  }
  options.backend = text_of(values, "backend");
  check_one_of(options.backend, "--backend", {"auto", "cpu", "cuda"});
  options.quiet = values.count("quiet") != 0;
  options.verbose = values.count("verbose") != 0;
  return options;
}

void add_cluster_options(po::options_description& group) {
  auto add = group.add_options();
  add("shards", number(4), "number of shards, at least 2");
  add("server", text("VERSION")->default_value("8.0"), "4.2, 4.4, 5.0, 6.0, 7.0 or 8.0");
  add("chunk-size", po::value<std::int64_t>()->value_name("MIB"),
      "range (chunk) size in MiB (default: the server's)");
  add("start", text("NAME")->default_value("existing"),
      "empty or existing: the collection when sharded");
  add("ranges", number(1024), "ranges of equal documents for placement");
  add("windows", number(100), "windows of arrival for insertion");
  add("total-docs", text("N"), "documents of the whole that the input is a sample of");
  add("total-bytes", text("SIZE"), "bytes of the whole that the input is a sample of");
  add("expect-docs", text("N"), "documents to judge at");
  add("size-field", text("PATH"), "document size from this field (a projected dump)");
}

ClusterOptions read_cluster_options(const po::variables_map& values) {
  ClusterOptions options;
  options.shards = small(values, "shards", 2, 4096);
  options.server = parse_server_version(text_of(values, "server"));
  if (values.count("chunk-size") != 0) {
    options.chunk_bytes = in_range(values, "chunk-size", 1, 1024) * 1024 * 1024;
  }
  options.start = text_of(values, "start");
  check_one_of(options.start, "--start", {"empty", "existing"});
  options.ranges = small(values, "ranges", 1, 1u << 20);
  options.windows = small(values, "windows", 1, 10000);
  options.total_docs = optional_count(values, "total-docs");
  if (values.count("total-bytes") != 0) {
    options.total_bytes = parse_size(text_of(values, "total-bytes"), "--total-bytes");
  }
  options.expect_docs = optional_count(values, "expect-docs");
  options.size_field = text_of(values, "size-field");
  return options;
}

void add_candidate_options(po::options_description& group) {
  auto add = group.add_options();
  add("key", po::value<Texts>()->value_name("KEY")->composing(),
      "a key to evaluate, as '{user_id: 1, ts: 1}' (repeatable)");
  add("keys-file", po::value<Texts>()->value_name("FILE")->composing(), "keys, one a line");
  add("fields", text("A,B,..."), "generate keys of these fields only");
  add("max-fields", number(3), "fields of a generated key");
  add("max-candidates", number(500),
      "keys to evaluate; those always shown count, and are all shown");
  add("max-paths", number(256), "paths to profile");
  add("all-orders", "every permutation of the fields, without the rules that thin them out");
  add("derive", po::value<Texts>()->value_name("NAME=F(A)")->composing(),
      "a derived field: year, month, day, hour, yyyymm(date), prefix(a, n), concat(a, b), "
      "bucket(a, n)");
  add("present-key", text("KEY"), "the key the collection is sharded by now");
}

CandidateOptions read_candidate_options(const po::variables_map& values) {
  CandidateOptions options;
  for (const auto& key : texts_of(values, "key")) options.keys.push_back(parse_key_pattern(key));
  for (const auto& path : texts_of(values, "keys-file")) read_keys_file(path, options.keys);
  options.fields = split_list(text_of(values, "fields"));
  options.max_fields = small(values, "max-fields", 1, 32);
  options.max_candidates = small(values, "max-candidates", 1, max_candidates);
  options.max_paths = small(values, "max-paths", 1, 1u << 16);
  options.all_orders = values.count("all-orders") != 0;
  options.derive = texts_of(values, "derive");
  if (values.count("present-key") != 0) {
    options.present_key = parse_key_pattern(text_of(values, "present-key"));
  }
  return options;
}

po::variables_map parse_options(const Texts& arguments, const po::options_description& visible) {
  po::options_description all;
  all.add(visible);
  all.add_options()("input", po::value<Texts>());
  po::positional_options_description positional;
  positional.add("input", -1);
  // No guessing: an abbreviated option would change its meaning when options are added.
  const int style = po::command_line_style::default_style & ~po::command_line_style::allow_guessing;
  try {
    po::variables_map values;
    po::store(
        po::command_line_parser(arguments).options(all).positional(positional).style(style).run(),
        values);
    po::notify(values);
    return values;
  } catch (const po::error& error) {
    throw UsageError(std::string(error.what()) + "; see --help");
  }
}

}  // namespace shardsweep::host
