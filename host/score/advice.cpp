#include <fmt/format.h>

#include <algorithm>

#include "host/score/parts.hpp"
#include "host/text/printable.hpp"

namespace shardsweep::host {

namespace {

std::size_t count_of(const SweepResult& result, const char* klass) {
  return static_cast<std::size_t>(
      std::count_if(result.candidates.begin(), result.candidates.end(),
                    [&](const CandidateResult& candidate) { return candidate.klass == klass; }));
}

std::string size_note(const JudgeInput& input) {
  const double least =
      input.threshold("doNotShardRanges") * static_cast<double>(input.cluster.chunk_size_bytes);
  const std::uint64_t bytes = input.documents.judged_bytes;
  if (bytes == 0 || static_cast<double>(bytes) >= least) return "";
  return fmt::format(
      "The size does not ask for sharding yet: {} are less than {} ranges of {} ({} in all); that "
      "size would change it.",
      bytes_text(bytes), short_number(input.threshold("doNotShardRanges")),
      bytes_text(input.cluster.chunk_size_bytes), bytes_text(static_cast<std::uint64_t>(least)));
}

std::string unsplittable_note(const SweepResult& result, const JudgeInput& input) {
  const std::uint64_t range = input.cluster.chunk_size_bytes;
  if (result.candidates.empty() || input.documents.count == 0) return "";
  if (input.documents.judged_bytes == 0) {
    return "Nothing is said of values too large to split: the size of the documents is not known; "
           "give --total-bytes or --size-field.";
  }
  if (input.size_asked || input.documents.judged_bytes > range) return "";
  return fmt::format(
      "Nothing is said of values too large to split: all documents read fit into one range of {}; "
      "if they stand for more, give --total-docs and --total-bytes, or --expect-docs.",
      bytes_text(range));
}

std::string unsized_note(const JudgeInput& input) {
  const std::uint64_t unsized = input.documents.rows_without_size;
  if (unsized == 0) return "";
  return fmt::format("{} of {} documents have no number in the --size-field and count as 0 bytes.",
                     grouped(unsized), grouped(input.documents.count));
}

std::string sample_note(const SweepResult& result, const JudgeInput& input) {
  const DocumentsSummary& documents = input.documents;
  if (!input.size_asked || documents.judged_documents == documents.count) return "";
  const bool bounds = std::any_of(
      result.candidates.begin(), result.candidates.end(),
      [](const CandidateResult& candidate) { return candidate.frequency.distinct_is_lower_bound; });
  return fmt::format("Judged at {} documents, {}; {} were read. Unsplittable values are scaled{}.",
                     grouped(documents.judged_documents), bytes_text(documents.judged_bytes),
                     grouped(documents.count), bounds ? ", distinct values are lower bounds" : "");
}

}  // namespace

Advice advice_of(const SweepResult& result) {
  Advice advice;
  advice.code = "unknown-targeting";
  advice.line =
      "Targeting is unknown: documents do not say which shards the operations would reach, and "
      "this release judges documents only.";
  if (result.candidates.empty()) {
    advice.line += " No key could be judged.";
    return advice;
  }
  advice.line += fmt::format(
      " By the documents alone: {} sound, {} with conditions, {} not advised.",
      count_of(result, "sound"), count_of(result, "conditions"), count_of(result, "notAdvised"));
  return advice;
}

std::vector<std::string> notes_of(const SweepResult& result, const JudgeInput& input) {
  std::vector<std::string> notes;
  const auto add = [&notes](std::string note) {
    if (!note.empty()) notes.push_back(std::move(note));
  };
  add(size_note(input));
  add(sample_note(result, input));
  add(unsplittable_note(result, input));
  add(unsized_note(input));
  add(input.documents.arrival_note);
  return notes;
}

}  // namespace shardsweep::host
