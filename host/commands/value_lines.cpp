#include "host/commands/value_lines.hpp"

#include <boost/program_options.hpp>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>
#include <ostream>
#include <streambuf>

#include "datasets/error.hpp"
#include "datasets/extended_json/parse.hpp"
#include "datasets/input/message_text.hpp"
#include "host/error.hpp"

namespace shardsweep::host {
namespace {

namespace po = boost::program_options;

po::options_description describe(std::string_view command, ValueLineOptions& options) {
  po::options_description description("Options");
  auto add = description.add_options();
  add("help", po::bool_switch(&options.help), "show this text");
  if (command == "hash") {
    add("seed", po::value(&options.seed)->default_value(0)->value_name("INT32"),
        "seed of the hash; sharding always uses 0");
  }
  add("legacy-json", po::bool_switch(&options.legacy_json), "also read Extended JSON version 1");
  return description;
}

void write_help(std::string_view command, const po::options_description& options,
                std::ostream& out) {
  out << "usage: shardsweep " << command << " [options] [FILE...]\n\n"
      << (command == "hash"
              ? "Reads Extended JSON values, one a line, and writes the hash that MongoDB's "
                "hashed\n"
                "shard keys and indexes use, a signed decimal number a line.\n"
              : "Reads Extended JSON values, one a line, and writes the same lines in BSON\n"
                "comparison order; lines that compare equal keep their order.\n")
      << "Without FILE, or for -, values come from standard input.\n\n"
      << options;
}

/// One line without its line feed; false at the end. Not std::getline: it has no limit, and takes
/// want of memory for the end of the input.
bool take_line(std::streambuf& bytes, const std::string& name, std::uint64_t number,
               std::string& line) {
  constexpr int end = std::streambuf::traits_type::eof();
  line.clear();
  try {
    int byte = bytes.sbumpc();
    if (byte == end) return false;
    for (; byte != end && byte != '\n'; byte = bytes.sbumpc()) {
      if (line.size() == value_line_limit) {
        throw datasets::DataError(
            name + " line " + std::to_string(number) + ": longer than " +
            datasets::byte_count(value_line_limit) +
            ", the limit of a line; no value that MongoDB can store needs it");
      }
      line += static_cast<char>(byte);
    }
  } catch (const std::ios_base::failure&) {
    throw datasets::DataError("cannot read " + name + " to its end");
  }
  return true;
}

void read_input(std::istream& in, const std::string& name, std::string_view wanted,
                const LineSink& sink) {
  std::string line;
  for (std::uint64_t number = 1; take_line(*in.rdbuf(), name, number, line); ++number) {
    const std::string place = name + " line " + std::to_string(number);
    if (number == 1 && line.starts_with("\xef\xbb\xbf")) line.erase(0, 3);
    if (line.find_first_not_of(" \t\r") == std::string::npos) {
      throw datasets::DataError(place + ": blank; give one " + std::string(wanted) + " a line");
    }
    try {
      sink(std::move(line));
    } catch (const datasets::DataError& error) {
      throw datasets::DataError(place + ": " + error.what());
    }
  }
  // The C library, which std::cin reads from, keeps its failure to itself.
  if (&in == &std::cin && std::ferror(stdin) != 0)
    throw datasets::DataError("cannot read " + name + " to its end");
}

}  // namespace

ValueLineOptions parse_value_line_options(const std::vector<std::string>& arguments,
                                          std::string_view command, std::ostream& out) {
  ValueLineOptions options;
  const po::options_description visible = describe(command, options);
  po::options_description all;
  all.add(visible).add_options()("input", po::value(&options.inputs));
  po::positional_options_description positional;
  positional.add("input", -1);
  try {
    // Without short options a negative seed is a value; nothing is guessed from abbreviations.
    const int style = po::command_line_style::default_style & ~po::command_line_style::allow_short &
                      ~po::command_line_style::allow_guessing;
    po::variables_map map;
    po::store(
        po::command_line_parser(arguments).options(all).positional(positional).style(style).run(),
        map);
    po::notify(map);
  } catch (const po::error& error) {
    throw UsageError(std::string(command) + ": " + error.what() + "; see shardsweep " +
                     std::string(command) + " --help");
  }
  if (options.help) write_help(command, visible, out);
  return options;
}

void read_lines(const std::vector<std::string>& inputs, std::istream& in, std::string_view wanted,
                const LineSink& sink) {
  if (inputs.empty()) return read_input(in, "stdin", wanted, sink);
  for (const std::string& input : inputs) {
    if (input == "-") {
      read_input(in, "stdin", wanted, sink);
      continue;
    }
    errno = 0;
    std::ifstream file(input, std::ios::binary);
    if (!file) {
      throw datasets::DataError("cannot open " + input + ": " + std::strerror(errno) +
                                "; check the path");
    }
    read_input(file, input, wanted, sink);
  }
}

void read_value_lines(const ValueLineOptions& options, std::istream& in,
                      const ValueLineSink& sink) {
  const extended_json::ParseOptions parse{options.legacy_json};
  read_lines(options.inputs, in, "Extended JSON value", [&](std::string&& line) {
    bson::Value value = extended_json::parse_value(line, parse);
    sink(std::move(line), std::move(value));
  });
}

}  // namespace shardsweep::host
