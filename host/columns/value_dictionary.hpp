#pragma once

#include <cstddef>
#include <cstdint>

#include "datasets/bson/view.hpp"
#include "host/columns/pod_vector.hpp"
#include "host/columns/value_store.hpp"

namespace shardsweep::host {

/// Distinct values (type and bytes) numbered from 0 in order of first appearance. Found by
/// fingerprint, told apart by value.
class ValueDictionary {
 public:
  /// `fingerprint_mask` thins fingerprints out, for tests: 0 makes all of them equal.
  explicit ValueDictionary(std::uint64_t fingerprint_mask = ~std::uint64_t{0})
      : mask_(fingerprint_mask) {}

  std::uint64_t fingerprint(const bson::ValueView& value) const noexcept;
  /// Asks the processor for the place where the fingerprint will be looked up.
  void prefetch(std::uint64_t fingerprint) const noexcept {
    if (!slots_.empty()) __builtin_prefetch(&slots_[fingerprint & (slots_.size() - 1)]);
  }
  /// The number of the value; a new one gets the next.
  std::uint32_t number(const bson::ValueView& value, std::uint64_t fingerprint);

  std::size_t size() const noexcept { return values_.size(); }
  const ValueStore& values() const noexcept { return values_; }
  /// No value is longer than eight bytes.
  bool small() const noexcept { return small_; }
  std::size_t memory_bytes() const noexcept;
  /// Frees what only look-ups need.
  void seal() noexcept;

 private:
  struct Slot {
    std::uint32_t tag;     // upper half of the fingerprint
    std::uint32_t number;  // from 1; 0 is a free slot
  };
  void grow();

  std::uint64_t mask_;
  bool small_ = true;
  PodVector<Slot> slots_;  // a power of two of them, at most half in use
  PodVector<std::uint64_t> fingerprints_;
  ValueStore values_;
};

}  // namespace shardsweep::host
