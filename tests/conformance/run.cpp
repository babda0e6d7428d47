#include "tests/conformance/run.hpp"

#include <map>
#include <ostream>

#include "tests/conformance/checkers.hpp"

namespace shardsweep::conformance {
namespace {

struct Tally {
  std::uint64_t passed = 0;
  std::uint64_t failed = 0;
  std::map<std::string, std::uint64_t> skipped;  ///< by kind

  std::uint64_t skipped_total() const {
    std::uint64_t total = 0;
    for (const auto& [kind, count] : skipped) total += count;
    return total;
  }
};

std::optional<Mismatch> check(const Checker& checker, const Case& test) {
  try {
    return checker(test);
  } catch (const std::exception& error) {
    return Mismatch{"a case that can be checked", error.what()};
  }
}

std::string place(const Section& section, std::size_t index) {
  return section.name + "[" + std::to_string(index) + "]";
}

void check_section(const std::string& path, const CaseFile& file, const Section& section,
                   Tally& tally, std::ostream& out) {
  const Checker checker = make_checker(file, section.name);
  for (std::size_t i = 0; i < section.cases.size(); ++i) {
    const Case& test = section.cases[i];
    if (!test.flag("machine", true)) {
      ++tally.skipped[test.text("kind", section.name)];
      continue;
    }
    const std::optional<Mismatch> mismatch = check(checker, test);
    if (!mismatch) {
      ++tally.passed;
      continue;
    }
    ++tally.failed;
    out << "FAIL " << path << ":" << test.text("id", place(section, i)) << ": expected "
        << mismatch->expected << ", got " << mismatch->got << "\n";
  }
}

void check_file(const std::string& path, Tally& tally, std::ostream& out) {
  const CaseFile file = read_case_file(path);
  if (!is_case_format(file.format)) {
    throw NotACaseFile("format " + file.format + " is not one of the case formats checked here");
  }
  for (const Section& section : file.sections) {
    check_section(path, file, section, tally, out);
  }
}

}  // namespace

int run(const std::vector<std::string>& paths, std::ostream& out, std::ostream& err) {
  if (paths.empty()) {
    err << "usage: conformance FILE...\n";
    return 2;
  }
  Tally tally;
  bool all_read = true;
  for (const std::string& path : paths) {
    try {
      check_file(path, tally, out);
    } catch (const std::exception& error) {
      err << "conformance: " << path << ": " << error.what() << "\n";
      all_read = false;
    }
  }
  for (const auto& [kind, count] : tally.skipped) out << "SKIP " << kind << ": " << count << "\n";
  out << tally.passed << " passed, " << tally.failed << " failed, " << tally.skipped_total()
      << " skipped\n";
  if (!all_read) return 3;
  return tally.failed == 0 && tally.passed > 0 ? 0 : 1;
}

}  // namespace shardsweep::conformance
