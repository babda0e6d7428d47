#include "kernels/cpu/group_figures.hpp"

#include <utility>

namespace shardsweep::kernels::cpu {
namespace {

std::vector<Group> groups_of(std::vector<ListedGroup>& listed) {
  std::vector<Group> groups;
  groups.reserve(listed.size());
  for (const ListedGroup& entry : listed) groups.push_back(entry.group);
  return groups;
}

}  // namespace

GroupFigures::GroupFigures(std::uint32_t wants, const PlanParameters& parameters,
                           std::uint32_t rows, Pages& window_storage)
    : wants_(wants),
      parameters_(parameters),
      top_((wants & want_top) ? parameters.top : 0),
      heaviest_from_((wants & want_heaviest) ? 0 : UINT64_MAX),
      oversized_(parameters.oversized_limit),
      range_((wants & want_ranges) ? parameters.ranges : 1, rows) {
  if (wants & want_oversized) {
    oversized_bytes_ = parameters.oversized_bytes;
    oversized_documents_ = parameters.oversized_documents;
  }
  const std::uint32_t ranges = (wants & want_ranges) ? parameters.ranges : 1;
  range_documents_.resize(ranges);
  range_bytes_.resize(ranges);
  if (wants & want_windows) windows_.emplace(parameters, rows, window_storage);
}

std::vector<ListedGroup*> GroupFigures::listed() {
  std::vector<ListedGroup*> all;
  for (ListedGroup& entry : top_.groups()) all.push_back(&entry);
  for (ListedGroup& entry : oversized_.groups()) all.push_back(&entry);
  if (wants_ & want_heaviest) all.push_back(&heaviest_);
  return all;
}

NodeResult GroupFigures::result() {
  NodeResult result;
  if (wants_ & want_distinct) result.distinct = distinct_;
  result.top = groups_of(top_.groups());
  result.heaviest = heaviest_.group;
  result.oversized_count = oversized_count_;
  result.oversized_documents = oversized_sum_documents_;
  result.oversized_bytes = oversized_sum_bytes_;
  result.oversized = groups_of(oversized_.groups());
  if (wants_ & want_monotonicity) result.monotonicity.sum_xy = sum_xy_;
  if (wants_ & want_correlation) result.correlation = correlation_;
  if (wants_ & want_ranges) {
    result.range_documents = std::move(range_documents_);
    result.range_bytes = std::move(range_bytes_);
  }
  if (windows_) result.windows = windows_->figures();
  return result;
}

}  // namespace shardsweep::kernels::cpu
