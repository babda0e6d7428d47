#include "host/columns/value_dictionary.hpp"

#include <cstring>

#include "hashing/fingerprint.hpp"

namespace shardsweep::host {
namespace {

/// memcmp == 0 without a call for short values: two loads that overlap cover up to 16 bytes.
bool equal_bytes(const char* a, const char* b, std::size_t size) noexcept {
  using bson::load;
  if (size > 16) return std::memcmp(a, b, size) == 0;
  if (size >= 8)
    return load<std::uint64_t>(a) == load<std::uint64_t>(b) &&
           load<std::uint64_t>(a + size - 8) == load<std::uint64_t>(b + size - 8);
  if (size >= 4)
    return load<std::uint32_t>(a) == load<std::uint32_t>(b) &&
           load<std::uint32_t>(a + size - 4) == load<std::uint32_t>(b + size - 4);
  return size == 0 || std::memcmp(a, b, size) == 0;
}

}  // namespace

std::uint64_t ValueDictionary::fingerprint(const bson::ValueView& value) const noexcept {
  const auto type = static_cast<std::uint64_t>(value.type);
  if (value.bytes.size() != 8) return hashing::fingerprint(value.bytes, type) & mask_;
  // The finalizer of splitmix64: numbers and dates need no longer hash.
  std::uint64_t x = bson::load<std::uint64_t>(value.bytes.data()) + type * 0x9e3779b97f4a7c15;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
  x = (x ^ x >> 27) * 0x94d049bb133111eb;
  return (x ^ x >> 31) & mask_;
}

void ValueDictionary::grow() {
  const std::size_t slots = slots_.empty() ? 64 : slots_.size() * 2;
  PodVector<Slot> grown;
  grown.resize(slots, Slot{0, 0});
  for (std::size_t i = 0; i < fingerprints_.size(); ++i) {
    std::size_t at = fingerprints_[i] & (slots - 1);
    while (grown[at].number != 0) at = (at + 1) & (slots - 1);
    grown[at] = {static_cast<std::uint32_t>(fingerprints_[i] >> 32),
                 static_cast<std::uint32_t>(i + 1)};
  }
  slots_ = std::move(grown);
}

std::uint32_t ValueDictionary::number(const bson::ValueView& value, std::uint64_t fingerprint) {
  if (slots_.size() <= 2 * fingerprints_.size()) grow();
  const auto tag = static_cast<std::uint32_t>(fingerprint >> 32);
  std::size_t at = fingerprint & (slots_.size() - 1);
  for (; slots_[at].number != 0; at = (at + 1) & (slots_.size() - 1)) {
    if (slots_[at].tag != tag) continue;
    const bson::ValueView known = values_[slots_[at].number - 1];
    if (known.type == value.type && known.bytes.size() == value.bytes.size() &&
        equal_bytes(known.bytes.data(), value.bytes.data(), known.bytes.size()))
      return slots_[at].number - 1;
  }
  values_.append(value);
  fingerprints_.push_back(fingerprint);
  small_ = small_ && value.bytes.size() <= 8;
  slots_[at] = {tag, static_cast<std::uint32_t>(values_.size())};
  return slots_[at].number - 1;
}

std::size_t ValueDictionary::memory_bytes() const noexcept {
  return slots_.capacity_bytes() + fingerprints_.capacity_bytes() + values_.memory_bytes();
}

void ValueDictionary::seal() noexcept {
  slots_.release();
  fingerprints_.release();
}

}  // namespace shardsweep::host
