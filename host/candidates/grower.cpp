#include "host/candidates/grower.hpp"

#include <algorithm>
#include <tuple>

namespace shardsweep::host {

namespace {

constexpr std::size_t wanted_candidates = 100;
constexpr std::uint64_t hashed_values_per_shard = 100;
constexpr std::uint32_t most_fields_without_need = 3;

bool pays(const SetFigures& parent, const SetFigures& extended) {
  return extended.distinct * 2 >= parent.distinct * 3 ||
         extended.heaviest_bytes * 2 <= parent.heaviest_bytes;
}

}  // namespace

Grower::Grower(const GrowthInput& input, CandidateList& list, Omissions& omissions)
    : in_(input),
      list_(list),
      omissions_(omissions),
      target_(std::min<std::size_t>(wanted_candidates, input.options.max_candidates)) {}

void Grower::grow() {
  const std::vector<Node> singles = single_fields();
  std::vector<Node> nodes = singles;
  for (std::uint32_t depth = 2; depth <= in_.options.max_fields && !nodes.empty(); ++depth)
    nodes = extend_coarse(nodes);
  nodes = singles;
  lifted_ = true;
  const std::uint32_t deepest = std::min(in_.options.max_fields, most_fields_without_need);
  for (std::uint32_t depth = 2; depth <= deepest && list_.size() < target_; ++depth)
    nodes = extend_all(nodes);
  report_rejected();
}

std::vector<Grower::Node> Grower::single_fields() {
  std::vector<Node> ranged;
  std::vector<Node> hashed;
  const std::uint64_t enough = hashed_values_per_shard * in_.cluster.shards;
  for (std::size_t i = 0; i < in_.fields.size(); ++i) {
    const UsableField& field = in_.fields[i];
    if (!field.leads) continue;
    Node node{{{{field.path, 1, ""}}}, {i}, {field.column}, {}};
    in_.evaluator.evaluate({node.set});
    node.figures = *in_.evaluator.find(node.set);
    ranged.push_back(node);
    node.key.fields[0] = {field.path, 0, "hashed"};
    if (field.few) continue;
    if (field.fractional || field.distinct < enough) {
      reject(field.fractional ? rule::fractional : rule::few_hashed, node.key);
    } else {
      hashed.push_back(std::move(node));
    }
  }
  for (const Node& node : ranged) {
    if (in_.fields[node.fields[0]].few) {
      reject(rule::few_values, node.key);
    } else {
      add(node);
    }
  }
  for (const Node& node : hashed) add(node);
  if (in_.cluster.server >= ServerVersion::v4_4)
    ranged.insert(ranged.end(), hashed.begin(), hashed.end());
  return ranged;
}

/// Rule 5 as it stands: only prefixes whose heaviest value is not fine enough.
std::vector<Grower::Node> Grower::extend_coarse(const std::vector<Node>& nodes) {
  std::vector<Node> coarse;
  for (const Node& node : nodes) {
    if (unique(node)) {
      omissions_.add(rule::unique_prefix, to_text(node.key), in_.fields.size() - node.set.size());
    } else if (fine_enough(node.figures)) {
      for (const Extension& extension : extensions(node))
        reject(rule::fine_prefix, child(node, extension, false).key);
    } else {
      coarse.push_back(node);
    }
  }
  if (list_.size() < in_.options.max_candidates) evaluate(coarse);
  std::vector<Node> next;
  for (const Node& node : coarse) extend_one(node, next);
  return next;
}

void Grower::extend_one(const Node& node, std::vector<Node>& next) {
  const std::vector<Extension> all = extensions(node);
  const std::vector<std::size_t> best = best_fields(all);
  for (const Extension& extension : all) {
    const UsableField& field = in_.fields[extension.field];
    const KeyPattern key = child(node, extension, false).key;
    const bool chosen = std::find(best.begin(), best.end(), extension.field) != best.end();
    if (extension.figures == nullptr) {
      reject(rule::not_evaluated, key);
    } else if (!pays(node.figures, *extension.figures)) {
      const bool follows = extension.figures->distinct == node.figures.distinct;
      reject(rule::does_not_pay, key,
             follows ? field.path + " follows from the fields before it" : "");
    } else if (field.few || chosen) {
      accept(node, extension, next);
    } else {
      reject(rule::less_than_best, key);
    }
  }
}

/// The field that lowers the heaviest value most, _id, and the finest field, of those that may be
/// last.
std::vector<std::size_t> Grower::best_fields(const std::vector<Extension>& from) const {
  std::vector<std::size_t> best;
  const Extension* lowest = nullptr;
  const Extension* finest = nullptr;
  for (const Extension& extension : from) {
    const UsableField& field = in_.fields[extension.field];
    if (field.few || extension.figures == nullptr) continue;
    if (field.path == "_id") best.push_back(extension.field);
    const auto rank = [](const Extension& e) {
      return std::pair(e.figures->heaviest_bytes, ~e.figures->distinct);
    };
    if (lowest == nullptr || rank(extension) < rank(*lowest)) lowest = &extension;
    if (finest == nullptr || field.distinct > in_.fields[finest->field].distinct)
      finest = &extension;
  }
  if (lowest != nullptr) best.push_back(lowest->field);
  if (finest != nullptr) best.push_back(finest->field);
  return best;
}

/// Most useful first, but of several that are equally useful only one, then the next of them when
/// all others had their turn: else a handful of unique fields would crowd out the rest.
std::vector<Grower::Extension> Grower::by_turns(std::vector<Extension> from) {
  using Usefulness = std::pair<std::uint64_t, std::uint64_t>;
  std::map<Usefulness, std::size_t> seen;
  std::vector<std::tuple<std::size_t, Usefulness, std::size_t>> order;
  for (std::size_t i = 0; i < from.size(); ++i) {
    const Usefulness useful{from[i].figures->heaviest_bytes, ~from[i].figures->distinct};
    order.emplace_back(seen[useful]++, useful, i);
  }
  std::sort(order.begin(), order.end());
  std::vector<Extension> sorted;
  sorted.reserve(order.size());
  for (const auto& entry : order) sorted.push_back(std::move(from[std::get<2>(entry)]));
  return sorted;
}

/// Every prefix by every field: in turn each prefix's next one, until there are enough.
std::vector<Grower::Node> Grower::extend_all(const std::vector<Node>& nodes) {
  evaluate(nodes);
  std::vector<std::vector<Extension>> queues;
  std::size_t longest = 0;
  for (const Node& node : nodes) {
    std::vector<Extension> queue;
    if (!unique(node)) queue = extensions(node);
    std::erase_if(queue, [&](const Extension& extension) {
      if (extension.figures != nullptr) return false;
      reject(rule::not_evaluated, child(node, extension, false).key);
      return true;
    });
    longest = std::max(longest, queue.size());
    queues.push_back(by_turns(std::move(queue)));
  }
  std::vector<Node> next;
  for (std::size_t turn = 0; turn < longest; ++turn)
    for (std::size_t i = 0; i < nodes.size() && list_.size() < target_; ++i)
      if (turn < queues[i].size()) accept(nodes[i], queues[i][turn], next);
  return next;
}

}  // namespace shardsweep::host
