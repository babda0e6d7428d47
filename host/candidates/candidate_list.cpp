#include "host/candidates/candidate_list.hpp"

namespace shardsweep::host {

namespace {

KeyPattern normal(KeyPattern key) {
  for (datasets::IndexField& field : key.fields)
    if (field.special.empty()) field.direction = 1;
  return key;
}

}  // namespace

bool CandidateList::add(KeyPattern key, const std::string& origin) {
  key = normal(std::move(key));
  if (!known_.insert(to_json(key)).second) return false;
  candidates_.push_back({std::move(key), origin});
  return true;
}

bool CandidateList::contains(const KeyPattern& key) const {
  return known_.count(to_json(normal(key))) > 0;
}

}  // namespace shardsweep::host
