#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace shardsweep::bson {

inline constexpr std::size_t max_document_bytes = 16 * 1024 * 1024 + 16 * 1024;
inline constexpr int max_nesting = 200;

/// What is wrong with a document, and where: `offset` counts from the document's first byte,
/// `path` is the dotted path of the element ("" at the top).
struct Defect {
  std::string what;
  std::size_t offset = 0;
  std::string path;
};

/// Checks one whole document strictly (lengths, types, NULs, UTF-8, booleans, nesting; the rules of
/// the public BSON corpus). The names inside arrays are free. Never reads outside `document`, never
/// recurses deeper than max_nesting. Cost: one pass.
std::optional<Defect> validate(std::string_view document);

}  // namespace shardsweep::bson
