#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "host/columns/walked_batch.hpp"
#include "host/profile/distinct_sketch.hpp"
#include "host/profile/field_profile.hpp"

namespace shardsweep::host {

/// Gathers what is known of one path from the cells of batches in row order. About 19 KiB.
class FieldAccumulator {
 public:
  void add(const WalkedBatch& batch, const PodVector<Cell>& cells);

  std::uint64_t present() const noexcept { return present_; }
  /// (input row, offset in the document) of the first value: the order of appearance.
  std::pair<std::uint64_t, std::uint32_t> first_place() const noexcept { return first_place_; }
  std::uint64_t arrays() const noexcept { return types_[static_cast<int>(bson::Type::Array)]; }
  bool holds_dates() const noexcept { return types_[static_cast<int>(bson::Type::Date)] != 0; }
  std::optional<std::uint64_t> first_array_row() const noexcept { return first_array_row_; }

  /// Everything but path, depth and what arrays above the path add.
  FieldProfile finish(std::uint64_t documents, std::uint64_t bytes) const;

 private:
  void add_value(const bson::ValueView& value);

  std::array<std::uint64_t, 256> types_{};
  std::uint64_t present_ = 0;
  std::uint64_t filled_bytes_ = 0;  // of documents where the value is neither missing nor null
  std::uint64_t string_bytes_ = 0;
  std::uint64_t fractional_ = 0;
  std::pair<std::uint64_t, std::uint32_t> first_place_{0, 0};
  std::optional<std::uint64_t> first_array_row_;
  DistinctSketch distinct_;
};

}  // namespace shardsweep::host
