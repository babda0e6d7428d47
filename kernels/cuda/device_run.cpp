#include "kernels/cuda/device_run.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>
#include <set>
#include <utility>

#include "kernels/cuda/check.hpp"
#include "kernels/cuda/node_order.hpp"

namespace shardsweep::kernels::cuda {
namespace {

std::size_t temporary_bytes(std::uint32_t rows) {
  return std::max({sort_narrow_temporary(rows), sort_wide_temporary(rows),
                   find_groups_temporary(rows), number_groups_temporary(rows),
                   running_sums_temporary(rows)});
}

std::vector<std::uint32_t> columns_of(const KeyPlan& key) {
  std::vector<std::uint32_t> columns;
  for (const KeyStep& step : key.steps) {
    for (const KeyPart& part : step.parts) {
      if (part.column != KeyPart::numbers) columns.push_back(part.column);
    }
  }
  return columns;
}

std::size_t used_columns(const std::vector<KeyTask>& tasks) {
  std::set<std::uint32_t> used;
  for (const KeyTask& task : tasks) {
    for (const std::uint32_t column : columns_of(task.key)) used.insert(column);
  }
  return std::max<std::size_t>(used.size(), 1);
}

}  // namespace

/// Memory and stream of one key under way. Its figures are copied to the host by turns, so that
/// those of one batch can be read while the next one runs.
struct DeviceRun::LaneMemory {
  LaneMemory(DeviceArena& arena, std::uint64_t bytes, std::uint64_t figures_bytes)
      : memory(arena.allocate(bytes)),
        copies{PinnedBuffer(figures_bytes), PinnedBuffer(figures_bytes)} {}

