#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/bson/view.hpp"
#include "datasets/document_source.hpp"
#include "host/columns/pod_vector.hpp"
#include "host/columns/value_bytes.hpp"

namespace shardsweep::host {

/// One value found at a path: which document of the batch, where its value part begins there.
struct Cell {
  std::uint32_t document;
  std::uint32_t offset;
  bson::Type type;
};

/// A field whose name is not in the tree: below which node, and where its element begins.
struct Stray {
  std::uint32_t node;
  std::uint32_t document;
  std::uint32_t offset;
};

/// A batch of documents with what a walk found in it. Documents count from 0 over those that are
/// kept (all, unless `filtered`).
struct WalkedBatch {
  datasets::DocumentBatch documents;
  bool filtered = false;
  std::vector<std::uint32_t> kept;     ///< filtered: positions of the kept documents in the batch
  std::uint64_t first_kept_row = 0;    ///< kept documents in all batches before this one
  std::vector<PodVector<Cell>> cells;  ///< by node of the tree, ascending documents
  PodVector<Stray> strays;

  std::size_t size() const noexcept { return filtered ? kept.size() : documents.size(); }
  std::size_t position(std::size_t document) const noexcept {
    return filtered ? kept[document] : document;
  }
  std::string_view document(std::size_t i) const noexcept {
    return documents.document(position(i));
  }
  /// Row in the whole input, kept or not.
  std::uint64_t input_row(std::size_t document) const noexcept {
    return documents.first_row + position(document);
  }
  /// Names the row for people.
  std::string describe_row(std::size_t document) const {
    return datasets::describe_row(documents.origins, input_row(document));
  }
  bson::ValueView value(const Cell& cell) const noexcept {
    const char* at =
        documents.bytes.data() + documents.offsets[position(cell.document)] + cell.offset;
    return {cell.type, {at, value_bytes(cell.type, at)}};
  }
};

}  // namespace shardsweep::host
