#include "datasets/operations/report.hpp"

namespace shardsweep::datasets {

std::string_view to_text(Reason reason) {
  constexpr std::array<std::string_view, 18> names = {
      "truncated",       "redacted",       "pattern-only",    "unsupported", "malformed",
      "incomplete",      "batch",          "no-document",     "internal",    "system-namespace",
      "other-namespace", "other-command",  "explain",         "getMore",     "double-logged",
      "retry",           "two-phase-part", "broken-last-line"};
  return names[static_cast<std::size_t>(reason)];
}

std::string_view to_text(Role role) {
  constexpr std::array<std::string_view, 4> names = {"unknown", "mongod", "shard", "mongos"};
  return names[static_cast<std::size_t>(role)];
}

}  // namespace shardsweep::datasets
