#pragma once

#include <set>
#include <string>
#include <vector>

#include "host/columns/column_table.hpp"
#include "host/profile/field_profile.hpp"
#include "kernels/executor.hpp"

namespace shardsweep::host {

/// Which fields rise or fall with the arrival: their rank correlation with it, that of their own
/// ranged key (`insertion.rankCorrelation`), is monotonic_from or more, or -monotonic_from or less.
/// Where the arrival is unknown, times and ids made from times (by the profile's types) count as
/// rising. References must outlive it.
class RisingFields {
 public:
  RisingFields(const Profile& profile, ColumnTable& table, kernels::Executor& executor,
               const kernels::ExecuteOptions& execution)
      : profile_(profile), table_(table), executor_(executor), execution_(execution) {}

  /// Looks at the fields not looked at before; each needs a column. Blocks: one plan of theirs.
  void look_at(const std::vector<std::string>& paths);
  /// Of a field that was looked at.
  bool rises(const std::string& path) const { return rising_.contains(path); }

 private:
  void correlate(const std::vector<std::string>& paths);

  const Profile& profile_;
  ColumnTable& table_;
  kernels::Executor& executor_;
  const kernels::ExecuteOptions& execution_;
  std::set<std::string> known_;
  std::set<std::string> rising_;
};

}  // namespace shardsweep::host
