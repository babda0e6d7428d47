#pragma once

#include <string>
#include <vector>

#include "host/result.hpp"

/// Sentences that the reports for people share; printable.
namespace shardsweep::host {

/// "1,000 documents, 1.2 MiB (avg 1,234 bytes), arrival by ts; 2 skipped".
std::string documents_line(const SweepResult& result);
/// "Defaults and options in force: --shards 4 --server 8.0 ...".
std::string settings_line(const SweepResult& result);
/// One sentence a rule: "omitted 12: rule, for example {a: 1}".
std::vector<std::string> left_out_lines(const SweepResult& result);
/// "87.4", "-" for null.
std::string score_text(const std::optional<double>& score);
/// What stands behind a key in the tables: that the collection is sharded by it now, or nothing.
std::string present_mark(const CandidateResult& candidate);
/// "not advised" for notAdvised, else as it is.
std::string class_text(const std::string& klass);

}  // namespace shardsweep::host
