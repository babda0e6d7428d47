#include "tests/datasets/generate/documents.hpp"

#include <algorithm>
#include <stdexcept>

namespace shardsweep::generate::test {
namespace {

std::optional<bson::ValueView> find(const bson::DocumentView& document, std::string_view path) {
  const std::string_view name = path.substr(0, path.find('.'));
  for (const bson::Element& element : document) {
    if (element.name != name) continue;
    if (name.size() == path.size()) return element.value;
    return find(bson::DocumentView(element.value), path.substr(name.size() + 1));
  }
  return std::nullopt;
}

std::int64_t number_of(const bson::ValueView& value) {
  switch (value.type) {
    case bson::Type::Int32:
      return value.as_int32();
    case bson::Type::Int64:
    case bson::Type::Date:
      return value.as_int64();
    default:
      throw std::logic_error("not a whole number");
  }
}

std::string text_of(const bson::ValueView& value) {
  switch (value.type) {
    case bson::Type::String:
      return std::string(value.as_string());
    case bson::Type::ObjectId:
      return std::string(value.bytes);
    case bson::Type::Binary:
      return std::string(value.bytes.substr(5));
    default:
      throw std::logic_error("not a text");
  }
}

}  // namespace

Renames rename_everything(const Preset& preset) {
  Renames renames;
  for (const std::string& path : preset.fields) {
    for (std::size_t end = path.find('.');; end = path.find('.', end + 1)) {
      renames.emplace(path.substr(0, end), "f" + std::to_string(renames.size()));
      if (end == std::string::npos) break;
    }
  }
  renames.erase("_id");
  return renames;
}

Documents::Documents(const std::string& preset, const Recipe& recipe, bool renamed) {
  const Preset* found = find_preset(preset);
  if (found == nullptr) throw std::logic_error("no preset " + preset);
  const Renames renames = renamed ? rename_everything(*found) : Renames{};
  old_paths_ = found->fields;
  new_paths_ = renamed_paths(found->fields, renames);
  const auto writer = make_writer(*found, recipe, Format::bson, renames);
  write_rows(*writer, 0, recipe.documents, 2,
             [this](std::string_view piece) { bytes_.append(piece); });
  for (std::size_t at = 0; at < bytes_.size();) {
    offsets_.push_back(at);
    at += bson::load<std::uint32_t>(bytes_.data() + at);
  }
  offsets_.push_back(bytes_.size());
}

std::string_view Documents::document(std::size_t row) const {
  return std::string_view(bytes_).substr(offsets_[row], offsets_[row + 1] - offsets_[row]);
}

std::string Documents::new_path(const std::string& path) const {
  const auto at = std::ranges::find(old_paths_, path);
  if (at == old_paths_.end()) throw std::logic_error("no field " + path);
  return new_paths_[static_cast<std::size_t>(at - old_paths_.begin())];
}

std::vector<std::optional<bson::ValueView>> Documents::column(const std::string& path) const {
  const std::string there = new_path(path);
  std::vector<std::optional<bson::ValueView>> values;
  for (std::size_t row = 0; row < size(); ++row) {
    values.push_back(find(bson::DocumentView(document(row)), there));
  }
  return values;
}

std::vector<std::int64_t> Documents::numbers(const std::string& path) const {
  std::vector<std::int64_t> values;
  for (const auto& value : column(path)) values.push_back(number_of(value.value()));
  return values;
}

std::vector<double> Documents::doubles(const std::string& path) const {
  std::vector<double> values;
  for (const auto& value : column(path)) {
    if (value.value().type != bson::Type::Double) throw std::logic_error("not a double");
    values.push_back(value->as_double());
  }
  return values;
}

std::vector<std::string> Documents::texts(const std::string& path) const {
  std::vector<std::string> values;
  for (const auto& value : column(path)) values.push_back(text_of(value.value()));
  return values;
}

}  // namespace shardsweep::generate::test
