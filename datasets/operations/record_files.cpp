#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "datasets/error.hpp"
#include "datasets/input/message_text.hpp"
#include "datasets/operations/record_format.hpp"

namespace shardsweep::datasets {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_files = 100'000;

/// Sorts mongod.log.2024-03-01T00-00-00 before mongod.log, also where one of them is packed.
std::string sort_key(const std::string& path) {
  std::string_view name = path;
  for (const std::string_view packed : {".gz", ".zst", ".zstd"})
    if (name.ends_with(packed)) {
      name.remove_suffix(packed.size());
      break;
    }
  return std::string(name) + '\xff';
}

[[noreturn]] void unreadable(const std::string& folder, const std::error_code& error) {
  throw DataError("cannot read folder " + shown_name(folder) + ": " + system_words(error.value()));
}

}  // namespace

std::vector<std::string> files_below(const std::string& folder) {
  std::error_code error;
  std::vector<std::pair<std::string, std::string>> found;
  fs::recursive_directory_iterator entries(folder, error);
  if (error) unreadable(folder, error);
  for (; entries != fs::recursive_directory_iterator(); entries.increment(error)) {
    if (entries->is_regular_file(error)) {
      const std::string path = entries->path().string();
      found.emplace_back(sort_key(path), path);
    }
    if (found.size() > most_files)
      throw DataError(shown_name(folder) + " holds over " + std::to_string(most_files) +
                      " files; name those with the records");
  }
  if (error) unreadable(folder, error);
  std::sort(found.begin(), found.end());
  std::vector<std::string> paths;
  paths.reserve(found.size());
  for (auto& [key, path] : found) paths.push_back(std::move(path));
  return paths;
}

}  // namespace shardsweep::datasets
