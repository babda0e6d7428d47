#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/columns.hpp"
#include "kernels/cuda/memory.hpp"
#include "kernels/cuda/stream.hpp"
#include "kernels/cuda/uploader.hpp"

namespace shardsweep::kernels::cuda {

/// Columns of ranks on the device. When there is room for fewer than are used, the one that was not
/// used for the longest time makes room.
class ColumnCache {
 public:
  /// Room for `places` >= 1 columns; `users` streams will read them.
  ColumnCache(DeviceArena& arena, Uploader& uploader, const Columns& columns, std::size_t places,
              std::size_t users);

  /// The column's ranks, of which `stream` may read from here on. Stays until release(), and until
  /// more than `places` others were asked for.
  const std::uint32_t* acquire(std::uint32_t column, cudaStream_t stream);

  /// All that user `user` has put into `stream` so far are its last reads of the column.
  void release(std::uint32_t column, std::size_t user, cudaStream_t stream);

  std::size_t places() const { return places_.size(); }
  std::uint64_t uploads() const { return uploads_; }

 private:
  struct Place {
    DeviceBuffer memory;
    Event uploaded;
    std::vector<Event> read;  ///< by user
    std::int64_t column = -1;
    std::uint64_t last_use = 0;
  };

  Place* find(std::uint32_t column);
  Place& load(std::uint32_t column);

  Uploader& uploader_;
  std::span<const ColumnView> columns_;
  std::vector<Place> places_;
  std::uint64_t clock_ = 0;
  std::uint64_t uploads_ = 0;
};

}  // namespace shardsweep::kernels::cuda
