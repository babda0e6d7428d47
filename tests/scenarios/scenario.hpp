#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "host/result.hpp"
#include "tests/support/process.hpp"

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
  Scenario& run();

  /// The candidate of a key given in the preset's own names; fails the test when it is not there.
  const host::CandidateResult& key(const std::string& text) const;
  const host::SweepResult& result() const { return result_; }
  /// The error name of a refused key, "" when it was not refused.
  std::string refusal(const std::string& text) const;
  std::string refusal_reason(const std::string& text) const;

 private:
  host::KeyPattern pattern(const std::string& text) const;
  std::string renamed_path(const std::string& path) const;

  std::string preset_;
  Variant variant_;
  TempFolder folder_;
  std::vector<host::KeyPattern> keys_;
  std::vector<std::string> options_;
  host::SweepResult result_;
};

/// A condition's text of this code, "" when the candidate has none.
std::string condition(const host::CandidateResult& candidate, const std::string& code);

/// All reasons and conditions of a candidate as one text.
std::string words(const host::CandidateResult& candidate);

}  // namespace shardsweep::tests
