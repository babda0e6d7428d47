#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>

#include "host/error.hpp"
#include "host/score/judge.hpp"
#include "host/text/printable.hpp"

namespace shardsweep::host {

namespace {

using Figure = std::function<std::optional<double>(const CandidateResult&, const SweepResult&)>;

template <class Member>
Figure question(Member Scores::*member) {
  return [member](const CandidateResult& candidate, const SweepResult&) {
    return candidate.scores.*member;
  };
}

Figure of_insertion(WindowFigures Insertion::*part, double WindowFigures::*member) {
  return [part, member](const CandidateResult& candidate,
                        const SweepResult&) -> std::optional<double> {
    if (!candidate.insertion) return std::nullopt;
    return (*candidate.insertion).*part.*member;
  };
}

std::optional<double> number(std::uint64_t value) {
  return static_cast<double>(value);
}

std::optional<double> heaviest_share(const CandidateResult& candidate, const SweepResult& result) {
  const DocumentsSummary& documents = result.documents;
  const std::uint64_t whole = documents.bytes == 0 ? documents.count : documents.bytes;
  if (whole == 0) return std::nullopt;
  return static_cast<double>(candidate.frequency.heaviest.bytes) / static_cast<double>(whole);
}

std::map<std::string, Figure> judgement_figures() {
  return {{"score", [](const auto& candidate, const auto&) { return candidate.score; }},
          {"cardinality", question(&Scores::cardinality)},
          {"writes", question(&Scores::writes)},
          {"reads", question(&Scores::reads)},
          {"targeting", question(&Scores::targeting)},
          {"locality", question(&Scores::locality)},
          {"resilience", question(&Scores::resilience)},
          {"growth", question(&Scores::growth)}};
}

std::map<std::string, Figure> data_figures() {
  return {{"hottestShard", of_insertion(&Insertion::median, &WindowFigures::hottest_shard)},
          {"worstHottestShard", of_insertion(&Insertion::worst, &WindowFigures::hottest_shard)},
          {"hottestRange", of_insertion(&Insertion::median, &WindowFigures::hottest_range)},
          {"growthPoints", of_insertion(&Insertion::median, &WindowFigures::growth_points)},
          {"rankCorrelation",
           [](const auto& candidate, const auto&) {
             return candidate.insertion ? candidate.insertion->rank_correlation : std::nullopt;
           }},
          {"distinct",
           [](const auto& candidate, const auto&) { return number(candidate.frequency.distinct); }},
          {"usefulShards", [](const auto& candidate,
                              const auto&) { return number(candidate.frequency.useful_shards); }},
          {"unsplittable",
           [](const auto& candidate, const auto&) -> std::optional<double> {
             const auto& count = candidate.frequency.unsplittable_count;
             return count ? number(*count) : std::nullopt;
           }},
          {"heaviestShare", heaviest_share},
          {"maxOverMean", [](const auto& candidate, const auto&) -> std::optional<double> {
             const auto& skew = candidate.placement.bytes;
             return skew ? std::optional(skew->max_over_mean) : std::nullopt;
           }}};
}

const std::map<std::string, Figure>& figures() {
  static const std::map<std::string, Figure> all = [] {
    std::map<std::string, Figure> both = judgement_figures();
    both.merge(data_figures());
    return both;
  }();
  return all;
}

/// Questions that documents alone never answer.
constexpr std::string_view of_operations[] = {"reads", "targeting", "locality", "resilience"};

struct Expression {
  std::string name, comparison, value;
};

[[noreturn]] void refuse(const std::string& expression, const std::string& why) {
  throw UsageError(fmt::format("--fail-if {}: {}", printable(expression, 80), why));
}

Expression parse(const std::string& text) {
  const std::size_t at = text.find_first_of("<>=!");
  if (at == std::string::npos || at == 0) {
    refuse(text,
           "write NAME, one of < <= > >= = !=, and a value, as in score<60 or class=notAdvised");
  }
  const std::size_t after = text.find_first_not_of("<>=!", at);
  if (after == std::string::npos) refuse(text, "the value is missing");
  return {text.substr(0, at), text.substr(at, after - at), text.substr(after)};
}

bool compare(double left, const std::string& comparison, double right, const std::string& text) {
  if (comparison == "<") return left < right;
  if (comparison == "<=") return left <= right;
  if (comparison == ">") return left > right;
  if (comparison == ">=") return left >= right;
  if (comparison == "=") return left == right;
  if (comparison == "!=") return left != right;
  refuse(text, "the comparison must be one of < <= > >= = !=");
}

bool class_crosses(const Expression& expression, const std::string& text,
                   const SweepResult& result) {
  if (expression.comparison != "=" && expression.comparison != "!=") {
    refuse(text, "a class is compared with = or !=");
  }
  if (expression.value != "sound" && expression.value != "conditions" &&
      expression.value != "notAdvised") {
    refuse(text, "a class is sound, conditions or notAdvised");
  }
  if (result.candidates.empty()) return true;
  const bool same = result.candidates.front().klass == expression.value;
  return same == (expression.comparison == "=");
}

double limit_of(const Expression& expression, const std::string& text) {
  double limit = 0;
  const char* end = expression.value.data() + expression.value.size();
  const auto [stop, error] = std::from_chars(expression.value.data(), end, limit);
  if (error != std::errc() || stop != end || !std::isfinite(limit)) {
    refuse(text, "\"" + printable(expression.value, 40) + "\" is not a number");
  }
  return limit;
}

std::string known_names() {
  std::string names = "class";
  for (const auto& [name, unused] : figures()) names += ", " + name;
  return names;
}

}  // namespace

bool crosses(const std::string& text, const SweepResult& result) {
  const Expression expression = parse(text);
  if (expression.name == "class") return class_crosses(expression, text, result);
  const auto figure = figures().find(expression.name);
  if (figure == figures().end()) refuse(text, "known names are " + known_names());
  const double limit = limit_of(expression, text);
  compare(0, expression.comparison, 0, text);
  if (std::ranges::find(of_operations, expression.name) != std::end(of_operations)) {
    refuse(text, expression.name +
                     " is unknown without operations, and this release judges documents only; "
                     "take score, cardinality, writes, growth or a figure of the documents");
  }
  if (result.candidates.empty()) return true;
  const std::optional<double> value = figure->second(result.candidates.front(), result);
  if (!value) {
    refuse(text, expression.name + " is unknown for rank 1, the input cannot answer it");
  }
  return compare(*value, expression.comparison, limit, text);
}

}  // namespace shardsweep::host
