#include <fmt/format.h>

#include <algorithm>

#include "host/backend.hpp"
#include "host/candidates/generate.hpp"
#include "host/input.hpp"
#include "host/profile/profile.hpp"
#include "host/sweep/sweep.hpp"
#include "host/text/printable.hpp"
#include "kernels/executor.hpp"

namespace shardsweep::host {
namespace {

constexpr std::uint64_t head_documents = 20'000;

/// The first documents of a collection, as a collection.
class Head final : public datasets::Collection {
 public:
  explicit Head(datasets::Collection& whole) : whole_(whole) {}

  std::unique_ptr<datasets::DocumentSource> read() override {
    return std::make_unique<Source>(whole_.read(), *this);
  }
  const datasets::CollectionMetadata& metadata() const override { return whole_.metadata(); }
  const std::vector<datasets::InputFile>& files() const override { return whole_.files(); }

  datasets::ReadProgress read_so_far;
  bool ended = false;

 private:
  class Source final : public datasets::DocumentSource {
   public:
    Source(std::unique_ptr<datasets::DocumentSource> inner, Head& head)
        : inner_(std::move(inner)), head_(head) {}
    bool next(datasets::DocumentBatch& batch) override {
      if (report().documents >= head_documents) return false;
      const bool more = inner_->next(batch);
      head_.read_so_far = inner_->progress();
      head_.ended = !more;
      return more;
    }
    datasets::ReadProgress progress() const override { return inner_->progress(); }
    const datasets::ReadReport& report() const override { return inner_->report(); }

   private:
    std::unique_ptr<datasets::DocumentSource> inner_;
    Head& head_;
  };

  datasets::Collection& whole_;
};

/// Documents of the whole input, from the share of its bytes that the head took; 0 when unknown.
std::uint64_t estimate_rows(const Head& head, std::uint64_t documents) {
  if (head.ended) return documents;
  const auto& read = head.read_so_far;
  if (read.bytes_total == 0 || read.bytes_done == 0) return 0;
  const double share = static_cast<double>(read.bytes_done) / static_cast<double>(read.bytes_total);
  return static_cast<std::uint64_t>(static_cast<double>(documents) / share);
}

std::uint64_t executor_bytes(const SweepOptions& options, std::uint64_t rows) {
  kernels::ThreadPool pool(options.input.threads);
  kernels::Plan plan;
  plan.nodes.assign(pool.size(), {-1, 0, kernels::want_all});  // there are more keys than threads
  plan.parameters.ranges = options.cluster.ranges;
  plan.parameters.windows = options.cluster.windows;
  return kernels::make_cpu_executor(pool)->estimate_bytes(
      plan, static_cast<std::uint32_t>(std::min<std::uint64_t>(rows, UINT32_MAX - 1)));
}

}  // namespace

std::string describe_run(const SweepOptions& options) {
  check_backend(options.input);
  const auto collection = open_input(options.input);
  Head head(*collection);
  kernels::ThreadPool pool(options.input.threads);
  datasets::ReadReport report;
  ProfileOptions profile_options;
  profile_options.max_paths = options.candidates.max_paths;
  const Profile profile = profile_documents(head, profile_options, pool, report);
  const auto fields = choose_fields(profile, options.candidates, options.cluster, head.metadata());
  const std::uint64_t rows = estimate_rows(head, report.documents);

  std::string text = fmt::format("passes over the input: 2 (profile, then {} columns)\n",
                                 fields.paths.size() + options.candidates.derive.size());
  if (rows == 0 && !head.ended) {
    return text + "the input's size is not known (a pipe): memory cannot be told\n";
  }
  const std::uint64_t columns =
      rows * 4 * (fields.paths.size() + options.candidates.derive.size() + 1);
  const std::uint64_t sweep = executor_bytes(options, rows);
  text += fmt::format("documents: {}{}\n", head.ended ? "" : "about ", grouped(rows));
  text +=
      fmt::format("memory: columns {}, working storage of the sweep {}, budget {}\n",
                  bytes_text(columns), bytes_text(sweep), bytes_text(memory_budget(options.input)));
  return text;
}

}  // namespace shardsweep::host
