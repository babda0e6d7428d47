#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/cpu/carry.hpp"

namespace shardsweep::kernels::cpu {

/// A document on its way through partition and sort: low key bits and what is carried. One record,
/// not parallel arrays: a scatter then touches one cache line a document.
template <typename Key, Carry carry>
struct Entry {
  Key key;
  std::uint32_t row;
  std::uint32_t bytes;

  void set(std::uint64_t own_key, std::uint32_t own_bytes, std::size_t own_row) {
    key = static_cast<Key>(own_key);
    bytes = own_bytes;
    row = static_cast<std::uint32_t>(own_row);
  }
};

template <typename Key>
struct Entry<Key, Carry::bytes> {
  Key key;
  std::uint32_t bytes;
  static constexpr std::uint32_t row = 0;

  void set(std::uint64_t own_key, std::uint32_t own_bytes, std::size_t) {
    key = static_cast<Key>(own_key);
    bytes = own_bytes;
  }
};

template <typename Key>
struct Entry<Key, Carry::counts> {
  Key key;
  static constexpr std::uint32_t row = 0;
  static constexpr std::uint32_t bytes = 0;

  void set(std::uint64_t own_key, std::uint32_t, std::size_t) { key = static_cast<Key>(own_key); }
};

}  // namespace shardsweep::kernels::cpu
