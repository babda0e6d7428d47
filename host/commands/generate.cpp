#include "host/commands/generate.hpp"

#include <unistd.h>

#include <algorithm>
#include <boost/program_options.hpp>
#include <charconv>
#include <iostream>
#include <map>
#include <stdexcept>
#include <thread>

#include "host/cli/cli.hpp"
#include "host/cli/output_file.hpp"
#include "host/error.hpp"

namespace shardsweep::host {
namespace {

namespace po = boost::program_options;

po::options_description visible_options() {
  const auto text = [](const char* name) { return po::value<std::string>()->value_name(name); };
  po::options_description options("Options");
  auto add = options.add_options();
  add("docs", text("N"), "documents in the collection");
  add("seed", text("S")->default_value("1"), "another seed is another collection of the same kind");
  add("first", text("ROW")->default_value("0"), "the first row to write");
  add("rows", text("N"), "rows to write (default: the rest)");
  add("out", text("FILE")->default_value("-"), "file to write, - is standard output");
  add("format", text("bson|jsonl|csv"), "default: by the extension of --out, else bson");
  add("rename", po::value<std::vector<std::string>>()->value_name("OLD=NEW,..."),
      "other field names (repeatable)");
  add("threads", text("N"), "default: all of the machine");
  add("list", "list the presets with their fields");
  add("help", "this text");
  return options;
}

po::variables_map parse(const std::vector<std::string>& arguments) {
  po::options_description all = visible_options();
  all.add_options()("ops-out", po::value<std::string>())("preset",
                                                         po::value<std::vector<std::string>>());
  po::positional_options_description positional;
  positional.add("preset", -1);
  po::variables_map given;
  try {
    // No guessing: an abbreviated option could change its meaning with the next release.
    const int style =
        po::command_line_style::default_style & ~po::command_line_style::allow_guessing;
    po::store(
        po::command_line_parser(arguments).options(all).positional(positional).style(style).run(),
        given);
    po::notify(given);
  } catch (const po::error& error) {
    throw UsageError(std::string("generate: ") + error.what());
  }
  return given;
}

std::uint64_t number(const po::variables_map& given, const std::string& name) {
  const auto& text = given[name].as<std::string>();
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) {
    throw UsageError("generate: --" + name +
                     " wants a number from 0 to 18446744073709551615, not '" + text + "'");
  }
  return value;
}

std::string preset_names() {
  std::string names;
  for (const generate::Preset& preset : generate::presets()) {
    names += (names.empty() ? "" : " ") + preset.name;
  }
  return names;
}

const generate::Preset& preset_of(const po::variables_map& given) {
  if (given.count("preset") == 0) {
    throw UsageError("generate: name a preset, one of: " + preset_names());
  }
  const auto& names = given["preset"].as<std::vector<std::string>>();
  if (names.size() > 1) {
    throw UsageError("generate: one preset at a time, but '" + names[0] + "' and '" + names[1] +
                     "' are given");
  }
  const generate::Preset* preset = generate::find_preset(names[0]);
  if (preset == nullptr) {
    throw UsageError("generate: no preset is called '" + names[0] +
                     "'; there are: " + preset_names());
  }
  return *preset;
}

std::string extension_of(const std::string& path) {
  const std::string name = path.substr(path.rfind('/') + 1);
  const std::size_t dot = name.rfind('.');
  return dot == std::string::npos ? "" : name.substr(dot);
}

generate::Format format_of(const po::variables_map& given, const std::string& out) {
  static const std::map<std::string, generate::Format> by_extension = {
      {"", generate::Format::bson},         {".bson", generate::Format::bson},
      {".jsonl", generate::Format::jsonl},  {".json", generate::Format::jsonl},
      {".ndjson", generate::Format::jsonl}, {".csv", generate::Format::csv}};
  if (given.count("format") != 0) {
    const auto& name = given["format"].as<std::string>();
    const auto found = by_extension.find("." + name);
    if (found == by_extension.end() || name == "json" || name == "ndjson") {
      throw UsageError("generate: --format is bson, jsonl or csv, not '" + name + "'");
    }
    return found->second;
  }
  const std::string extension = extension_of(out);
  if (extension == ".gz" || extension == ".zst") {
    throw UsageError(
        "generate: compressed files are not written; send --out - --format F through " +
        std::string(extension == ".gz" ? "gzip" : "zstd") + " instead");
  }
  const auto found = by_extension.find(extension);
  if (found == by_extension.end()) {
    throw UsageError("generate: the extension '" + extension +
                     "' of --out says no format; add --format bson, jsonl or csv");
  }
  return found->second;
}

generate::Renames renames_of(const po::variables_map& given) {
  generate::Renames renames;
  if (given.count("rename") == 0) return renames;
  for (const std::string& list : given["rename"].as<std::vector<std::string>>()) {
    for (std::size_t begin = 0; begin <= list.size();) {
      const std::size_t end = std::min(list.find(',', begin), list.size());
      const std::string item = list.substr(begin, end - begin);
      const std::size_t equals = item.find('=');
      if (equals == std::string::npos) {
        throw UsageError("generate: --rename wants OLD=NEW,..., not '" + item + "'");
      }
      renames[item.substr(0, equals)] = item.substr(equals + 1);
      begin = end + 1;
    }
  }
  return renames;
}

void list_presets(std::ostream& out) {
  for (const generate::Preset& preset : generate::presets()) {
    out << preset.name << "\n    " << preset.description << "\n    fields:";
    for (const std::string& field : preset.fields) out << ' ' << field;
    out << '\n';
  }
}

void print_help(std::ostream& out) {
  out << "usage: shardsweep generate PRESET --docs N [options]\n\n"
         "Writes documents that depend on nothing but preset, --seed, --docs and row.\n\n"
      << visible_options() << "\nPresets: " << preset_names() << '\n';
}

void refuse_terminal(const GenerateOptions& options, const std::ostream& out) {
  const bool terminal = options.out == "-" && &out == &std::cout && ::isatty(STDOUT_FILENO) == 1;
  if (terminal && options.format == generate::Format::bson) {
    throw UsageError(
        "generate: BSON is not for a terminal; give --out FILE, --format jsonl, or a pipe");
  }
}

}  // namespace

