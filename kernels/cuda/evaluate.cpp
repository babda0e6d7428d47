#include "kernels/cuda/evaluate.hpp"

#include <algorithm>
#include <bit>

#include "kernels/cuda/check.hpp"

namespace shardsweep::kernels::cuda {
namespace {

/// The steps of one key in their order.
class Evaluation {
 public:
  Evaluation(const KeyTask& task, const KeySpace& space, ColumnCache& columns,
             const DeviceSizes& sizes, const Lane& lane)
      : key_(task.key),
        shape_(task.figures),
        space_(space),
        columns_(columns),
        sizes_(sizes),
        lane_(lane),
        view_(shape_.view(space.figures)) {}

  void run() {
    check(cudaMemsetAsync(space_.figures, 0, shape_.bytes(), lane_.stream), "cudaMemsetAsync");
    if (key_.unique_column) {
      place(*key_.unique_column);
    } else {
      sort();
    }
    if (wants(want_monotonicity)) sum_places(groups_, view_.figures, lane_.stream);
    if (wants(want_windows)) {
      fill_windows(groups_, shape_.parameters, space_.windows, view_.arrivals, lane_.stream);
    }
    if (wants(want_correlation)) {
      sum_up(nullptr);
      sum_ranks(groups_, space_.running, view_.figures, lane_.stream);
    }
    if (needs_bytes(shape_.wants)) {
      sum_up(sizes_.data);
      measure_groups();
    }
  }

 private:
  bool wants(std::uint32_t want) const { return (shape_.wants & want) != 0; }

  void place(std::uint32_t column) {
    const std::uint32_t* ranks = columns_.acquire(column, lane_.stream);
    place_unique(ranks, shape_.rows, space_.buffers.rows[0], space_.buffers.rows[1],
                 &view_.figures->groups, lane_.stream);
    columns_.release(column, lane_.user, lane_.stream);
    take_groups();
  }

  void sort() {
    for (std::size_t i = 0; i < key_.steps.size(); ++i) {
      const KeyStep& step = key_.steps[i];
      pack(step);
      const auto sort_step = space_.buffers.wide ? sort_wide : sort_narrow;
      sort_step(space_.buffers, shape_.rows, step.bits, space_.temporary, lane_.stream);
      if (i + 1 < key_.steps.size()) {
        number_groups(space_.buffers, shape_.rows, other_rows(), space_.numbers, space_.temporary,
                      lane_.stream);
      }
    }
    find_groups(space_.buffers, shape_.rows, other_rows(), &view_.figures->groups, space_.temporary,
                lane_.stream);
    take_groups();
  }

  std::uint32_t* other_rows() const { return space_.buffers.rows[1 - space_.buffers.current]; }

  void take_groups() {
    groups_ = {space_.buffers.rows[space_.buffers.current], other_rows(), &view_.figures->groups,
               shape_.rows};
  }

  /// As many columns a pass as the cache can hold at once.
  void pack(const KeyStep& step) {
    const std::size_t most = std::min<std::size_t>(PackPass::most, columns_.places());
    std::size_t done = 0;
    PackPass pass;
    do {
      const std::size_t end = std::min(step.parts.size(), done + most);
      pass.count = 0;
      for (std::size_t k = done; k < end; ++k)
        pass.columns[pass.count++] = on_device(step.parts[k]);
      pack_keys(pass, shape_.rows, space_.buffers, lane_.stream);
      for (std::size_t k = done; k < end; ++k) {
        columns_.release(step.parts[k].column, lane_.user, lane_.stream);
      }
      pass.first = false;
      done = end;
    } while (done < step.parts.size());
  }

  PackedColumn on_device(const KeyPart& part) {
    if (part.column == KeyPart::numbers) return {space_.numbers, part.stride};
    return {columns_.acquire(part.column, lane_.stream), part.stride};
  }

  /// Running sums of sizes, or of row numbers.
  void sum_up(const std::uint32_t* sizes) {
    running_sums(groups_.rows, sizes, shape_.rows, space_.running, space_.temporary, lane_.stream);
  }

  void measure_groups() {
    const PlanParameters& p = shape_.parameters;
    if (wants(want_ranges)) {
      fill_ranges(groups_, space_.running, p.ranges, view_.range_documents, view_.range_bytes,
                  lane_.stream);
    }
    if (wants(want_heaviest | want_oversized)) {
      total_groups(groups_, space_.running, p, view_.figures, lane_.stream);
    }
    if (shape_.top() > 0) {
      Listing listing;
      listing.measure_bits = static_cast<int>(std::bit_width(shape_.rows));
      listing.limit = shape_.top();
      list(listing, &view_.figures->groups, view_.top, &view_.figures->top_listed);
    }
    if (shape_.oversized() > 0) {
      const int bits = std::max(1, static_cast<int>(std::bit_width(sizes_.total)));
      const Listing listing{true, p.oversized_bytes, p.oversized_documents, bits,
                            shape_.oversized()};
      list(listing, &view_.figures->oversized_groups, view_.oversized,
           &view_.figures->oversized_listed);
    }
  }

  void list(const Listing& listing, const std::uint32_t* candidates, ListedGroup* target,
            std::uint32_t* listed) {
    list_groups(groups_, space_.running, listing, candidates, space_.selection, target, listed,
                lane_.stream);
  }

  const KeyPlan& key_;
  const FiguresShape& shape_;
  KeySpace space_;
  ColumnCache& columns_;
  const DeviceSizes& sizes_;
  const Lane& lane_;
  FiguresView view_;
  Groups groups_;
};

}  // namespace

void evaluate(const KeyTask& task, KeySpace space, ColumnCache& columns, const DeviceSizes& sizes,
              const Lane& lane) {
  Evaluation(task, space, columns, sizes, lane).run();
}

}  // namespace shardsweep::kernels::cuda
