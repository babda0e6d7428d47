#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

#include "kernels/columns.hpp"
#include "kernels/plan.hpp"
#include "kernels/results.hpp"

namespace shardsweep::kernels {

class ThreadPool;

/// Receives the result of each node that wants something, in node order, on the calling thread.
using Sink = std::function<void(std::size_t node, NodeResult&& result)>;

struct ExecuteOptions {
  std::uint64_t memory_bytes = UINT64_MAX;         ///< budget for the executor's own storage
  std::stop_token stop;                            ///< asked to stop: execute() returns early
  std::function<void(std::size_t done)> progress;  ///< nodes finished so far; any thread
  /// A sentence for the user, as that the work was done in another way than asked for; the calling
  /// thread.
  std::function<void(const std::string&)> note;
};

/// The one port between the application and whatever computes. All calls block; all memory passed
/// in is host memory and is not kept. Every integer is the same on every executor.
class Executor {
 public:
  virtual ~Executor() = default;
  virtual std::string_view name() const noexcept = 0;  ///< "cpu", "cuda", "reference"
  /// What it runs on, as the maker calls it.
  virtual std::string device() const { return std::string(name()); }
  /// Runs the plan. Throws ResourceError when the budget cannot hold even one node.
  virtual void execute(const Plan& plan, const Columns& columns, const Sink& sink,
                       const ExecuteOptions& options) = 0;
  /// Bytes of working storage for `rows` documents (for --dry-run). Pure.
  virtual std::uint64_t estimate_bytes(const Plan& plan, std::uint32_t rows) const = 0;
};

/// The CPU executor; the pool must outlive it.
std::unique_ptr<Executor> make_cpu_executor(ThreadPool& pool);

}  // namespace shardsweep::kernels
