#include "kernels/cpu/evaluate.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "kernels/cpu/first_rows.hpp"
#include "kernels/cpu/group_figures.hpp"
#include "kernels/cpu/key_shape.hpp"

namespace shardsweep::kernels::cpu {
namespace {

using KeyedRow = std::pair<std::uint64_t, std::uint32_t>;

std::vector<KeyedRow> sorted_keys(const KeyShape& shape, std::uint32_t rows) {
  std::vector<KeyedRow> keys(rows);
  with_reader(shape, [&](const auto& reader) {
    for (std::uint32_t row = 0; row < rows; ++row) keys[row] = {reader(row), row};
  });
  std::sort(keys.begin(), keys.end());
  return keys;
}

void stream_groups(const std::vector<KeyedRow>& keys, const KeyTask& task, GroupFigures& figures) {
  for (std::size_t begin = 0; begin < keys.size();) {
    const std::size_t line = figures.window_line(begin);
    std::uint64_t bytes = 0;
    std::uint64_t row_sum = 0;
    std::size_t end = begin;
    for (; end < keys.size() && keys[end].first == keys[begin].first; ++end) {
      const std::uint32_t row = keys[end].second;
      figures.document(end + 1, row, line);
      bytes += task.sizes[row];
      row_sum += std::uint64_t{row} + 1;
    }
    figures.group<Carry::order>(keys[begin].first, end - begin, bytes, row_sum);
    begin = end;
  }
}

std::uint32_t number_groups(const std::vector<KeyedRow>& keys,
                            std::vector<std::uint32_t>& numbers) {
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (i > 0 && keys[i].first != keys[i - 1].first) ++number;
    numbers[keys[i].second] = number;
  }
  return number + 1;
}

}  // namespace

NodeResult evaluate(const KeyTask& task, const StopCheck& stop) {
  std::vector<ColumnView> path(task.path.begin(), task.path.end());
  std::vector<std::uint32_t> numbers;
  KeyShape shape;
  for (;;) {
    stop.poll();
    const std::size_t packed = pack(path, shape);
    const std::vector<KeyedRow> keys = sorted_keys(shape, task.rows);
    stop.poll();
    if (packed == path.size()) {
      GroupFigures figures(task.wants, task.parameters, task.rows);
      stream_groups(keys, task, figures);
      find_first_rows(shape, task.rows, task.sizes, false, figures.listed(), stop);
      return figures.result();
    }
    std::vector<std::uint32_t> prefix(task.rows);
    const std::uint32_t groups = number_groups(keys, prefix);
    numbers = std::move(prefix);
    path.erase(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(packed) - 1);
    path.front() = {numbers, groups};
  }
}

}  // namespace shardsweep::kernels::cpu
