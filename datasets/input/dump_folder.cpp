#include "datasets/input/dump_folder.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>

#include "datasets/error.hpp"
#include "datasets/input/format.hpp"
#include "datasets/input/message_text.hpp"
#include "datasets/input/small_file.hpp"

namespace shardsweep::datasets {
namespace {

namespace fs = std::filesystem;

constexpr std::array<const char*, 4> packings = {"", ".gz", ".zst", ".zstd"};
constexpr std::string_view metadata_ending = ".metadata.json";

std::string_view without_packing(std::string_view name) {
  for (const std::string_view packed : packings)
    if (!packed.empty() && name.ends_with(packed))
      return name.substr(0, name.size() - packed.size());
  return name;
}

std::string_view without_ending(std::string_view name) {
  name = without_packing(name);
  return name.substr(0, name.rfind('.'));
}

bool is_documents(const std::string& name) {
  const std::string_view plain = without_packing(name);
  if (plain.ends_with(metadata_ending) || plain == "prelude.json") return false;
  const auto format = format_of_name(name);
  return format && *format != Format::archive;
}

bool is_view(const fs::path& metadata) {
  const std::string path = metadata.string();
  return parse_metadata(read_small_file(path), shown_name(path)).type == "view";
}

bool is_bson(const DumpedFile& file) {
  return format_of_name(file.path) == Format::bson;
}

fs::directory_iterator open_folder(const fs::path& folder) {
  std::error_code error;
  fs::directory_iterator entries(folder, error);
  if (error)
    throw DataError("cannot read folder " + shown_name(folder.string()) + ": " +
                    system_words(error.value()));
  return entries;
}

/// File names are cut at 238 bytes by mongodump: 208, "%24" and a hash. The whole name is in the
/// metadata.
std::string collection_name(const fs::path& path) {
  const std::string file_name = path.filename().string();
  const std::string_view stem = without_ending(file_name);
  constexpr std::size_t kept = 208;
  constexpr std::size_t cut_size = 238;
  if (stem.size() == cut_size && stem.substr(kept, 3) == "%24") {
    std::string whole = metadata_beside(path.string()).collection;
    if (!whole.empty()) return whole;
  }
  return unescape_file_name(stem);
}

void list_files(const fs::path& folder, const std::string& database, std::vector<DumpedFile>& out) {
  for (const fs::directory_entry& entry : open_folder(folder)) {
    std::error_code error;
    if (!entry.is_regular_file(error) || !is_documents(entry.path().filename().string())) continue;
    out.push_back({entry.path().string(), {database, collection_name(entry.path()), false}});
  }
}

/// The name of the folder itself also where the path ends in a slash or a dot.
std::string folder_name(const fs::path& folder) {
  std::error_code error;
  const fs::path whole = fs::canonical(folder, error);
  return error ? "" : whole.filename().string();
}

/// The names of the views whose metadata stand in the folder or the folders of databases in it.
std::string listed_views(const fs::path& root) {
  constexpr std::size_t most = 5;
  std::vector<fs::path> folders = {root};
  for (const fs::directory_entry& entry : open_folder(root)) {
    std::error_code error;
    if (entry.is_directory(error)) folders.push_back(entry.path());
  }
  std::vector<std::string> views;
  for (const fs::path& folder : folders)
    for (const fs::directory_entry& entry : open_folder(folder)) {
      const std::string name = entry.path().filename().string();
      const std::string_view plain = without_packing(name);
      if (plain.ends_with(metadata_ending) && is_view(entry.path()))
        views.push_back(
            shown_name(unescape_file_name(plain.substr(0, plain.size() - metadata_ending.size()))));
    }
  std::sort(views.begin(), views.end());
  std::string list;
  for (std::size_t i = 0; i < views.size() && i < most; ++i)
    list += (i == 0 ? "" : ", ") + views[i];
  return list + (views.size() > most ? ", ..." : "");
}

void only_metadata_is_there(const std::string& folder, const std::string& ns) {
  const std::size_t dot = ns.find('.');
  const fs::path root(folder);
  std::vector<fs::path> places = {root / (ns + std::string(metadata_ending))};
  if (dot != std::string::npos) {
    const std::string file = ns.substr(dot + 1) + std::string(metadata_ending);
    places.push_back(root / ns.substr(0, dot) / file);
    places.push_back(root / file);
  }
  for (const fs::path& place : places)
    for (const char* packed : packings) {
      std::error_code error;
      if (!fs::is_regular_file(place.string() + std::string(packed), error)) continue;
      const bool view = is_view(place.string() + std::string(packed));
      throw DataError(shown_name(folder) + ": " + shown_name(ns) +
                      (view ? " is a view and has no documents of its own; pick a collection with "
                              "--ns"
                            : " has no documents in this dump, only its metadata"));
    }
}

}  // namespace

std::string unescape_file_name(std::string_view stem) {
  const auto digit = [&](std::size_t i) {
    const std::size_t value = std::string_view("0123456789abcdef0123456789ABCDEF").find(stem[i]);
    return value == std::string_view::npos ? -1 : static_cast<int>(value % 16);
  };
  std::string out;
  for (std::size_t i = 0; i < stem.size(); ++i) {
    const bool escaped =
        stem[i] == '%' && i + 2 < stem.size() && digit(i + 1) >= 0 && digit(i + 2) >= 0;
    out += escaped ? static_cast<char>(digit(i + 1) * 16 + digit(i + 2)) : stem[i];
    if (escaped) i += 2;
  }
  return out;
}

std::vector<DumpedFile> list_dump(const std::string& folder) {
  std::vector<DumpedFile> files;
  list_files(folder, folder_name(folder), files);
  const std::size_t at_top = files.size();
  for (const fs::directory_entry& entry : open_folder(folder)) {
    std::error_code error;
    if (entry.is_directory(error))
      list_files(entry.path(), unescape_file_name(entry.path().filename().string()), files);
  }
  // A dump's own record of operations, not a collection.
  if (files.size() > at_top)
    std::erase_if(files, [&](const DumpedFile& file) {
      const fs::path path(file.path);
      return path.parent_path() == fs::path(folder) &&
             without_packing(path.filename().string()) == "oplog.bson";
    });
  if (std::any_of(files.begin(), files.end(), is_bson))
    std::erase_if(files, [](const DumpedFile& file) { return !is_bson(file); });
  if (files.empty()) {
    if (const std::string views = listed_views(folder); !views.empty())
      throw DataError(shown_name(folder) + " holds no documents, only metadata of views: " + views +
                      "; a view has none of its own, so dump the collection that it shows");
    throw DataError(shown_name(folder) +
                    ": no file of documents in this folder (.bson, .json, .jsonl, .csv, .tsv, also "
                    ".gz or .zst)");
  }
  std::sort(files.begin(), files.end(),
            [](const DumpedFile& a, const DumpedFile& b) { return a.path < b.path; });
  return files;
}

DumpedFile choose_dumped_file(const std::string& folder, const std::string& ns) {
  const std::vector<DumpedFile> files = list_dump(folder);
  std::vector<Namespace> names;
  names.reserve(files.size());
  for (const DumpedFile& file : files) names.push_back(file.ns);
  try {
    return files[choose_namespace(names, ns, shown_name(folder))];
  } catch (const DataError&) {
    if (!ns.empty()) only_metadata_is_there(folder, ns);
    throw;
  }
}

CollectionMetadata metadata_beside(const std::string& path) {
  CollectionMetadata metadata;
  if (format_of_name(path) != Format::bson) return metadata;
  const fs::path file(path);
  const std::string file_name = file.filename().string();
  const std::string stem(without_ending(file_name));
  std::vector<std::string> stems = {stem};
  if (is_bucket_name(stem)) stems.push_back(stem.substr(bucket_prefix.size()));
  metadata.collection = unescape_file_name(stem);
  for (const std::string& name : stems)
    for (const char* packed : packings) {
      const std::string beside =
          (file.parent_path() / (name + std::string(metadata_ending) + packed)).string();
      std::error_code error;
      if (!fs::exists(beside, error)) continue;
      metadata = parse_metadata(read_small_file(beside), shown_name(beside));
      if (metadata.collection.empty()) metadata.collection = unescape_file_name(name);
      if (is_bucket_name(stem)) metadata.type = "timeseries";
      return metadata;
    }
  if (is_bucket_name(stem)) metadata.type = "timeseries";
  return metadata;
}

}  // namespace shardsweep::datasets
