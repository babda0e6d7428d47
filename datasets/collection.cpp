#include "datasets/collection.hpp"

#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "datasets/collection_source.hpp"
#include "datasets/error.hpp"
#include "datasets/input/dump_folder.hpp"
#include "datasets/input/format.hpp"
#include "datasets/input/message_text.hpp"
#include "datasets/readers/archive_prelude.hpp"

namespace shardsweep::datasets {
namespace {

class InputCollection final : public Collection {
 public:
  InputCollection(const std::vector<std::string>& inputs, const OpenOptions& options)
      : options_(options) {
    const auto asked = format_named(options_.format);
    if (std::count(inputs.begin(), inputs.end(), "-") > 1)
      throw DataError("standard input (-) is named twice; it can be read once");
    for (const std::string& input : inputs) add(input, asked);
    if (parts_.empty()) throw DataError("no input is named; give files, a dump folder or -");
    check_options_apply();
  }

  std::unique_ptr<DocumentSource> read() override {
    return std::make_unique<CollectionSource>(
        parts_, options_, [this](std::size_t part, std::uint64_t bytes, std::uint64_t xxh3) {
          note_reading(part, bytes, xxh3);
        });
  }

  const CollectionMetadata& metadata() const override { return metadata_; }
  const std::vector<InputFile>& files() const override { return files_; }

 private:
  void add(const std::string& input, std::optional<Format> asked);
  void add_part(std::unique_ptr<StoredInput> stored, const std::string& path,
                std::optional<Format> asked);
  void open_archive(CollectionPart& part);
  void check_options_apply() const;
  void add_metadata(CollectionMetadata metadata);
  void note_reading(std::size_t part, std::uint64_t bytes, std::uint64_t xxh3);

  OpenOptions options_;
  std::vector<CollectionPart> parts_;
  std::vector<InputFile> files_;
  std::vector<bool> read_once_;
  CollectionMetadata metadata_;
  bool any_folder_ = false;
};

void InputCollection::add(const std::string& input, std::optional<Format> asked) {
  if (input == "-") {
    add_part(open_standard_input(options_.temp_directory), input, asked);
    return;
  }
  std::error_code error;
  std::string path = input;
  if (std::filesystem::is_directory(input, error)) {
    any_folder_ = true;
    path = choose_dumped_file(input, options_.ns).path;
  }
  auto stored = open_file(path);
  add_metadata(metadata_beside(path));
  add_part(std::move(stored), path, asked);
}

void InputCollection::add_part(std::unique_ptr<StoredInput> stored, const std::string& path,
                               std::optional<Format> asked) {
  CollectionPart part{std::move(stored), Format::bson, ""};
  part.format = recognise(*part.input, path, asked);
  if (part.format == Format::archive) open_archive(part);
  files_.push_back({path, part.input->size().value_or(0), 0});
  read_once_.push_back(false);
  parts_.push_back(std::move(part));
}

void InputCollection::open_archive(CollectionPart& part) {
  ReadAhead ahead(*part.input);
  DocumentCutter cutter(ahead);
  const auto collections = read_archive_prelude(ahead, cutter, part.input->name());
  const ArchivedCollection& chosen =
      choose_collection(collections, options_.ns, part.input->name());
  if (chosen.type == "view") {
    throw DataError(part.input->name() + ": " + shown_name(chosen.full_name()) +
                    " is a view and has no documents of its own; pick a collection with --ns");
  }
  part.archived_name = chosen.data_name();
  CollectionMetadata metadata;
  if (!chosen.metadata.empty()) {
    metadata = parse_metadata(
        chosen.metadata, part.input->name() + ": metadata of " + shown_name(chosen.full_name()));
  }
  if (!chosen.type.empty()) metadata.type = chosen.type;
  if (is_bucket_name(chosen.name)) metadata.type = "timeseries";
  if (metadata.collection.empty()) metadata.collection = chosen.name;
  add_metadata(std::move(metadata));
}

/// An option that no input can heed would be a mistake that nobody notices.
void InputCollection::check_options_apply() const {
  const auto any = [&](std::initializer_list<Format> formats) {
    return std::any_of(parts_.begin(), parts_.end(), [&](const CollectionPart& part) {
      const bool empty = part.input->size() == std::uint64_t{0};  // of any format
      return empty || std::find(formats.begin(), formats.end(), part.format) != formats.end();
    });
  };
  const auto refuse = [&](const std::string& what, const char* formats) {
    throw std::invalid_argument(
        what + ", and " +
        (parts_.size() == 1 ? parts_[0].input->name() + " is " : "none of the inputs is ") +
        formats + "; leave it out");
  };
  if (!options_.ns.empty() && !any_folder_ && !any({Format::archive}))
    refuse("--ns picks a collection of an archive or a dump folder",
           parts_.size() == 1 ? "neither" : "either");
  if (options_.csv_fields && !any({Format::csv, Format::tsv}))
    refuse("--csv-fields names the columns of CSV or TSV",
           parts_.size() == 1 ? "neither" : "either");
  if (options_.legacy_json && !any({Format::json}))
    refuse("--legacy-json is about JSON", parts_.size() == 1 ? "no JSON" : "JSON");
}

void InputCollection::add_metadata(CollectionMetadata metadata) {
  const bool knows_little = metadata_.indexes.empty() && metadata_.type.empty();
  if (knows_little && !(metadata.collection.empty() && metadata.type.empty()))
    metadata_ = std::move(metadata);
}

void InputCollection::note_reading(std::size_t part, std::uint64_t bytes, std::uint64_t xxh3) {
  InputFile& file = files_[part];
  if (!read_once_[part]) {
    file.bytes = bytes;
    file.xxh3 = xxh3;
    read_once_[part] = true;
  } else if (file.bytes != bytes || file.xxh3 != xxh3) {
    throw DataError(parts_[part].input->name() +
                    " changed between two readings: use a copy that nothing writes to");
  }
}

}  // namespace

std::unique_ptr<Collection> open_collection(const std::vector<std::string>& inputs,
                                            const OpenOptions& options) {
  return std::make_unique<InputCollection>(inputs, options);
}

}  // namespace shardsweep::datasets
