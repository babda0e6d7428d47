// Who may include whom: the layers of docs/architecture.md, read from the sources themselves.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;
const fs::path root = SHARDSWEEP_SOURCE_DIR;

struct Include {
  std::string file;  ///< from the root
  int line = 0;
  std::string target;
  bool quoted = false;
};

bool is_source(const fs::path& path) {
  static const std::set<std::string> endings{".hpp", ".cpp", ".cuh", ".cu"};
  return endings.contains(path.extension().string());
}

std::vector<fs::path> sources(const std::string& folder) {
  std::vector<fs::path> found;
  for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
    if (entry.is_regular_file() && is_source(entry.path())) found.push_back(entry.path());
  }
  return found;
}

std::vector<Include> includes(const std::string& folder) {
  static const std::regex form(R"(^\s*#\s*include\s*([<"])([^>"]+)[>"])");
  std::vector<Include> found;
  for (const fs::path& path : sources(folder)) {
    std::ifstream file(path);
    std::string text;
    for (int line = 1; std::getline(file, text); ++line) {
      std::smatch match;
      if (!std::regex_search(text, match, form)) continue;
      found.push_back({fs::relative(path, root).string(), line, match[2], match[1] == "\""});
    }
  }
  return found;
}

bool below(const std::string& path, const std::string& folder) {
  return path.starts_with(folder + "/");
}

/// A header of the kernels port: directly in kernels/, not in a folder below it.
bool is_port(const std::string& target) {
  return below(target, "kernels") && target.find('/', 8) == std::string::npos;
}

bool allowed(const std::string& folder, const Include& include) {
  const std::string& target = include.target;
  if (below(target, folder)) return true;
  if (folder == "kernels") return below(target, "hashing");
  if (folder == "host")
    return below(target, "datasets") || below(target, "hashing") || is_port(target);
  return false;
}

TEST(IncludeRules, EachFolderIncludesOnlyItsLayer) {
  for (const std::string folder : {"hashing", "datasets", "kernels", "host"}) {
    for (const Include& include : includes(folder)) {
      if (!include.quoted) continue;
      EXPECT_TRUE(allowed(folder, include))
          << include.file << ":" << include.line << " must not include " << include.target;
    }
  }
}

TEST(IncludeRules, QuotedIncludesStartAtTheRoot) {
  for (const std::string folder : {"hashing", "datasets", "kernels", "host", "tests"}) {
    for (const Include& include : includes(folder)) {
      if (!include.quoted) continue;
      EXPECT_TRUE(fs::exists(root / include.target)) << include.file << ":" << include.line << " "
                                                     << include.target << " is not from the root";
    }
  }
}

TEST(IncludeRules, CudaHeadersAppearInKernelsCudaAlone) {
  static const std::regex cuda(R"(^(cuda|cub/|thrust/|nv/|cooperative_groups|device_launch))");
  for (const std::string folder : {"hashing", "datasets", "kernels", "host"}) {
    for (const Include& include : includes(folder)) {
      if (include.quoted || below(include.file, "kernels/cuda")) continue;
      EXPECT_FALSE(std::regex_search(include.target, cuda))
          << include.file << ":" << include.line << " includes " << include.target;
    }
  }
}

TEST(IncludeRules, ParsersStayInDatasets) {
  static const std::regex parser(R"(^(simdjson|bson/|zlib|zstd))");
  for (const std::string folder : {"hashing", "kernels", "host"}) {
    for (const Include& include : includes(folder)) {
      if (include.quoted) continue;
      EXPECT_FALSE(std::regex_search(include.target, parser))
          << include.file << ":" << include.line << " includes " << include.target;
    }
  }
}

TEST(IncludeRules, OnlyTheCommandLineTouchesStreams) {
  for (const std::string folder : {"hashing", "datasets", "kernels"}) {
    for (const Include& include : includes(folder)) {
      EXPECT_NE(include.target, "iostream") << include.file << ":" << include.line;
    }
  }
}

TEST(IncludeRules, TheTestReadsTheTree) {
  EXPECT_GT(includes("host").size(), 100u);
  EXPECT_GT(includes("hashing").size(), 10u);
}

}  // namespace
