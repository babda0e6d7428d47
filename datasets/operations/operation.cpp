#include "datasets/operations/operation.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace shardsweep::datasets {
namespace {

constexpr std::array<std::pair<OperationKind, std::string_view>, 9> kinds = {{
    {OperationKind::find, "find"},
    {OperationKind::aggregate, "aggregate"},
    {OperationKind::count, "count"},
    {OperationKind::distinct, "distinct"},
    {OperationKind::insert, "insert"},
    {OperationKind::update, "update"},
    {OperationKind::replace, "replace"},
    {OperationKind::remove, "delete"},
    {OperationKind::find_and_modify, "findAndModify"},
}};

}  // namespace

std::string_view to_text(OperationKind kind) {
  return kinds[static_cast<std::size_t>(kind)].second;
}

std::optional<OperationKind> parse_operation_kind(std::string_view text) {
  const auto found = std::ranges::find(kinds, text, [](const auto& entry) { return entry.second; });
  if (found == kinds.end()) return std::nullopt;
  return found->first;
}

bool is_write(OperationKind kind) {
  return kind >= OperationKind::insert;
}

}  // namespace shardsweep::datasets
