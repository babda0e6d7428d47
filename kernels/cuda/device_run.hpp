#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "kernels/columns.hpp"
#include "kernels/cuda/evaluate.hpp"
#include "kernels/cuda/layout.hpp"
#include "kernels/cuda_executor.hpp"

namespace shardsweep::kernels::cuda {

/// Takes the result of a node; calls come on the thread that runs, in any order of nodes.
using Take = std::function<void(std::size_t node, NodeResult&& result)>;

/// Evaluates keys on the device, as far as they fit its memory: columns travel up while kernels
/// run, several keys are under way at once, and the host waits once for each batch of them.
class DeviceRun {
 public:
  DeviceRun(const Plan& plan, const Columns& columns, const CudaOptions& options,
            std::stop_token stop);
  ~DeviceRun();

  /// Evaluates those of `nodes` that fit `budget` bytes. Throws OutOfDeviceMemory when the device
  /// had less than it said, OutOfPageLockedMemory when the host had; nodes not taken by then are
  /// still to be done.
  void run(const std::vector<std::size_t>& nodes, std::uint64_t budget, const Take& take);

  /// Bytes that run() meant to use; 0: it did not get that far.
  std::uint64_t planned_bytes() const { return layout_ ? layout_->total_bytes : 0; }

 private:
  struct LaneMemory;
  struct Batch;

  void plan_tasks(const std::vector<std::size_t>& nodes, const std::vector<bool>& unique);
  void divide(std::uint64_t budget);
  void drop_misfits();
  void allocate();
  std::vector<bool> find_unique_columns();
  void evaluate_all(const Take& take);
  void enqueue(Batch& batch, std::size_t begin);
  void hand_over(Batch& batch, const Take& take);

  const Plan& plan_;
  const Columns& columns_;
  const CudaOptions& options_;
  std::stop_token stop_;
  std::size_t temporary_bytes_ = 0;
  std::vector<KeyTask> tasks_;
  std::optional<Layout> layout_;
  std::unique_ptr<DeviceArena> arena_;
  DeviceBuffer sizes_memory_;
  DeviceBuffer flags_;
  std::unique_ptr<PinnedBuffer> flags_copy_;  // before the lanes, whose streams write it
  std::unique_ptr<Uploader> uploader_;
  std::unique_ptr<ColumnCache> cache_;
  std::vector<LaneMemory> lanes_;
  DeviceSizes sizes_;
};

}  // namespace shardsweep::kernels::cuda
