#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "host/candidates/generate.hpp"

namespace shardsweep::host {

/// Candidates in the order they were added, each key once (1, 1.0 and NumberLong(1) are one value).
class CandidateList {
 public:
  /// False when the key is there already.
  bool add(KeyPattern key, const std::string& origin);
  bool contains(const KeyPattern& key) const;
  std::size_t size() const noexcept { return candidates_.size(); }
  std::vector<Candidate> take() { return std::move(candidates_); }

 private:
  std::vector<Candidate> candidates_;
  std::unordered_set<std::string> known_;
};

}  // namespace shardsweep::host
