#include "kernels/cuda/figures.hpp"

#include <algorithm>
#include <vector>

#include "kernels/cuda/carver.hpp"
#include "kernels/rules/window.hpp"

namespace shardsweep::kernels::cuda {
namespace {

FiguresView carve(const FiguresShape& shape, Carver& carver) {
  const PlanParameters& p = shape.parameters;
  FiguresView view;
  view.figures = carver.take<Figures>(1);
  view.top = carver.take<ListedGroup>(shape.top());
  view.oversized = carver.take<ListedGroup>(shape.oversized());
  if (shape.wants & want_ranges) {
    view.range_documents = carver.take<std::uint64_t>(p.ranges);
    view.range_bytes = carver.take<std::uint64_t>(p.ranges);
  }
  if (shape.wants & want_windows) {
    view.arrivals = carver.take<std::uint32_t>(std::uint64_t{p.windows} * p.window_ranges);
  }
  return view;
}

Group group_of(const ListedGroup& listed) {
  return {listed.first_row, listed.documents, listed.bytes};
}

/// The listed groups by a measure descending, ties in key order.
std::vector<Group> sorted(ListedGroup* first, std::uint32_t count,
                          std::uint64_t ListedGroup::*measure) {
  std::sort(first, first + count, [&](const ListedGroup& a, const ListedGroup& b) {
    return a.*measure != b.*measure ? a.*measure > b.*measure : a.number < b.number;
  });
  std::vector<Group> groups;
  groups.reserve(count);
  for (const ListedGroup* listed = first; listed != first + count; ++listed) {
    groups.push_back(group_of(*listed));
  }
  return groups;
}

std::vector<WindowCounts> window_figures(const FiguresShape& shape, std::uint32_t* arrivals) {
  const PlanParameters& p = shape.parameters;
  std::vector<WindowCounts> figures;
  for (std::uint32_t w = 1; w < p.windows; ++w) {
    const std::uint64_t documents = rules::window_begin(w + 1, p.windows, shape.rows) -
                                    rules::window_begin(w, p.windows, shape.rows);
    if (documents == 0) continue;
    figures.push_back(rules::window_counts(
        w, documents, arrivals + std::size_t{w} * p.window_ranges, p.window_ranges, p.shards));
  }
  return figures;
}

}  // namespace

std::uint32_t FiguresShape::top() const {
  return (wants & want_top) ? std::min(parameters.top, rows) : 0;
}

std::uint32_t FiguresShape::oversized() const {
  return (wants & want_oversized) ? std::min(parameters.oversized_limit, rows) : 0;
}

std::uint64_t FiguresShape::bytes() const {
  Carver carver(nullptr);
  carve(*this, carver);
  return carver.used();
}

FiguresView FiguresShape::view(void* memory) const {
  Carver carver(memory);
  return carve(*this, carver);
}

NodeResult to_result(const FiguresShape& shape, const FiguresView& view) {
  const Figures& figures = *view.figures;
  const PlanParameters& p = shape.parameters;
  NodeResult result;
  if (shape.wants & want_distinct) result.distinct = figures.groups;
  result.top = sorted(view.top, figures.top_listed, &ListedGroup::documents);
  if (shape.wants & want_heaviest) result.heaviest = group_of(figures.heaviest);
  if (shape.wants & want_oversized) {
    result.oversized_count = figures.oversized_groups;
    result.oversized_documents = figures.oversized_documents;
    result.oversized_bytes = figures.oversized_bytes;
    result.oversized = sorted(view.oversized, figures.oversized_listed, &ListedGroup::bytes);
  }
  result.monotonicity.sum_xy = figures.monotonicity.value();
  result.correlation = {figures.sum_r_y.value(), figures.sum_r_r.value()};
  if (shape.wants & want_ranges) {
    result.range_documents.assign(view.range_documents, view.range_documents + p.ranges);
    result.range_bytes.assign(view.range_bytes, view.range_bytes + p.ranges);
  }
  if (shape.wants & want_windows) result.windows = window_figures(shape, view.arrivals);
  return result;
}

}  // namespace shardsweep::kernels::cuda
