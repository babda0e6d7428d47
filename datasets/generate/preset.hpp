#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/bson/builder.hpp"

namespace shardsweep::generate {

/// What the documents of a preset depend on beside the row.
struct Recipe {
  std::uint64_t seed = 1;
  std::uint64_t documents = 0;  ///< of the whole collection, whatever part of it is made
};

/// Appends the elements of document `row` (0 <= row < recipe.documents) to the open document.
/// Pure: the same bytes for the same arguments, from any thread and in any order.
using DocumentFunction = void (*)(const Recipe& recipe, std::uint64_t row, bson::Builder& document);

enum class Format { bson, jsonl, csv };

/// Renders rows in one format. Safe to use from several threads.
class RowWriter {
 public:
  virtual ~RowWriter() = default;
  /// What stands before row 0: the header line of a CSV, else nothing.
  virtual std::string header() const { return {}; }
  /// Appends rows [first, last). Rows joined are the whole, however it is cut.
  virtual void append_rows(std::uint64_t first, std::uint64_t last, std::string& out) const = 0;
};

/// A preset's own writer; `names` are its fields after renaming, in the order of Preset::fields.
using WriterFactory = std::unique_ptr<RowWriter> (*)(const Recipe& recipe, Format format,
                                                     std::vector<std::string> names);

/// One named kind of data set.
struct Preset {
  std::string name;
  std::string description;          ///< one line
  std::vector<std::string> fields;  ///< dotted paths of all values, in document order
  DocumentFunction document = nullptr;
  WriterFactory writer = nullptr;  ///< null: the common writers
};

/// All presets, by name.
const std::vector<Preset>& presets();
/// Null when there is none of this name.
const Preset* find_preset(std::string_view name);

/// Appends one whole document of a preset.
void append_document(const Preset& preset, const Recipe& recipe, std::uint64_t row,
                     std::string& out);

}  // namespace shardsweep::generate
