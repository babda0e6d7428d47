#include <boost/program_options.hpp>
#include <ostream>

#include "datasets/error.hpp"
#include "datasets/operations/json_line.hpp"
#include "host/cli/cli.hpp"
#include "host/cli/option_groups.hpp"
#include "host/commands/value_lines.hpp"
#include "host/error.hpp"
#include "host/routing/answer.hpp"
#include "host/routing/routing_table.hpp"
#include "host/text/printable.hpp"

namespace shardsweep::host {
namespace po = boost::program_options;
namespace {

struct RouteRequest {
  std::vector<std::string> inputs;
  std::string chunks;
  routing::TableOptions table;
  routing::RoutingOptions options;
  extended_json::ParseOptions parse;
  bool verbose = false;
};

po::typed_value<std::string>* text(const char* name) {
  return po::value<std::string>()->value_name(name);
}

void declare(po::options_description& all) {
  auto add = all.add_options();
  add("chunks", text("FILE"),
      "the collection's chunks: {\"key\", \"chunks\": [{\"min\", \"max\", \"shard\"}]}, an array "
      "or "
      "lines of chunks, or a dump of the config database (folder or archive)");
  add("key", text("KEY"),
      "the shard key, as '{user_id: 1, ts: 1}' or '{_id: \"hashed\"}'; needed where the chunks do "
      "not say it");
  add("ns", text("DB.COLL"), "which collection of a dump of config");
  add("server", text("VERSION")->default_value("8.0"),
      "4.2, 4.4, 5.0, 6.0, 7.0 or 8.0: the release whose rules apply");
  add("collation", text("JSON"),
      "the collection's default collation, as '{\"locale\": \"de\"}' (default: simple, or what a "
      "dump of config says)");
  add("legacy-json", "also read Extended JSON version 1");
  add("temp", text("DIR"), "folder for spill files (default: the system's)");
  add("verbose,v", "why the server refuses an operation, on stderr");
  add("help,h", "these lines");
}

constexpr const char* usage =
    "usage: shardsweep route [options] --chunks FILE [OPERATIONS...]\n"
    "Reads operations, one JSON object a line ({\"op\": \"find\", \"filter\": {...}}), from files "
    "or\n"
    "standard input, and writes for each the shards and chunks it reaches, as mongos decides it:\n"
    "{\"shards\",\"chunks\",\"kind\",\"sentTo\",\"protocol\",\"error\"}\n"
    "op is find, aggregate, count, distinct, insert, update, replace, delete or findAndModify";

std::string text_of(const po::variables_map& values, const char* name) {
  return values.count(name) != 0 ? values[name].as<std::string>() : std::string();
}

datasets::OptionalDocument read_collation(const std::string& json) {
  datasets::OptionalDocument collation;
  if (json.empty()) return collation;
  try {
    extended_json::parse_document(json, collation.bytes);
  } catch (const datasets::DataError& error) {
    throw UsageError("--collation: " + std::string(error.what()) +
                     "; give an object, as '{\"locale\": \"de\", \"strength\": 2}'");
  }
  return collation;
}

RouteRequest read_request(const po::variables_map& values) {
  RouteRequest request;
  if (values.count("input") != 0) request.inputs = values["input"].as<std::vector<std::string>>();
  request.chunks = text_of(values, "chunks");
  if (request.chunks.empty())
    throw UsageError("--chunks is missing: name a file of chunks, or a dump of config");
  if (values.count("key") != 0) request.table.key = parse_key_pattern(text_of(values, "key"));
  request.table.ns = text_of(values, "ns");
  request.table.temp_directory = text_of(values, "temp");
  request.options = routing::options_of(parse_server_version(text_of(values, "server")));
  request.options.default_collation = read_collation(text_of(values, "collation"));
  request.parse.legacy = values.count("legacy-json") != 0;
  request.verbose = values.count("verbose") != 0;
  return request;
}

void check_key(const KeyPattern& key, ServerVersion server) {
  if (const auto refusal = check_pattern(key, server))
    throw RefusedError(refusal->code, refusal->reason);
}

/// What the file says of the collection counts where the command line says nothing.
void take_over(const routing::RoutingTable& table, routing::RoutingOptions& options) {
  if (!options.default_collation.given()) options.default_collation = table.default_collation;
  options.time_series = table.time_series;
}

class Router {
 public:
  Router(const routing::RoutingTable& table, const RouteRequest& request, std::ostream& err)
      : table_(table), options_(request.options), verbose_(request.verbose), err_(err) {
    take_over(table, options_);
  }

  std::string answer(const datasets::Operation& operation) {
    try {
      const auto compiled = routing::compile_operation(operation, options_);
      if (!table_.chunks) return routing::answer_json(table_.only_shard);
      return routing::answer_json(routing::route(compiled, *table_.chunks, options_),
                                  *table_.chunks);
    } catch (const RefusedError& refused) {
      if (verbose_)
        err_ << "refused: " << refused.code << ": " << printable(refused.what()) << "\n";
      return routing::answer_json(refused);
    }
  }

 private:
  const routing::RoutingTable& table_;
  routing::RoutingOptions options_;
  bool verbose_;
  std::ostream& err_;
};

}  // namespace

int command_route(const std::vector<std::string>& arguments, std::istream& in, std::ostream& out,
                  std::ostream& err) {
  po::options_description all(usage);
  declare(all);
  const po::variables_map values = parse_options(arguments, all);
  if (values.count("help") != 0) {
    out << all;
    return exit_done;
  }
  const RouteRequest request = read_request(values);
  if (request.table.key) check_key(*request.table.key, request.options.server);
  const routing::RoutingTable table = routing::read_routing_table(request.chunks, request.table);
  if (table.chunks) check_key(table.chunks->key(), request.options.server);
  Router router(table, request, err);
  read_lines(request.inputs, in, "operation", [&](std::string&& line) {
    out << router.answer(datasets::parse_operation(line, request.parse)) << '\n';
  });
  if (!out.flush()) throw datasets::ResourceError("cannot write the routes");
  return exit_done;
}

}  // namespace shardsweep::host
