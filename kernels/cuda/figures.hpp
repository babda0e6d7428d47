#pragma once

#include <cstdint>

#include "kernels/plan.hpp"
#include "kernels/results.hpp"

namespace shardsweep::kernels::cuda {

/// A sum of 128-bit terms: value = sum of limbs[i] << 32 i. Terms are added 32 bits at a time, so
/// that 2^32 of them cannot carry over.
struct WideSum {
  std::uint64_t limbs[4];

  UInt128 value() const {
    UInt128 sum = 0;
    for (int i = 3; i >= 0; --i) sum = (sum << 32) + limbs[i];
    return sum;
  }
};

/// A group as the device lists it.
struct ListedGroup {
  std::uint64_t documents;
  std::uint64_t bytes;
  std::uint32_t number;  ///< in key order
  std::uint32_t first_row;
};

/// What the kernels of one key leave on the device, all zeros before. Arrays follow it: see
/// FiguresView.
struct Figures {
  std::uint32_t groups;
  std::uint32_t heaviest_from_end;  ///< UINT32_MAX - number of the heaviest group
  std::uint64_t most_bytes;
  std::uint64_t oversized_documents;
  std::uint64_t oversized_bytes;
  std::uint32_t oversized_groups;
  std::uint32_t top_listed;
  std::uint32_t oversized_listed;
  std::uint32_t unused;
  ListedGroup heaviest;
  WideSum monotonicity;
  WideSum sum_r_y;
  WideSum sum_r_r;
};

/// Figures and the arrays behind them, in device memory or in its copy on the host.
struct FiguresView {
  Figures* figures = nullptr;
  ListedGroup* top = nullptr;                ///< in no order
  ListedGroup* oversized = nullptr;          ///< in no order
  std::uint64_t* range_documents = nullptr;  ///< R entries
  std::uint64_t* range_bytes = nullptr;      ///< R entries
  std::uint32_t* arrivals = nullptr;         ///< entry window * window_ranges + range
};

/// Shape of the figures of one key.
struct FiguresShape {
  std::uint32_t wants = 0;
  std::uint32_t rows = 0;
  PlanParameters parameters;

  std::uint32_t top() const;        ///< entries of `top`
  std::uint32_t oversized() const;  ///< entries of `oversized`
  std::uint64_t bytes() const;
  FiguresView view(void* memory) const;
};

/// The result of a node from a host copy of its figures. Sorts lists and windows in place.
NodeResult to_result(const FiguresShape& shape, const FiguresView& view);

}  // namespace shardsweep::kernels::cuda
