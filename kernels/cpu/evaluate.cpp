#include "kernels/cpu/evaluate.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "kernels/cpu/first_rows.hpp"
#include "kernels/cpu/group_figures.hpp"
#include "kernels/cpu/group_stream.hpp"
#include "kernels/cpu/key_shape.hpp"
#include "kernels/cpu/unique_key.hpp"

namespace shardsweep::kernels::cpu {
namespace {

NodeResult evaluate_packed(const KeyTask& task, const KeyShape& shape, Scratch& scratch,
                           const StopCheck& stop) {
  const Carry carry = carry_of(task.wants);
  GroupFigures figures(task.wants, task.parameters, task.rows, scratch.windows);
  stream_groups({shape, task.rows, task.sizes}, carry, figures, scratch, stop);
  if (carry < Carry::rows) {
    const bool sum_bytes = carry == Carry::counts;
    find_first_rows(shape, task.rows, task.sizes, sum_bytes, figures.listed(), stop);
  }
  return figures.result();
}

/// The key with its leading columns replaced by the numbers of their groups until the rest can be
/// packed.
class NarrowedKey {
 public:
  NarrowedKey(const KeyTask& task, Scratch& scratch, const StopCheck& stop)
      : path_(task.path.begin(), task.path.end()), unique_(task.unique_last) {
    for (std::size_t packed = pack(path_, shape_); packed < path_.size();
         packed = pack(path_, shape_)) {
      std::uint32_t* numbers = numbers_[turn_].reserve_as<std::uint32_t>(task.rows);
      turn_ = 1 - turn_;
      const std::uint32_t groups =
          number_groups({shape_, task.rows, task.sizes}, numbers, scratch, stop);
      replace_leading(packed, {{numbers, task.rows}, groups});
      if (groups != task.rows) continue;
      path_.resize(1);  // no two rows share the prefix: nothing after it matters
      unique_ = true;
    }
  }

  const KeyShape& shape() const { return shape_; }

  /// The ranks when the key comes down to one column without equal values, else null.
  const std::uint32_t* unique_ranks() const {
    if (!unique_ || shape_.columns.size() != 1) return nullptr;
    // With one row the unique column has one value and is left out of the packed key.
    const std::uint32_t* last = path_.back().ranks.data();
    return shape_.columns[0].ranks == last ? last : nullptr;
  }

 private:
  void replace_leading(std::size_t count, const ColumnView& column) {
    path_.erase(path_.begin(), path_.begin() + static_cast<std::ptrdiff_t>(count) - 1);
    path_.front() = column;
  }

  std::vector<ColumnView> path_;
  bool unique_;  ///< the last column of the path holds every rank exactly once
  KeyShape shape_;
  Pages numbers_[2];  // the next numbers are made from the last ones
  std::size_t turn_ = 0;
};

}  // namespace

NodeResult evaluate(const KeyTask& task, Scratch& scratch, const StopCheck& stop) {
  const NarrowedKey key(task, scratch, stop);
  if (const std::uint32_t* ranks = key.unique_ranks()) {
    return evaluate_unique({ranks, task.rows}, task.sizes, task.wants, task.parameters,
                           scratch.windows, stop);
  }
  return evaluate_packed(task, key.shape(), scratch, stop);
}

std::uint64_t evaluate_bytes(const KeyTask& task) {
  std::uint64_t bytes = 0;
  if (task.wants & want_windows) bytes += WindowTable::bytes(task.parameters, task.rows);
  KeyShape shape;
  if (pack(task.path, shape) == task.path.size()) {
    if (task.unique_last && shape.columns.size() == 1) return bytes;
    return bytes + stream_bytes(shape.domain, task.rows, carry_of(task.wants));
  }
  return bytes + std::uint64_t{task.rows} * 8 + stream_bytes(UINT64_MAX, task.rows, Carry::order);
}

}  // namespace shardsweep::kernels::cpu
