#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "host/result.hpp"

namespace shardsweep::tests {

/// One way to run a scenario: seed, size, and whether the fields carry other names.
struct Variant {
  std::uint64_t seed = 1;
  std::uint64_t documents = 20'000;
  bool renamed = false;
};

/// Three seeds, two sizes, and once with the field names replaced.
std::vector<Variant> variants(std::uint64_t small, std::uint64_t large);
std::string describe(const Variant& variant);

/// The sweep of one preset's documents through the product's own functions.
class Scenario {
 public:
  Scenario(std::string preset, const Variant& variant);

  /// Keys in the preset's own names; nothing but these and `_id` is evaluated.
  Scenario& keys(const std::vector<std::string>& texts);
  /// Options of the command line, as {"--total-bytes", "1T"}.
  Scenario& with(const std::vector<std::string>& options);
  /// A derived field, its inputs in the preset's own names: derive("c", "concat", {"user", "id"}).
  Scenario& derive(const std::string& name, const std::string& function,
                   const std::vector<std::string>& arguments);
  /// A unique index of the collection, as a dump's metadata names it.
  Scenario& unique_index(const std::vector<std::string>& fields);
  Scenario& run();

  /// The candidate of a key given in the preset's own names; fails the test when it is not there.
  const host::CandidateResult& key(const std::string& text) const;
  const host::SweepResult& result() const { return result_; }
  /// What a field of the preset is called in this variant.
  std::string name(const std::string& path) const;
  /// The error name of a refused key, "" when it was not refused.
  std::string refusal(const std::string& text) const;
  std::string refusal_reason(const std::string& text) const;

 private:
  host::KeyPattern pattern(const std::string& text) const;
  std::string metadata() const;

  std::string preset_;
  Variant variant_;
  std::vector<host::KeyPattern> keys_;
  std::vector<std::string> options_;
  std::vector<std::vector<std::string>> unique_indexes_;
  host::SweepResult result_;
};

/// The values of one top-level field as the preset made them, in row order; empty where missing.
std::vector<std::optional<bson::Value>> column(const std::string& preset, const Variant& variant,
                                               const std::string& field);

/// A condition's text of this code, "" when the candidate has none.
std::string condition(const host::CandidateResult& candidate, const std::string& code);

/// Share of all documents that the heaviest value of a candidate's key holds.
double heaviest_share(const Scenario& scenario, const host::CandidateResult& candidate);

/// The value of a single-field key as text: {"$date":...}, "US", 5.
std::string value_of(const host::ValueCount& count);

/// The value that a candidate cannot split with the most bytes. Throws when there is none.
const host::ValueCount& largest_unsplittable(const host::CandidateResult& candidate);

/// Whether a note of the run holds this text.
bool noted(const Scenario& scenario, const std::string& text);

/// All reasons and conditions of a candidate as one text.
std::string words(const host::CandidateResult& candidate);

}  // namespace shardsweep::tests
