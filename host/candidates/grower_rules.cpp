#include <fmt/format.h>

#include <algorithm>

#include "host/candidates/grower.hpp"
#include "host/candidates/refusals.hpp"
#include "host/candidates/same_order.hpp"
#include "host/figures/figures.hpp"
#include "host/figures/judged_size.hpp"

namespace shardsweep::host {

namespace {

FieldSet with(FieldSet set, std::uint32_t column) {
  set.insert(std::lower_bound(set.begin(), set.end(), column), column);
  return set;
}

}  // namespace

/// Sets in the order of what they promise: each prefix's finest partner first, so that a work limit
/// leaves out the least.
void Grower::evaluate(const std::vector<Node>& nodes) {
  std::vector<std::size_t> finest_first(in_.fields.size());
  for (std::size_t i = 0; i < finest_first.size(); ++i) finest_first[i] = i;
  std::stable_sort(finest_first.begin(), finest_first.end(), [&](std::size_t a, std::size_t b) {
    return in_.fields[a].distinct > in_.fields[b].distinct;
  });
  std::vector<FieldSet> sets;
  for (const std::size_t field : finest_first)
    for (const Node& node : nodes)
      if (!unique(node) &&
          !std::binary_search(node.set.begin(), node.set.end(), in_.fields[field].column))
        sets.push_back(with(node.set, in_.fields[field].column));
  in_.evaluator.evaluate(sets);
}

std::vector<Grower::Extension> Grower::extensions(const Node& node) const {
  std::vector<Extension> made;
  for (std::size_t i = 0; i < in_.fields.size(); ++i) {
    const std::uint32_t column = in_.fields[i].column;
    if (std::binary_search(node.set.begin(), node.set.end(), column)) continue;
    FieldSet set = with(node.set, column);
    const SetFigures* figures = in_.evaluator.find(set);
    made.push_back({i, std::move(set), figures});
  }
  return made;
}

Grower::Node Grower::child(const Node& node, const Extension& extension, bool hashed) const {
  Node made = node;
  const std::string& path = in_.fields[extension.field].path;
  made.key.fields.push_back(hashed ? datasets::IndexField{path, 0, "hashed"}
                                   : datasets::IndexField{path, 1, ""});
  made.fields.push_back(extension.field);
  made.set = extension.set;
  if (extension.figures != nullptr) made.figures = *extension.figures;
  return made;
}

bool Grower::unique(const Node& node) const {
  return node.figures.distinct == in_.table.rows();
}

/// Under a quarter of a range, by bytes and by documents, at the judged size.
bool Grower::fine_enough(const SetFigures& figures) const {
  const JudgedSize size = judged_size(in_.table.rows(), in_.table.total_bytes(), in_.cluster);
  const std::uint64_t read = counted_bytes(in_.table);
  const std::uint64_t bytes = size.bytes == 0 ? figures.heaviest_bytes
                                              : scaled_up(figures.heaviest_bytes, size.bytes, read);
  const std::uint64_t documents =
      scaled_up(figures.heaviest_documents, size.documents, in_.table.rows());
  const std::uint64_t chunk = in_.cluster.chunk_bytes_in_force();
  const std::uint64_t movable = movable_document_limit(in_.cluster.server, chunk, size.average());
  const auto under_a_quarter = [](std::uint64_t part, std::uint64_t whole) {
    return part < whole / 4 + (whole % 4 != 0);
  };
  return under_a_quarter(bytes, chunk) && under_a_quarter(documents, movable);
}

/// The extended key sorts the documents as a shorter key does: the new field follows from the
/// prefix, or the prefix's last field rises with the new one.
bool Grower::same_order(const Node& node, const Extension& extension) {
  if (extension.figures->distinct == node.figures.distinct) return true;
  const std::size_t last = node.fields.back();
  if (node.key.hashed_at(node.key.fields.size() - 1)) return false;
  const auto [entry, added] = rising_.try_emplace({last, extension.field}, false);
  if (added) {
    const std::vector<FieldColumn>& columns = in_.table.fields();
    entry->second = is_rising_function(columns[in_.fields[last].column],
                                       columns[in_.fields[extension.field].column]);
  }
  return entry->second;
}

bool Grower::hashed_last(const Node& node, const UsableField& field) const {
  return in_.cluster.server >= ServerVersion::v4_4 && node.key.hashed_position() < 0 &&
         field.rises && !field.few && !field.fractional;
}

void Grower::accept(const Node& node, const Extension& extension, std::vector<Node>& next) {
  const UsableField& field = in_.fields[extension.field];
  Node ranged = child(node, extension, false);
  const bool follows = extension.figures->distinct == node.figures.distinct;
  if (same_order(node, extension)) {
    reject(rule::same_order, ranged.key,
           follows ? field.path + " follows from the fields before it"
                   : in_.fields[node.fields.back()].path + " rises with " + field.path);
  } else if (field.few) {
    reject(rule::few_values, ranged.key);
    next.push_back(std::move(ranged));
  } else {
    add(ranged);
    next.push_back(std::move(ranged));
  }
  if (!follows && hashed_last(node, field)) add(child(node, extension, true));
}

/// Before 4.4 a key value has at most 512 bytes; fields whose largest values fit need no pass.
bool Grower::too_large(const Node& node) {
  if (in_.cluster.server >= ServerVersion::v4_4) return false;
  std::uint64_t bytes = 5;
  for (const std::size_t field : node.fields) {
    const auto [entry, added] = element_bytes_.try_emplace(field, 0);
    if (added) entry->second = largest_key_element(in_.table.fields()[in_.fields[field].column]);
    bytes += entry->second;
  }
  return bytes > 512 && !check_documents(node.key, in_.cluster.server, in_.table).empty();
}

void Grower::add(const Node& node) {
  if (list_.contains(node.key)) return;
  if (list_.size() >= in_.options.max_candidates) return reject(rule::limit, node.key);
  if (too_large(node)) return reject(rule::refused, node.key, "values over 512 bytes");
  list_.add(node.key, "generated");
  if (lifted_ && lifted_count_++ == 0) lifted_example_ = to_text(node.key);
}

/// The last rule that left a key out is the one reported.
void Grower::reject(std::string_view rule, const KeyPattern& key, const std::string& note) {
  const auto [entry, added] = rejected_at_.try_emplace(to_json(key), rejected_.size());
  if (added) {
    rejected_.push_back({rule, key, note});
  } else {
    rejected_[entry->second] = {rule, key, note};
  }
}

/// Keys that one rule left out and that came in after all are not reported.
void Grower::report_rejected() {
  for (const Rejected& entry : rejected_)
    if (!list_.contains(entry.key))
      omissions_.add(entry.rule,
                     to_text(entry.key) + (entry.note.empty() ? "" : ": " + entry.note));
  if (lifted_count_ > 0) omissions_.add(rule::lifted, lifted_example_, lifted_count_);
}

}  // namespace shardsweep::host
