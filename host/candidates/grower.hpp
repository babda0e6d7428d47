#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "host/candidates/candidate_list.hpp"
#include "host/candidates/omissions.hpp"
#include "host/candidates/set_evaluator.hpp"
#include "host/candidates/usable_fields.hpp"

namespace shardsweep::host {

/// What the growing of keys looks at. References must outlive the grower.
struct GrowthInput {
  const std::vector<UsableField>& fields;
  ColumnTable& table;
  const CandidateOptions& options;
  const ClusterOptions& cluster;
  SetEvaluator& evaluator;
};

/// Grows keys from single fields: each prefix that is not fine enough is extended by the fields
/// that lower its heaviest value most. Where fewer than 100 keys result, every prefix is extended
/// by every field, the most useful first, until there are 100.
class Grower {
 public:
  Grower(const GrowthInput& input, CandidateList& list, Omissions& omissions);
  void grow();

 private:
  /// A key that may be extended.
  struct Node {
    KeyPattern key;
    std::vector<std::size_t> fields;  ///< into GrowthInput::fields
    FieldSet set;
    SetFigures figures;
  };
  struct Extension {
    std::size_t field = 0;
    FieldSet set;
    const SetFigures* figures = nullptr;  ///< nullptr: not evaluated
  };

  std::vector<Node> single_fields();
  std::vector<Node> extend_coarse(const std::vector<Node>& nodes);
  void extend_one(const Node& node, std::vector<Node>& next);
  std::vector<Node> extend_all(const std::vector<Node>& nodes);
  void evaluate(const std::vector<Node>& nodes);
  std::vector<Extension> extensions(const Node& node) const;
  std::vector<std::size_t> best_fields(const std::vector<Extension>& from) const;
  static std::vector<Extension> by_turns(std::vector<Extension> from);
  void accept(const Node& node, const Extension& extension, std::vector<Node>& next);

  bool fine_enough(const SetFigures& figures) const;
  bool unique(const Node& node) const;
  bool same_order(const Node& node, const Extension& extension);
  bool hashed_last(const Node& node, const UsableField& field) const;
  bool too_large(const Node& node);
  void add(const Node& node);
  void reject(std::string_view rule, const KeyPattern& key, const std::string& note = "");
  void report_rejected();
  Node child(const Node& node, const Extension& extension, bool hashed) const;

  const GrowthInput& in_;
  CandidateList& list_;
  Omissions& omissions_;
  std::size_t target_;
  bool lifted_ = false;  ///< in the second part of grow()
  std::uint64_t lifted_count_ = 0;
  std::string lifted_example_;
  struct Rejected {
    std::string_view rule;
    KeyPattern key;
    std::string note;
  };
  std::vector<Rejected> rejected_;
  std::unordered_map<std::string, std::size_t> rejected_at_;  ///< by the key's JSON
  std::map<std::pair<std::size_t, std::size_t>, bool> rising_;
  std::map<std::size_t, std::uint64_t> element_bytes_;
};

}  // namespace shardsweep::host
