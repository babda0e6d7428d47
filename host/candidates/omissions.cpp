#include "host/candidates/omissions.hpp"

namespace shardsweep::host {

void Omissions::add(std::string_view rule, const std::string& example, std::uint64_t count) {
  if (count == 0) return;
  for (Omitted& entry : list_)
    if (entry.rule == rule) {
      if (__builtin_add_overflow(entry.count, count, &entry.count)) entry.count = UINT64_MAX;
      return;
    }
  list_.push_back({std::string(rule), count, example});
}

}  // namespace shardsweep::host
