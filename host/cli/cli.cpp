#include "host/cli/cli.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <exception>
#include <istream>
#include <new>
#include <ostream>
#include <string_view>

#include "datasets/error.hpp"
#include "host/error.hpp"
#include "host/text/printable.hpp"
#include "host/version.hpp"
#include "kernels/error.hpp"

namespace shardsweep::host {
namespace {

struct CommandEntry {
  std::string_view name;
  Command run;
  std::string_view does;
};

constexpr std::array commands{
    CommandEntry{"sweep", command_sweep, "rank shard keys for a collection's documents"},
    CommandEntry{"analyze", command_analyze, "the server's keyCharacteristics of one key, offline"},
    CommandEntry{"route", command_route, "the shards that operations reach, one JSON a line"},
    CommandEntry{"generate", command_generate, "make the documents of a scenario"},
    CommandEntry{"hash", command_hash, "MongoDB's hash of Extended JSON values, one a line"},
    CommandEntry{"order", command_order, "sort Extended JSON values in BSON order, one a line"},
    CommandEntry{"devices", command_devices, "which backends are usable, and why not"},
};

/// Names that the contract keeps for commands of later releases.
constexpr std::array<std::string_view, 6> reserved{"simulate", "explain", "plan",
                                                   "compare",  "report",  "capture"};

std::string usage() {
  std::string text = "usage: shardsweep COMMAND [options] [INPUT...]\n\n";
  for (const auto& command : commands) {
    text += "  " + std::string(command.name);
    text.append(10 - command.name.size(), ' ');
    text += std::string(command.does) + "\n";
  }
  text +=
      "\nshardsweep COMMAND --help lists the options of a command; --version prints the version.\n";
  return text;
}

Command find_command(const std::string& name) {
  const auto found = std::ranges::find(commands, std::string_view(name), &CommandEntry::name);
  if (found != commands.end()) return found->run;
  if (std::ranges::find(reserved, std::string_view(name)) != reserved.end()) {
    throw UsageError("the command '" + name +
                     "' comes with a later release; see shardsweep --help");
  }
  throw UsageError("there is no command '" + printable(name) + "'; see shardsweep --help");
}

int dispatch(const std::vector<std::string>& arguments, std::istream& in, std::ostream& out,
             std::ostream& err) {
  if (arguments.empty()) {
    err << usage();
    return exit_usage;
  }
  if (arguments[0] == "--help" || arguments[0] == "-h" || arguments[0] == "help") {
    out << usage();
    return exit_done;
  }
  if (arguments[0] == "--version") {
    out << "shardsweep " << version << "\n";
    return exit_done;
  }
  return find_command(arguments[0])({arguments.begin() + 1, arguments.end()}, in, out, err);
}

int fail(std::ostream& err, const std::string& text, int status) {
  err << "error: " << printable(text) << "\n";
  return status;
}

int finish(std::ostream& out, std::ostream& err, int status) {
  if (out) errno = 0;  // else it tells of the write that failed, the last call that did
  out.flush();
  const std::string why = errno != 0 ? std::string(": ") + std::strerror(errno) : "";
  if (!out) return fail(err, "cannot write the results to stdout" + why, exit_resource);
  return status;
}

}  // namespace

int run(const std::vector<std::string>& arguments, std::istream& in, std::ostream& out,
        std::ostream& err) {
  try {
    return finish(out, err, dispatch(arguments, in, out, err));
  } catch (const UsageError& error) {
    return fail(err, error.what(), exit_usage);
  } catch (const RefusedError& error) {
    return fail(err, error.code + ": " + error.what(), exit_data);
  } catch (const datasets::DataError& error) {
    out.flush();
    return fail(err, error.what(), exit_data);
  } catch (const kernels::DeviceError& error) {
    return fail(err, error.what(), exit_device);
  } catch (const datasets::ResourceError& error) {
    return fail(err, error.what(), exit_resource);
  } catch (const kernels::ResourceError& error) {
    return fail(err, error.what(), exit_resource);
  } catch (const std::bad_alloc&) {
    return fail(err, "out of memory; --memory sets a budget to stay within", exit_resource);
  } catch (const std::exception& error) {
    return fail(err, std::string("this is a bug, please report it: ") + error.what(), exit_bug);
  }
}

}  // namespace shardsweep::host
