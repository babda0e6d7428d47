#include "datasets/readers/archive_prelude.hpp"

#include "datasets/bson/validate.hpp"
#include "datasets/bson/view.hpp"
#include "datasets/error.hpp"
#include "datasets/input/message_text.hpp"
#include "datasets/input/namespaces.hpp"

namespace shardsweep::datasets {
namespace {

constexpr std::string_view magic = "\x6d\xe2\x99\x81";
constexpr std::size_t most_collections = 1'000'000;
constexpr std::size_t most_prelude_bytes = std::size_t{256} << 20U;

void read_magic(ReadAhead& input, const std::string& name) {
  for (const char expected : magic) {
    const std::string_view window = input.window();
    if (window.empty() || window[0] != expected)
      throw DataError(name + ": not an archive of mongodump: it does not begin with 6d e2 99 81");
    input.consume(1);
  }
}

std::string text_of(const bson::Element& element) {
  return element.value.type == bson::Type::String ? std::string(element.value.as_string()) : "";
}

[[noreturn]] void broken(const DocumentCutter& cutter, const std::string& name,
                         const std::string& what) {
  throw DataError(name + ": the archive's table of contents is broken at byte " +
                  std::to_string(cutter.start()) + ": " + what + "; dump it again");
}

/// The next document of the prelude; false at its terminator.
bool next_document(DocumentCutter& cutter, const std::string& name) {
  switch (cutter.next()) {
    case DocumentCutter::Found::terminator:
      return false;
    case DocumentCutter::Found::end:
      broken(cutter, name, "the input ends");
    case DocumentCutter::Found::damage:
      broken(cutter, name, cutter.problem());
    case DocumentCutter::Found::document:
      break;
  }
  if (const auto defect = bson::validate(cutter.document())) broken(cutter, name, defect->what);
  return true;
}

void check_header(const DocumentCutter& cutter, const std::string& name) {
  for (const bson::Element& element : bson::DocumentView(cutter.document()))
    if (element.name == "version") {
      const std::string version = text_of(element);
      if (version == "0.1") return;
      throw DataError(name + ": archive version " + quoted(version) +
                      " is not known, only 0.1 is; dump with another release of mongodump");
    }
  broken(cutter, name, "the header names no version");
}

ArchivedCollection announced(std::string_view document) {
  ArchivedCollection collection;
  for (const bson::Element& element : bson::DocumentView(document)) {
    if (element.name == "db") collection.database = text_of(element);
    if (element.name == "collection") collection.name = text_of(element);
    if (element.name == "type") collection.type = text_of(element);
    if (element.name == "metadata") collection.metadata = text_of(element);
  }
  return collection;
}

}  // namespace

std::string ArchivedCollection::data_name() const {
  const bool buckets = type == "timeseries" && !is_bucket_name(name);
  return database + '.' + (buckets ? std::string(bucket_prefix) : "") + name;
}

std::vector<ArchivedCollection> read_archive_prelude(ReadAhead& input, DocumentCutter& cutter,
                                                     const std::string& name) {
  read_magic(input, name);
  if (!next_document(cutter, name)) broken(cutter, name, "the header is missing");
  check_header(cutter, name);
  std::vector<ArchivedCollection> collections;
  std::size_t bytes = 0;
  while (next_document(cutter, name)) {
    collections.push_back(announced(cutter.document()));
    bytes += cutter.document().size();
    if (collections.size() > most_collections || bytes > most_prelude_bytes) {
      broken(cutter, name,
             "it is over the limit of " + std::to_string(most_collections) + " collections or " +
                 byte_count(most_prelude_bytes));
    }
  }
  return collections;
}

const ArchivedCollection& choose_collection(const std::vector<ArchivedCollection>& collections,
                                            const std::string& ns, const std::string& name) {
  std::vector<Namespace> names;
  names.reserve(collections.size());
  for (const ArchivedCollection& collection : collections)
    names.push_back({collection.database, collection.name, collection.type == "view"});
  return collections[choose_namespace(names, ns, name)];
}

}  // namespace shardsweep::datasets
