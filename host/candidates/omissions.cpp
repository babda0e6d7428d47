#include "host/candidates/omissions.hpp"

namespace shardsweep::host {

void Omissions::add(std::string_view rule, const std::string& example, std::uint64_t count) {
  if (count == 0) return;
  for (Omitted& entry : list_)
    if (entry.rule == rule) {
      entry.count += count;
      return;
    }
  list_.push_back({std::string(rule), count, example});
}

}  // namespace shardsweep::host
