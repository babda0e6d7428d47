#pragma once

#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/bson/builder.hpp"

namespace shardsweep::conformance {

/// The file cannot be checked: not JSON, no format, or a format that is not a case format here.
struct NotACaseFile : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// One element of a section: its JSON text and, if it is an object, the JSON text of each field.
class Case {
 public:
  explicit Case(std::string json);

  const std::string& json() const { return json_; }
  bool has(const std::string& field) const { return fields_.contains(field); }
  /// JSON text of a field. Throws std::runtime_error naming a missing one.
  const std::string& field(const std::string& name) const;
  /// A field as Extended JSON. Throws datasets::DataError.
  bson::Value value(const std::string& name) const;
  /// A string or integer as plain text, anything else as its JSON text; `otherwise` when missing.
  std::string text(const std::string& name, const std::string& otherwise) const;
  std::int64_t integer(const std::string& name, std::int64_t otherwise) const;
  bool flag(const std::string& name, bool otherwise) const;
  /// Elements of an array of strings or numbers, as text.
  std::vector<std::string> texts(const std::string& name) const;

 private:
  std::string json_;
  std::map<std::string, std::string> fields_;
};

/// Cases of one array of a file, by the array's name.
struct Section {
  std::string name;
  std::vector<Case> cases;
};

struct CaseFile {
  std::string format;  ///< "hash-cases/1"
  std::vector<Section> sections;
  std::map<std::string, std::string> tables;  ///< JSON by name, what cases refer to
};

/// Reads the sections that hold cases. Throws NotACaseFile with the reason (without the path).
CaseFile read_case_file(const std::string& path);

/// JSON texts of an array's elements. Throws std::runtime_error.
std::vector<std::string> split_array(const std::string& json);

}  // namespace shardsweep::conformance