GenerateOptions parse_generate(const std::vector<std::string>& arguments) {
  const po::variables_map given = parse(arguments);
  GenerateOptions options;
  options.help = given.count("help") != 0;
  options.list = given.count("list") != 0;
  if (options.help || options.list) return options;
  if (given.count("ops-out") != 0) {
    throw UsageError("generate: --ops-out is not there yet; operations come with a later release");
  }
  options.preset = &preset_of(given);
  if (given.count("docs") == 0) throw UsageError("generate: --docs N is missing");
  options.recipe = {number(given, "seed"), number(given, "docs")};
  options.first = number(given, "first");
  if (options.first > options.recipe.documents) {
    throw UsageError("generate: --first " + std::to_string(options.first) + " is beyond --docs " +
                     std::to_string(options.recipe.documents));
  }
  const std::uint64_t rest = options.recipe.documents - options.first;
  options.last =
      options.first + (given.count("rows") ? std::min(number(given, "rows"), rest) : rest);
  options.out = given["out"].as<std::string>();
  options.format = format_of(given, options.out == "-" ? "" : options.out);
  options.renames = renames_of(given);
  options.threads = std::max(1U, std::thread::hardware_concurrency());
  if (given.count("threads") != 0) {
    options.threads =
        static_cast<unsigned>(std::clamp<std::uint64_t>(number(given, "threads"), 1, 256));
  }
  return options;
}

int command_generate(const std::vector<std::string>& arguments, std::istream&, std::ostream& out,
                     std::ostream&) {
  const GenerateOptions options = parse_generate(arguments);
  if (options.help) print_help(out);
  if (options.list && !options.help) list_presets(out);
  if (options.help || options.list) return 0;
  refuse_terminal(options, out);
  std::unique_ptr<generate::RowWriter> writer;
  try {
    writer =
        generate::make_writer(*options.preset, options.recipe, options.format, options.renames);
  } catch (const std::invalid_argument& error) {
    throw UsageError(std::string("generate: --rename: ") + error.what());
  }
  OutputFile file(options.out, out);
  generate::write_rows(*writer, options.first, options.last, options.threads,
                       [&file](std::string_view bytes) { file.write(bytes); });
  file.commit();
  return 0;
}

}  // namespace shardsweep::host
