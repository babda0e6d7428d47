#pragma once

#include "kernels/executor.hpp"

namespace shardsweep::test {

/// The oracle: maps and loops that follow the definitions word for word and share nothing with the
/// executors it judges. Slow; ignores the memory budget.
class ReferenceExecutor : public kernels::Executor {
 public:
  std::string_view name() const noexcept override { return "reference"; }
  void execute(const kernels::Plan& plan, const kernels::Columns& columns,
               const kernels::Sink& sink, const kernels::ExecuteOptions& options) override;
  std::uint64_t estimate_bytes(const kernels::Plan& plan, std::uint32_t rows) const override;
};

}  // namespace shardsweep::test
