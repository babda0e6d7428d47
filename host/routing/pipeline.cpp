#include "host/routing/pipeline.hpp"

#include <algorithm>
#include <array>

#include "host/error.hpp"
#include "host/routing/field_changes.hpp"
#include "host/routing/parse_filter.hpp"

namespace shardsweep::host::routing {
namespace {

using bson::DocumentView;
using bson::Element;
using bson::Type;

/// Renames the paths of a predicate to those before the stages. False: it depends on what they
/// computed.
bool move_before(MatchNode& node, const FieldChanges& changes) {
  if (changes.untouched()) return true;
  if (node.reads_anything || node.kind == MatchKind::text) return false;
  for (std::string& path : node.paths) {
    const std::optional<std::string> original = changes.original(path);
    if (!original) return false;
    path = *original;
  }
  if (!node.path.empty()) {
    const std::optional<std::string> original = changes.original(node.path);
    if (!original) return false;
    node.path = *original;
  }
  return std::ranges::all_of(node.children,
                             [&](MatchNode& child) { return move_before(child, changes); });
}

/// Adds what can be moved to the front, conjunct by conjunct.
void add_moved(MatchNode match, const FieldChanges& changes, MatchNode& filter) {
  if (match.kind == MatchKind::all_of) {
    for (MatchNode& child : match.children) add_moved(std::move(child), changes, filter);
  } else if (move_before(match, changes)) {
    filter.children.push_back(std::move(match));
  }
}

Element only_field(const Element& stage) {
  if (stage.value.type != Type::Document)
    throw RefusedError("TypeMismatch", "Each element of the 'pipeline' array must be an object");
  const DocumentView document(stage.value);
  auto field = document.begin();
  if (field == document.end())
    throw RefusedError("Location40323", "a pipeline stage must have exactly one field");
  const Element made = *field;
  if (++field != document.end())
    throw RefusedError("Location40323", "a pipeline stage must have exactly one field");
  return made;
}

bool asks_whole_cluster(std::string_view stage) {
  constexpr std::array<std::string_view, 4> known = {"$changeStream", "$currentOp",
                                                     "$listLocalSessions", "$queryStats"};
  return std::ranges::find(known, stage) != known.end();
}

void add_near_query(const Element& stage, DocumentView let, MatchNode& filter) {
  if (stage.value.type != Type::Document) return;
  for (const Element& option : DocumentView(stage.value))
    if (option.name == "query" && option.value.type == Type::Document)
      filter.children.push_back(parse_filter(DocumentView(option.value), let));
}

}  // namespace

PipelineFilter pipeline_filter(DocumentView stages, DocumentView let) {
  PipelineFilter made;
  FieldChanges changes;
  bool first = true;
  for (const Element& stage : stages) {
    const Element field = only_field(stage);
    if (first && asks_whole_cluster(field.name)) made.whole_cluster = true;
    if (first && field.name == "$geoNear") add_near_query(field, let, made.filter);
    first = false;
    if (field.name == "$match") {
      if (field.value.type != Type::Document)
        throw RefusedError("Location15959", "the match filter must be an expression in an object");
      add_moved(parse_filter(DocumentView(field.value), let), changes, made.filter);
    }
    if (!changes.apply(field.name, field.value)) break;
  }
  return made;
}

}  // namespace shardsweep::host::routing
