#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/cuda/carver.hpp"
#include "kernels/cuda/figures.hpp"
#include "kernels/cuda/key_plan.hpp"
#include "kernels/cuda/steps.hpp"

namespace shardsweep::kernels::cuda {

/// What evaluating one key needs to know besides its columns.
struct KeyTask {
  std::size_t node = 0;
  KeyPlan key;
  FiguresShape figures;
};

/// Device memory for one key at a time.
struct KeySpace {
  SortBuffers buffers;
  std::uint64_t* running = nullptr;  ///< rows + 1 entries, in place of the keys
  std::uint32_t* numbers = nullptr;  ///< null: the key has one step
  Temporary temporary;
  WindowSpace windows;
  Selection* selection = nullptr;
  void* figures = nullptr;
};

/// Whether running sums of sizes are needed.
bool needs_bytes(std::uint32_t wants);

/// Cuts the memory of one key: 24 bytes a row and less for keys of 32 bits, 4 more for keys of
/// several steps, the table of windows, and `temporary_bytes`.
KeySpace carve(const KeyTask& task, std::size_t temporary_bytes, Carver& carver);

/// Bytes of the above.
std::uint64_t space_bytes(const KeyTask& task, std::size_t temporary_bytes);

}  // namespace shardsweep::kernels::cuda
