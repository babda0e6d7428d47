#include "kernels/executor.hpp"

#include <algorithm>
#include <atomic>
#include <new>
#include <string>

#include "kernels/cpu/evaluate.hpp"
#include "kernels/cpu/group_stream.hpp"
#include "kernels/cpu/key_path.hpp"
#include "kernels/cpu/window_table.hpp"
#include "kernels/error.hpp"
#include "kernels/shared/ordered_results.hpp"
#include "kernels/thread_pool.hpp"
#include "kernels/validate.hpp"

namespace shardsweep::kernels {
namespace {

/// One execute() call: what its nodes share.
class Run {
 public:
  Run(const Plan& plan, const Columns& columns, const Sink& sink, const ExecuteOptions& options)
      : plan_(plan),
        columns_(columns),
        options_(options),
        stop_(options.stop),
        results_(plan, sink) {}

  void on(ThreadPool& pool) {
    stop_.poll();
    unique_ = cpu::unique_columns(plan_, columns_);
    const unsigned workers = affordable_workers(pool.size());
    pool.parallel_for(workers, [&](std::size_t, unsigned worker) { work(worker == 0); });
    results_.flush();
  }

 private:
  void work(bool on_calling_thread) {
    cpu::Scratch scratch;
    for (std::size_t node = next_++; node < plan_.nodes.size(); node = next_++) {
      if (plan_.nodes[node].wants == 0) continue;
      results_.put(node, evaluate(node, scratch));
      if (options_.progress) options_.progress(++done_);
      if (on_calling_thread) results_.flush();
    }
  }

  cpu::KeyTask task_of(std::size_t node, const cpu::KeyPath& path) const {
    return {path.columns,  path.unique_last, plan_.nodes[node].wants,
            columns_.rows, columns_.sizes,   plan_.parameters};
  }

  NodeResult evaluate(std::size_t node, cpu::Scratch& scratch) const {
    if (columns_.rows == 0) return empty_result(plan_.nodes[node].wants, plan_.parameters);
    const cpu::KeyPath path = cpu::key_path(plan_, columns_, node, unique_);
    return cpu::evaluate(task_of(node, path), scratch, stop_);
  }

  /// As many workers as there is work for and as the budget holds the hungriest key of.
  unsigned affordable_workers(unsigned threads) const {
    std::uint64_t need = 1;
    std::size_t nodes = 0;
    for (std::size_t node = 0; node < plan_.nodes.size(); ++node) {
      if (plan_.nodes[node].wants == 0) continue;
      ++nodes;
      const cpu::KeyPath path = cpu::key_path(plan_, columns_, node, unique_);
      if (columns_.rows > 0) need = std::max(need, cpu::evaluate_bytes(task_of(node, path)));
    }
    if (need > options_.memory_bytes) throw does_not_fit(columns_.rows, need);
    const std::uint64_t fit = options_.memory_bytes / need;
    return static_cast<unsigned>(std::min<std::uint64_t>({threads, fit, nodes}));
  }

  ResourceError does_not_fit(std::uint32_t rows, std::uint64_t need) const {
    return ResourceError("Evaluating one key of " + std::to_string(rows) + " documents needs " +
                         std::to_string(mebibytes(need)) + " MiB, and the memory budget leaves " +
                         std::to_string(options_.memory_bytes >> 20) +
                         " MiB. Raise --memory, or take keys of fewer fields (--max-fields).");
  }

  static std::uint64_t mebibytes(std::uint64_t bytes) { return (bytes + (1u << 20) - 1) >> 20; }

  const Plan& plan_;
  const Columns& columns_;
  const ExecuteOptions& options_;
  cpu::StopCheck stop_;
  OrderedResults results_;
  std::vector<bool> unique_;
  std::atomic<std::size_t> next_{0};
  std::atomic<std::size_t> done_{0};
};

class CpuExecutor final : public Executor {
 public:
  explicit CpuExecutor(ThreadPool& pool) : pool_(pool) {}

  std::string_view name() const noexcept override { return "cpu"; }

  void execute(const Plan& plan, const Columns& columns, const Sink& sink,
               const ExecuteOptions& options) override {
    validate(plan, columns);
    try {
      Run(plan, columns, sink, options).on(pool_);
    } catch (const cpu::Stopped&) {
      return;
    } catch (const std::bad_alloc&) {
      throw ResourceError(
          "Memory ran out while keys were evaluated. Use fewer --threads, name fewer fields with "
          "--fields, or close other programs.");
    }
  }

  std::uint64_t estimate_bytes(const Plan& plan, std::uint32_t rows) const override {
    std::uint64_t largest = 0;
    for (const PlanNode& node : plan.nodes) {
      if (node.wants == 0) continue;
      std::uint64_t bytes = cpu::stream_bytes(UINT64_MAX, rows, cpu::carry_of(node.wants));
      if (node.wants & want_windows) bytes += cpu::WindowTable::bytes(plan.parameters, rows);
      largest = std::max(largest, bytes);
    }
    return largest * std::min<std::uint64_t>(pool_.size(), plan.nodes.size());
  }

 private:
  ThreadPool& pool_;
};

}  // namespace

std::unique_ptr<Executor> make_cpu_executor(ThreadPool& pool) {
  return std::make_unique<CpuExecutor>(pool);
}

}  // namespace shardsweep::kernels
