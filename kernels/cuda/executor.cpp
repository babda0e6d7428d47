#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "kernels/cuda/check.hpp"
#include "kernels/cuda/device_run.hpp"
#include "kernels/cuda_executor.hpp"
#include "kernels/error.hpp"
#include "kernels/shared/ordered_results.hpp"
#include "kernels/validate.hpp"

namespace shardsweep::kernels {
namespace {

/// What the user was told already: a sweep executes many plans, and each sentence comes once.
struct Said {
  bool too_small = false;
  bool ran_out = false;
  bool page_locked = false;
};

/// One execute() call: the device as long as it has memory, then the fallback.
class Run {
 public:
  Run(const Plan& plan, const Columns& columns, const Sink& sink, const ExecuteOptions& options,
      Said& said)
      : plan_(plan), columns_(columns), options_(options), said_(said), results_(plan, sink) {
    for (std::size_t node = 0; node < plan.nodes.size(); ++node) {
      if (plan.nodes[node].wants != 0) left_.push_back(node);
    }
    wanted_ = left_.size();
  }

  void without_rows() {
    for (const std::size_t node : left_) {
      results_.put(node, empty_result(plan_.nodes[node].wants, plan_.parameters));
    }
    results_.flush();
  }

  /// Less and less memory is asked for until it is there.
  void on_device(const CudaOptions& cuda) {
    std::uint64_t budget = cuda.device_bytes;
    while (!left_.empty() && !options_.stop.stop_requested()) {
      cuda::DeviceRun run(plan_, columns_, cuda, options_.stop);
      try {
        run.run(left_, budget,
                [this](std::size_t node, NodeResult&& result) { take(node, std::move(result)); });
        return;
      } catch (const cuda::OutOfDeviceMemory&) {
        ran_out_ = true;
        if (run.planned_bytes() == 0) return;
        budget = run.planned_bytes() / 2;
      } catch (const cuda::OutOfPageLockedMemory&) {
        page_locked_ran_out_ = true;
        return;
      }
    }
  }

  void on(Executor& fallback) {
    if (options_.stop.stop_requested()) return;
    say_what_happened();
    if (left_.empty()) return;
    Plan rest = plan_;
    for (PlanNode& node : rest.nodes) node.wants = 0;
    for (const std::size_t node : left_) rest.nodes[node].wants = plan_.nodes[node].wants;
    ExecuteOptions options = options_;
    const std::size_t done = wanted_ - left_.size();
    options.progress = [this, done](std::size_t more) {
      if (options_.progress) options_.progress(done + more);
    };
    fallback.execute(
        rest, columns_,
        [this](std::size_t node, NodeResult&& result) {
          results_.put(node, std::move(result));
          results_.flush();
        },
        options);
  }

 private:
  void take(std::size_t node, NodeResult&& result) {
    std::erase(left_, node);
    results_.put(node, std::move(result));
    if (options_.progress) options_.progress(wanted_ - left_.size());
    results_.flush();
  }

  void say_what_happened() const {
    const std::string keys = std::to_string(left_.size()) + " of " + std::to_string(wanted_);
    if (page_locked_ran_out_) {
      note(said_.page_locked, "The host has no page-locked memory left for the GPU's copies: " +
                                  keys + " keys are evaluated on the CPU.");
    } else if (!left_.empty()) {
      note(said_.too_small,
           "The GPU's memory is too small for " + keys + " keys: they are evaluated on the CPU.");
    } else if (ran_out_) {
      note(said_.ran_out, "The GPU's memory ran out: fewer keys are evaluated at a time.");
    }
  }

  void note(bool& said, const std::string& sentence) const {
    if (said || !options_.note) return;
    said = true;
    options_.note(sentence);
  }

  const Plan& plan_;
  const Columns& columns_;
  const ExecuteOptions& options_;
  Said& said_;
  OrderedResults results_;
  std::vector<std::size_t> left_;  ///< nodes still to be done
  std::size_t wanted_ = 0;
  bool ran_out_ = false;
  bool page_locked_ran_out_ = false;
};

class CudaExecutor final : public Executor {
 public:
  CudaExecutor(std::unique_ptr<Executor> fallback, std::string device, const CudaOptions& options)
      : fallback_(std::move(fallback)), device_(std::move(device)), options_(options) {}

  std::string_view name() const noexcept override { return "cuda"; }
  std::string device() const override { return device_; }

  void execute(const Plan& plan, const Columns& columns, const Sink& sink,
               const ExecuteOptions& options) override {
    validate(plan, columns);
    Run run(plan, columns, sink, options, said_);
    if (columns.rows == 0) return run.without_rows();
    run.on_device(options_);
    run.on(*fallback_);
  }

  /// Host memory: what the fallback takes, since what does not fit the device goes there.
  std::uint64_t estimate_bytes(const Plan& plan, std::uint32_t rows) const override {
    return fallback_->estimate_bytes(plan, rows) + 2 * options_.staging_bytes;
  }

 private:
  std::unique_ptr<Executor> fallback_;
  std::string device_;
  CudaOptions options_;
  Said said_;
};

}  // namespace

std::unique_ptr<Executor> make_cuda_executor(std::unique_ptr<Executor> fallback,
                                             const CudaOptions& options) {
  CudaStatus status = cuda_status();
  if (!status.usable) throw DeviceError(status.text);
  return std::make_unique<CudaExecutor>(std::move(fallback), std::move(status.device), options);
}

}  // namespace shardsweep::kernels
