#include "datasets/generate/rename.hpp"

#include <algorithm>
#include <stdexcept>

namespace shardsweep::generate {
namespace {

std::string new_name(const Renames& renames, const std::string& path, std::string_view name) {
  const auto found = renames.find(path);
  return found == renames.end() ? std::string(name) : found->second;
}

// Adds the new name of a path and of every sub-document on it to `taken` (new path -> old path).
std::string renamed_path(const std::string& path, const Renames& renames,
                         std::map<std::string, std::string>& taken) {
  std::string renamed;
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find('.', begin), path.size());
    if (begin != 0) renamed += '.';
    renamed += new_name(renames, path.substr(0, end), path.substr(begin, end - begin));
    if (taken.emplace(renamed, path.substr(0, end)).first->second != path.substr(0, end)) {
      throw std::invalid_argument("two fields would be named " + renamed);
    }
    begin = end + 1;
  }
  return renamed;
}

bool is_field_name(std::string_view name) {
  return !name.empty() && name[0] != '$' &&
         name.find_first_of(std::string_view(".\0", 2)) == std::string_view::npos;
}

bool names_part_of(std::string_view old, std::string_view path) {
  return path.starts_with(old) && (path.size() == old.size() || path[old.size()] == '.');
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

void append_elements(const bson::DocumentView& document, const std::string& parent,
                     const Renames& renames, bson::Builder& out) {
  for (const bson::Element& element : document) {
    const std::string path = parent + std::string(element.name);
    const std::string name = new_name(renames, path, element.name);
    if (element.value.type != bson::Type::Document) {
      out.append(name, element.value);
      continue;
    }
    out.open(name, bson::Type::Document);
    append_elements(bson::DocumentView(element.value), path + ".", renames, out);
    out.close();
  }
}

std::invalid_argument unknown_field(const std::string& old, const std::vector<std::string>& paths) {
  return std::invalid_argument("there is no field " + old + "; there are " + joined(paths));
}

std::invalid_argument bad_name(const std::string& old, const std::string& name) {
  return std::invalid_argument("'" + name + "' for " + old +
                               " is no field name: it must not be empty, begin with $ or hold "
                               "a dot");
}

}  // namespace

std::vector<std::string> renamed_paths(const std::vector<std::string>& paths,
                                       const Renames& renames) {
  for (const auto& [old, name] : renames) {
    const auto matches = [&old = old](const std::string& path) { return names_part_of(old, path); };
    if (std::ranges::none_of(paths, matches)) throw unknown_field(old, paths);
    if (!is_field_name(name)) throw bad_name(old, name);
  }
  std::map<std::string, std::string> taken;
  std::vector<std::string> renamed;
  renamed.reserve(paths.size());
  for (const std::string& path : paths) renamed.push_back(renamed_path(path, renames, taken));
  return renamed;
}

void append_renamed(const bson::DocumentView& document, const Renames& renames, std::string& out) {
  bson::Builder builder(out);
  builder.open_document();
  append_elements(document, "", renames, builder);
  builder.close();
}

}  // namespace shardsweep::generate
