#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <memory>
#include <utility>

#include "host/cli/cli.hpp"
#include "host/cli/output_file.hpp"
#include "host/cli/sweep_options.hpp"
#include "host/error.hpp"
#include "host/report/report.hpp"
#include "host/score/judge.hpp"
#include "host/sweep/sweep.hpp"
#include "host/text/printable.hpp"

namespace shardsweep::host {
namespace {

namespace fs = std::filesystem;

bool same_target(const std::string& a, const std::string& b) {
  std::error_code error;
  return fs::equivalent(a, b, error) ||
         fs::weakly_canonical(a, error) == fs::weakly_canonical(b, error);
}

/// Whether writing `output` would replace `input` or a file of the dump folder `input`.
bool overwrites(const std::string& output, const std::string& input) {
  std::error_code error;
  const bool regular = fs::is_regular_file(output, error);
  if (!regular) return false;  // nothing is replaced: not there yet, a pipe or a device
  if (fs::equivalent(output, input, error)) return true;
  if (!fs::is_directory(input, error)) return false;
  return fs::equivalent(fs::canonical(output, error).parent_path(), input, error);
}

/// The files of a run, opened before the work so that a bad name fails at once.
class Outputs {
 public:
  Outputs(const SweepOptions& options, std::ostream& out) : out_(out) {
    open(options.json_file, json_, options);
    open(options.csv_file, csv_, options);
    open(options.markdown_file, markdown_, options);
  }

  /// Something other than the table goes to stdout.
  bool to_stdout() const { return to_stdout_; }

  void write(const SweepResult& result, const SweepOptions& options) {
    put(json_, [&] { return report_json(result); });
    put(csv_, [&] { return report_csv(result); });
    put(markdown_, [&] { return report_markdown(result, options.top); });
    if (!to_stdout_) out_ << report_table(result, table_style(options));
  }

 private:
  void open(const std::optional<std::string>& name, std::unique_ptr<OutputFile>& file,
            const SweepOptions& options) {
    if (!name) return;
    if (name->empty()) throw UsageError("an output needs a file name, or - for stdout");
    for (const auto& input : options.input.inputs) {
      if (*name != "-" && overwrites(*name, input))
        throw UsageError("the output " + printable(*name) + " is also an input");
    }
    for (const auto& other : names_) {
      if (*name != "-" && same_target(*name, other))
        throw UsageError("two outputs go to " + printable(*name));
    }
    names_.push_back(*name);
    if (*name == "-" && std::exchange(to_stdout_, true)) {
      throw UsageError("only one output can go to stdout (-)");
    }
    file = std::make_unique<OutputFile>(*name, out_);
  }

  template <class Make>
  static void put(const std::unique_ptr<OutputFile>& file, Make make) {
    if (!file) return;
    file->write(make());
    file->commit();
  }

  static TableStyle table_style(const SweepOptions& options) {
    TableStyle style;
    style.top = options.top;
    style.width = 120;  // of a file or pipe
    winsize size = {};
    if (isatty(STDOUT_FILENO) != 0) {
      if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 60)
        style.width = size.ws_col;
      const char* const no_colour = std::getenv("NO_COLOR");  // no-color.org: set and not empty
      style.colour = no_colour == nullptr || *no_colour == '\0';
    }
    return style;
  }

  std::ostream& out_;
  std::vector<std::string> names_;
  bool to_stdout_ = false;
  std::unique_ptr<OutputFile> json_, csv_, markdown_;
};

}  // namespace

int command_sweep(const std::vector<std::string>& arguments, std::istream&, std::ostream& out,
                  std::ostream& err) {
  const auto given = read_sweep_options(arguments, out);
  if (!given) return exit_done;
  const SweepOptions& options = *given;
  if (options.dry_run) {
    out << describe_run(options);
    return exit_done;
  }
  Outputs outputs(options, out);
  ProgressLine progress(err, !options.input.quiet && isatty(STDERR_FILENO) != 0,
                        options.input.verbose && !options.input.quiet);
  const SweepResult result = run_sweep(options, progress);
  if (!options.input.quiet) {
    for (const auto& note : result.run.notes) err << "note: " << printable(note) << "\n";
  }
  // The table carries the other notes itself.
  if (!options.input.quiet && outputs.to_stdout()) {
    for (const auto& note : result.notes) err << "note: " << printable(note) << "\n";
  }
  outputs.write(result, options);
  for (const auto& expression : options.fail_if) {
    if (crosses(expression, result)) return exit_crossed;
  }
  return exit_done;
}

}  // namespace shardsweep::host
