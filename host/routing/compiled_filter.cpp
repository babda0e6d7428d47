#include "host/routing/compiled_filter.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

namespace shardsweep::host::routing {
namespace {

using Bounds = std::map<KeyField, IntervalList>;

/// Predicates that hold together, and $or lists beside them.
struct Conjunction {
  Bounds bounds;
  std::vector<std::vector<Conjunction>> alternatives;
};

using Parts = std::map<KeyField, std::vector<IntervalList>>;

void add(Parts& parts, KeyField field, std::optional<IntervalList> intervals) {
  if (intervals) parts[std::move(field)].push_back(std::move(*intervals));
}

/// Pair by pair, so that many long lists cost no more than n log n.
IntervalList common(std::vector<IntervalList> lists) {
  while (lists.size() > 1) {
    std::vector<IntervalList> halved;
    for (std::size_t i = 0; i + 1 < lists.size(); i += 2)
      halved.push_back(intersected(lists[i], lists[i + 1]));
    if (lists.size() % 2 == 1) halved.push_back(std::move(lists.back()));
    lists = std::move(halved);
  }
  return std::move(lists[0]);
}

const std::string& path_of(const MatchNode& node) {
  return node.kind == MatchKind::negation ? node.children[0].path : node.path;
}

Conjunction conjunction_of(const MatchNode& node, const BoundsRules& rules);

void collect(const MatchNode& node, const BoundsRules& rules, Parts& parts, Conjunction& into) {
  if (node.kind == MatchKind::all_of) {
    for (const MatchNode& child : node.children) collect(child, rules, parts, into);
  } else if (node.kind == MatchKind::element_object) {
    collect(node.children[0], rules, parts, into);
  } else if (node.kind == MatchKind::any_of) {
    std::vector<Conjunction>& branches = into.alternatives.emplace_back();
    branches.reserve(node.children.size());
    for (const MatchNode& child : node.children) branches.push_back(conjunction_of(child, rules));
  } else if (const std::string& path = path_of(node); !path.empty()) {
    add(parts, {path, false}, ranged_bounds(node, rules));
    add(parts, {path, true}, hashed_bounds(node, rules));
  }
}

Conjunction conjunction_of(const MatchNode& node, const BoundsRules& rules) {
  Parts parts;
  Conjunction made;
  collect(node, rules, parts, made);
  for (auto& [field, lists] : parts) made.bounds.emplace(field, common(std::move(lists)));
  return made;
}

/// Tables, and which of them holds for keys that begin with a field.
struct Resolved {
  std::vector<Bounds> tables;
  std::map<KeyField, std::size_t> starts;
};

/// Field by field: what any of the tables allows. Fields that one of them lacks are unbounded.
Bounds united(const std::vector<const Bounds*>& tables) {
  std::map<KeyField, std::pair<std::size_t, IntervalList>> parts;
  for (const Bounds* table : tables) {
    for (const auto& [field, intervals] : *table) {
      auto& [count, all] = parts[field];
      ++count;
      all.insert(all.end(), intervals.begin(), intervals.end());
    }
  }
  Bounds made;
  for (auto& [field, part] : parts)
    if (part.first == tables.size()) made.emplace(field, normalized(std::move(part.second)));
  return made;
}

Resolved resolve(const Conjunction& conjunction);

/// An $or bounds the first fields that each of its branches bounds.
Resolved resolve_alternatives(const std::vector<Conjunction>& branches) {
  std::vector<Resolved> parts;
  parts.reserve(branches.size());
  for (const Conjunction& branch : branches) parts.push_back(resolve(branch));
  Resolved made;
  std::map<std::vector<std::size_t>, std::size_t> known;
  for (const auto& [field, table] : parts[0].starts) {
    std::vector<std::size_t> choice;
    std::vector<const Bounds*> chosen;
    for (const Resolved& part : parts) {
      const auto found = part.starts.find(field);
      if (found == part.starts.end()) break;
      choice.push_back(found->second);
      chosen.push_back(&part.tables[found->second]);
    }
    if (chosen.size() != parts.size()) continue;
    const auto [at, is_new] = known.try_emplace(choice, made.tables.size());
    if (is_new) made.tables.push_back(united(chosen));
    made.starts.emplace(field, at->second);
  }
  return made;
}

/// Of several $or that bound the first field the server takes one; what any of them allows is sure
/// to hold its choice.
void add_alternatives(const std::vector<Resolved>& lists, Resolved& into) {
  using Choice = std::vector<std::pair<std::size_t, std::size_t>>;  // list and table
  std::map<KeyField, Choice> choices;
  for (std::size_t i = 0; i < lists.size(); ++i)
    for (const auto& [field, table] : lists[i].starts)
      if (!into.starts.contains(field)) choices[field].emplace_back(i, table);
  std::map<Choice, std::size_t> known;
  for (const auto& [field, choice] : choices) {
    const auto [at, is_new] = known.try_emplace(choice, into.tables.size());
    if (is_new) {
      std::vector<const Bounds*> chosen;
      for (const auto& [list, table] : choice) chosen.push_back(&lists[list].tables[table]);
      into.tables.push_back(united(chosen));
    }
    into.starts.emplace(field, at->second);
  }
}

/// Table 0 is that of the fields bounded outside $or.
Resolved resolve(const Conjunction& conjunction) {
  Resolved made;
  made.tables.push_back(conjunction.bounds);
  for (const auto& [field, intervals] : conjunction.bounds) made.starts.emplace(field, 0);
  std::vector<Resolved> lists;
  for (const auto& branches : conjunction.alternatives)
    lists.push_back(resolve_alternatives(branches));
  add_alternatives(lists, made);
  return made;
}

void collect_equalities(const MatchNode& node, std::vector<EqualityFact>& facts) {
  if (node.kind == MatchKind::all_of) {
    for (const MatchNode& child : node.children) collect_equalities(child, facts);
  } else if (node.kind == MatchKind::comparison && node.comparison == Comparison::equal &&
             !node.across_types) {
    facts.push_back({node.path, node.values[0]});
  }
}

/// $text comes with its own index: the planner then makes no bounds at all.
bool holds_text(const MatchNode& node) {
  return node.kind == MatchKind::text || std::ranges::any_of(node.children, holds_text);
}

void keep_tables(Resolved&& resolved, CompiledFilter& filter) {
  for (Bounds& bounds : resolved.tables) {
    BoundsTable& table = filter.tables.emplace_back();
    for (auto& [field, intervals] : bounds) table.fields.push_back({field, std::move(intervals)});
  }
  for (const auto& [field, table] : resolved.starts) filter.starts.push_back({field, table});
}

}  // namespace

const IntervalList* BoundsTable::find(const KeyField& field) const {
  const auto of = [](const FieldBounds& bounds) -> const KeyField& { return bounds.field; };
  const auto found = std::ranges::lower_bound(fields, field, {}, of);
  return found != fields.end() && found->field == field ? &found->intervals : nullptr;
}

const BoundsTable* CompiledFilter::bounds_for(const KeyField& first) const {
  const auto found = std::ranges::lower_bound(starts, first, {}, &Start::first);
  return found != starts.end() && found->first == first ? &tables[found->table] : nullptr;
}

CompiledFilter compile_filter(const MatchNode& filter, const BoundsRules& rules) {
  CompiledFilter made;
  made.simple_collation = rules.simple_collation;
  collect_equalities(filter, made.equalities);
  if (holds_text(filter)) return made;
  keep_tables(resolve(conjunction_of(filter, rules)), made);
  return made;
}

}  // namespace shardsweep::host::routing
