#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/cpu/carry.hpp"

namespace shardsweep::kernels::cpu {

/// Documents on their way through partition and sort: parallel arrays of low key bits and of what
/// is carried. Arrays that are not carried are null. Non-owning.
template <typename Key>
struct Entries {
  Key* keys = nullptr;
  std::uint32_t* rows = nullptr;
  std::uint32_t* bytes = nullptr;

  Entries from(std::size_t i) const {
    return {keys + i, rows ? rows + i : nullptr, bytes ? bytes + i : nullptr};
  }

  template <Carry carry>
  void copy(std::size_t to, const Entries& source, std::size_t at) const {
    keys[to] = source.keys[at];
    if constexpr (carry >= Carry::rows) rows[to] = source.rows[at];
    if constexpr (carry >= Carry::bytes) bytes[to] = source.bytes[at];
  }
};

/// Bytes one entry takes.
constexpr std::size_t entry_bytes(Carry carry, std::size_t key_bytes) {
  return key_bytes + (carry >= Carry::bytes ? 4 : 0) + (carry >= Carry::rows ? 4 : 0);
}

/// Lays out entries for `count` documents from `memory`, each array on its own cache lines.
template <typename Key>
Entries<Key> lay_out(std::byte* memory, std::size_t count, Carry carry) {
  const std::size_t padded = (count + 63) / 64 * 64;
  Entries<Key> entries;
  entries.keys = reinterpret_cast<Key*>(memory);
  memory += padded * sizeof(Key);
  if (carry >= Carry::bytes) {
    entries.bytes = reinterpret_cast<std::uint32_t*>(memory);
    memory += padded * sizeof(std::uint32_t);
  }
  if (carry >= Carry::rows) entries.rows = reinterpret_cast<std::uint32_t*>(memory);
  return entries;
}

/// Bytes lay_out needs.
constexpr std::size_t layout_bytes(std::size_t count, Carry carry, std::size_t key_bytes) {
  return (count + 63) / 64 * 64 * entry_bytes(carry, key_bytes);
}

}  // namespace shardsweep::kernels::cpu
