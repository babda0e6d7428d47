#include "kernels/cpu/row_filter.hpp"

#include <utility>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/cpu/row_filter.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace shardsweep::kernels::cpu {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Bit (hash >> 17) of a table of 2^15 bits in 32-bit words, for each row of [begin, end).
std::size_t match_rows(const std::uint32_t* const* columns, const std::uint32_t* factors,
                       std::size_t count, const std::uint32_t* bits, std::size_t begin,
                       std::size_t end, std::uint32_t* rows) {
  const hn::ScalableTag<std::uint32_t> tag;
  const hn::RebindToSigned<decltype(tag)> signed_tag;
  const std::size_t lanes = hn::Lanes(tag);
  std::size_t found = 0;
  std::size_t row = begin;
  for (; row + lanes <= end; row += lanes) {
    auto hash = hn::Zero(tag);
    for (std::size_t k = 0; k < count; ++k) {
      const auto ranks = hn::LoadU(tag, columns[k] + row);
      hash = hn::Add(hash, hn::Mul(ranks, hn::Set(tag, factors[k])));
    }
    const auto word = hn::GatherIndex(tag, bits, hn::BitCast(signed_tag, hn::ShiftRight<22>(hash)));
    const auto place = hn::And(hn::ShiftRight<17>(hash), hn::Set(tag, 31));
    const auto bit = hn::And(hn::Shr(word, place), hn::Set(tag, 1));
    const auto hits = hn::Ne(bit, hn::Zero(tag));
    if (hn::AllFalse(tag, hits)) continue;
    found +=
        hn::CompressStore(hn::Iota(tag, static_cast<std::uint32_t>(row)), hits, tag, rows + found);
  }
  for (; row < end; ++row) {
    std::uint32_t hash = 0;
    for (std::size_t k = 0; k < count; ++k) hash += columns[k][row] * factors[k];
    if (bits[hash >> 22] >> ((hash >> 17) & 31) & 1) {
      rows[found++] = static_cast<std::uint32_t>(row);
    }
  }
  return found;
}

}  // namespace HWY_NAMESPACE
}  // namespace shardsweep::kernels::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace shardsweep::kernels::cpu {

HWY_EXPORT(match_rows);

RowFilter::RowFilter(std::vector<const std::uint32_t*> columns) : columns_(std::move(columns)) {
  // Odd multiples of 2^32 / golden ratio (Knuth, "The Art of Computer Programming" 3, 6.4).
  for (std::size_t k = 0; k < columns_.size(); ++k) {
    factors_.push_back(0x9E3779B1u * (2 * static_cast<std::uint32_t>(k) + 1));
  }
}

void RowFilter::allow(std::span<const std::uint32_t> ranks) {
  std::uint32_t hash = 0;
  for (std::size_t k = 0; k < ranks.size(); ++k) hash += ranks[k] * factors_[k];
  bits_[hash >> 22] |= 1u << ((hash >> 17) & 31);
}

std::size_t RowFilter::match(std::size_t begin, std::size_t end, std::uint32_t* rows) const {
  return HWY_DYNAMIC_DISPATCH(match_rows)(columns_.data(), factors_.data(), columns_.size(),
                                          bits_.data(), begin, end, rows);
}

}  // namespace shardsweep::kernels::cpu
#endif