  DeviceBuffer memory;
  PinnedBuffer copies[2];
  Event finished;
  Stream stream;
};

/// Keys that are waited for together.
struct DeviceRun::Batch {
  std::size_t turn = 0;
  std::vector<std::size_t> tasks;  ///< the lane's number is the place
  Stream collector;
  Event finished;
};

DeviceRun::DeviceRun(const Plan& plan, const Columns& columns, const CudaOptions& options,
                     std::stop_token stop)
    : plan_(plan), columns_(columns), options_(options), stop_(std::move(stop)) {}

DeviceRun::~DeviceRun() = default;

void DeviceRun::run(const std::vector<std::size_t>& nodes, std::uint64_t budget, const Take& take) {
  arena_ = std::make_unique<DeviceArena>(budget);
  temporary_bytes_ = temporary_bytes(columns_.rows);
  plan_tasks(nodes, std::vector<bool>(columns_.columns.size()));
  divide(arena_->budget());
  if (!layout_) return;
  drop_misfits();
  allocate();
  std::vector<std::size_t> fitting;
  for (const KeyTask& task : tasks_) fitting.push_back(task.node);
  plan_tasks(fitting, find_unique_columns());
  evaluate_all(take);
}

void DeviceRun::plan_tasks(const std::vector<std::size_t>& nodes, const std::vector<bool>& unique) {
  tasks_.clear();
  for (const std::size_t node : nodes) {
    tasks_.push_back({node,
                      plan_key(key_columns(plan_, node, unique), columns_, unique),
                      {plan_.nodes[node].wants, columns_.rows, plan_.parameters}});
  }
}

void DeviceRun::divide(std::uint64_t budget) {
  const std::uint64_t column_bytes = std::uint64_t{columns_.rows} * sizeof(std::uint32_t);
  LayoutRequest request;
  request.budget = budget;
  request.fixed_bytes = column_bytes + columns_.columns.size() * sizeof(std::uint32_t);
  request.column_bytes = column_bytes;
  request.columns = used_columns(tasks_);
  request.most_lanes = std::max<std::size_t>(options_.in_flight, 1);
  std::vector<std::uint64_t> key_bytes;
  for (const KeyTask& task : tasks_) key_bytes.push_back(space_bytes(task, temporary_bytes_));
  layout_ = divide_memory(request, key_bytes);
}

void DeviceRun::drop_misfits() {
  std::erase_if(tasks_, [&](const KeyTask& task) {
    return space_bytes(task, temporary_bytes_) > layout_->lane_bytes;
  });
}

void DeviceRun::allocate() {
  const std::uint64_t column_bytes = std::uint64_t{columns_.rows} * sizeof(std::uint32_t);
  std::uint64_t figures_bytes = 0;
  for (const KeyTask& task : tasks_) {
    figures_bytes = std::max(figures_bytes, task.figures.bytes());
  }
  sizes_memory_ = arena_->allocate(column_bytes);
  flags_ = arena_->allocate(columns_.columns.size() * sizeof(std::uint32_t));
  flags_copy_ = std::make_unique<PinnedBuffer>(flags_.bytes());
  for (std::size_t i = 0; i < layout_->lanes; ++i) {
    lanes_.emplace_back(*arena_, layout_->lane_bytes, figures_bytes);
  }
  uploader_ = std::make_unique<Uploader>(std::min(options_.staging_bytes, column_bytes));
  cache_ =
      std::make_unique<ColumnCache>(*arena_, *uploader_, columns_, layout_->places, layout_->lanes);
}

std::vector<bool> DeviceRun::find_unique_columns() {
  std::vector<bool> unique(columns_.columns.size());
  for (const KeyTask& task : tasks_) {
    for (const std::uint32_t column : columns_of(task.key)) {
      unique[column] = columns_.columns[column].distinct == columns_.rows;
    }
  }
  const cudaStream_t stream = lanes_[0].stream.get();
  auto* flags = static_cast<std::uint32_t*>(flags_.data());
  check(cudaMemsetAsync(flags, 0, flags_.bytes(), stream), "cudaMemsetAsync");
  for (std::uint32_t column = 0; column < unique.size(); ++column) {
    if (!unique[column]) continue;
    find_repeated(cache_->acquire(column, stream), columns_.rows,
                  static_cast<std::uint32_t*>(lanes_[0].memory.data()), flags + column, stream);
    cache_->release(column, 0, stream);
  }
  check(cudaMemcpyAsync(flags_copy_->data(), flags, flags_.bytes(), cudaMemcpyDeviceToHost, stream),
        "cudaMemcpyAsync");
  lanes_[0].finished.record(stream);
  lanes_[0].finished.wait();
  const auto* repeated = static_cast<const std::uint32_t*>(flags_copy_->data());
  for (std::size_t column = 0; column < unique.size(); ++column) {
    unique[column] = unique[column] && repeated[column] == 0;
  }
  return unique;
}

void DeviceRun::evaluate_all(const Take& take) {
  std::vector<std::vector<std::uint32_t>> keys;
  for (const KeyTask& task : tasks_) keys.push_back(columns_of(task.key));
  std::vector<KeyTask> ordered;
  for (const std::size_t i : order_by_columns(keys, layout_->places)) {
    ordered.push_back(std::move(tasks_[i]));
  }
  tasks_ = std::move(ordered);
  Event uploaded;
  uploader_->upload(columns_.sizes, static_cast<std::uint32_t*>(sizes_memory_.data()), uploaded);
  for (const LaneMemory& lane : lanes_) uploaded.hold(lane.stream.get());
  sizes_ = {static_cast<const std::uint32_t*>(sizes_memory_.data()),
            std::accumulate(columns_.sizes.begin(), columns_.sizes.end(), std::uint64_t{0})};
  Batch batches[2];
  batches[1].turn = 1;
  std::size_t turn = 0;
  for (std::size_t begin = 0; begin < tasks_.size(); begin += lanes_.size()) {
    if (stop_.stop_requested()) return;
    enqueue(batches[turn], begin);
    turn = 1 - turn;
    hand_over(batches[turn], take);
  }
  if (!stop_.stop_requested()) hand_over(batches[1 - turn], take);
}

void DeviceRun::enqueue(Batch& batch, std::size_t begin) {
  const std::size_t end = std::min(tasks_.size(), begin + lanes_.size());
  for (std::size_t i = begin; i < end; ++i) {
    const KeyTask& task = tasks_[i];
    LaneMemory& lane = lanes_[i - begin];
    const cudaStream_t stream = lane.stream.get();
    Carver carver(lane.memory.data());
    const KeySpace space = carve(task, temporary_bytes_, carver);
    evaluate(task, space, *cache_, sizes_, {stream, i - begin});
    check(cudaMemcpyAsync(lane.copies[batch.turn].data(), space.figures, task.figures.bytes(),
                          cudaMemcpyDeviceToHost, stream),
          "cudaMemcpyAsync");
    lane.finished.record(stream);
    lane.finished.hold(batch.collector.get());
    batch.tasks.push_back(i);
  }
  batch.finished.record(batch.collector.get());
}

void DeviceRun::hand_over(Batch& batch, const Take& take) {
  if (batch.tasks.empty()) return;
  batch.finished.wait();  // the one wait of a batch
  for (std::size_t i = 0; i < batch.tasks.size(); ++i) {
    const KeyTask& task = tasks_[batch.tasks[i]];
    const FiguresView view = task.figures.view(lanes_[i].copies[batch.turn].data());
    take(task.node, to_result(task.figures, view));
  }
  batch.tasks.clear();
}

}  // namespace shardsweep::kernels::cuda
