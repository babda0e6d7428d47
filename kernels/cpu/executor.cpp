#include "kernels/executor.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <new>
#include <optional>
#include <string>
#include <utility>

#include "kernels/cpu/evaluate.hpp"
#include "kernels/cpu/group_figures.hpp"
#include "kernels/cpu/key_path.hpp"
#include "kernels/error.hpp"
#include "kernels/thread_pool.hpp"
#include "kernels/validate.hpp"

namespace shardsweep::kernels {
namespace {

constexpr std::uint64_t bytes_per_row = 24;

/// Results wait here until those of all earlier nodes are there.
class OrderedResults {
 public:
  OrderedResults(const Plan& plan, const Sink& sink)
      : plan_(plan), sink_(sink), results_(plan.nodes.size()) {}

  void put(std::size_t node, NodeResult&& result) {
    const std::lock_guard lock(mutex_);
    results_[node] = std::move(result);
  }

  /// Hands over what is complete. Only on the thread that called execute().
  void flush() {
    for (; next_ < results_.size(); ++next_) {
      std::optional<NodeResult> ready;
      if (plan_.nodes[next_].wants != 0) {
        const std::lock_guard lock(mutex_);
        if (!results_[next_]) return;
        ready = std::exchange(results_[next_], std::nullopt);
      }
      if (ready) sink_(next_, std::move(*ready));
    }
  }

 private:
  const Plan& plan_;
  const Sink& sink_;
  std::mutex mutex_;
  std::vector<std::optional<NodeResult>> results_;
  std::size_t next_ = 0;
};

class CpuExecutor final : public Executor {
 public:
  explicit CpuExecutor(ThreadPool& pool) : pool_(pool) {}

  std::string_view name() const noexcept override { return "cpu"; }

  void execute(const Plan& plan, const Columns& columns, const Sink& sink,
               const ExecuteOptions& options) override {
    validate(plan, columns);
    try {
      run(plan, columns, sink, options);
    } catch (const cpu::Stopped&) {
      return;
    } catch (const std::bad_alloc&) {
      throw ResourceError(
          "Memory ran out while keys were evaluated. Give --memory a lower limit, "
          "use fewer threads, or evaluate a sample.");
    }
  }

  std::uint64_t estimate_bytes(const Plan& plan, std::uint32_t rows) const override {
    const std::uint64_t workers = std::min<std::uint64_t>(pool_.size(), plan.nodes.size());
    return workers * rows * bytes_per_row;
  }

 private:
  void run(const Plan& plan, const Columns& columns, const Sink& sink,
           const ExecuteOptions& options) {
    const cpu::StopCheck stop(options.stop);
    stop.poll();
    const std::vector<bool> unique = cpu::unique_columns(plan, columns);
    OrderedResults results(plan, sink);
    std::atomic<std::size_t> done{0};
    const unsigned workers = affordable_workers(columns.rows, options.memory_bytes);
    std::atomic<std::size_t> next{0};
    pool_.parallel_for(workers, [&](std::size_t, unsigned worker) {
      for (std::size_t node = next++; node < plan.nodes.size(); node = next++) {
        if (plan.nodes[node].wants == 0) continue;
        results.put(node, evaluate_node(plan, columns, node, unique, stop));
        if (options.progress) options.progress(++done);
        if (worker == 0) results.flush();
      }
    });
    results.flush();
  }

  static NodeResult evaluate_node(const Plan& plan, const Columns& columns, std::size_t node,
                                  const std::vector<bool>& unique, const cpu::StopCheck& stop) {
    const std::uint32_t wants = plan.nodes[node].wants;
    if (columns.rows == 0) return cpu::empty_result(wants, plan.parameters);
    const std::vector<ColumnView> path = cpu::key_path(plan, columns, node, unique);
    return cpu::evaluate({path, false, wants, columns.rows, columns.sizes, plan.parameters}, stop);
  }

  unsigned affordable_workers(std::uint32_t rows, std::uint64_t budget) const {
    const std::uint64_t need = std::max<std::uint64_t>(1, rows * bytes_per_row);
    if (need > budget) {
      throw ResourceError("Evaluating one key of " + std::to_string(rows) + " documents needs " +
                          std::to_string(need >> 20) + " MiB, and the memory budget leaves " +
                          std::to_string(budget >> 20) +
                          " MiB. Raise --memory or evaluate a sample.");
    }
    return static_cast<unsigned>(std::min<std::uint64_t>(pool_.size(), budget / need));
  }

  ThreadPool& pool_;
};

}  // namespace

std::unique_ptr<Executor> make_cpu_executor(ThreadPool& pool) {
  return std::make_unique<CpuExecutor>(pool);
}

}  // namespace shardsweep::kernels
