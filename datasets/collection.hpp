#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "datasets/document_source.hpp"
#include "datasets/metadata.hpp"

namespace shardsweep::datasets {

struct OpenOptions {
  bool skip_bad = false;
  bool legacy_json = false;
  std::string ns;               ///< "db.coll" or "coll": which collection of an archive or folder
  std::string format = "auto";  ///< auto | bson | json | csv | tsv | archive
  std::optional<std::vector<std::string>> csv_fields;  ///< names when the file has no header line
  std::string temp_directory;  ///< for the copy of a pipe; "" = the system's
  unsigned threads = 0;        ///< for parsing text; 0 = as many as the machine has
  std::size_t block_bytes = std::size_t{1} << 18U;  ///< of one read; tests make it small
  std::size_t batch_bytes = std::size_t{1} << 20U;  ///< about, of one DocumentBatch
};

/// One input file as named, for the run record.
struct InputFile {
  std::string path;
  std::uint64_t bytes = 0;
  std::uint64_t xxh3 = 0;  ///< XXH3-64 of the bytes as stored, filled by the first whole reading
};

/// The documents of one collection: one or several files, a dump folder, an archive or stdin ("-").
/// It can be read any number of times; a pipe is copied to a temporary file during its first
/// reading. All files are opened (and formats recognised) on creation, so a bad name fails early.
class Collection {
 public:
  virtual ~Collection() = default;
  /// Starts a reading from row 0. The collection must outlive the source; one source at a time.
  virtual std::unique_ptr<DocumentSource> read() = 0;
  virtual const CollectionMetadata& metadata() const = 0;
  virtual const std::vector<InputFile>& files() const = 0;
};

/// Opens inputs as the command line names them. Blocks for small reads (format recognition).
/// `metadata()` is what the dump says beside the documents (metadata.json, archive); of several
/// files the first that has any. Throws DataError ("cannot open orders.bson: No such file or
/// directory", "dump holds 3 collections: ...; pick one with --ns", ...) and std::invalid_argument
/// for an unknown options.format and for options that no input can heed (ns, csv_fields,
/// legacy_json), with their names on the command line.
std::unique_ptr<Collection> open_collection(const std::vector<std::string>& inputs,
                                            const OpenOptions& options);

}  // namespace shardsweep::datasets
