#pragma once

#include <string>
#include <vector>

#include "host/analyze/analyze_key.hpp"
#include "host/cli/progress.hpp"
#include "host/options.hpp"

namespace shardsweep::host {

/// One `analyze` run.
struct AnalyzeRequest {
  InputOptions input;
  AnalyzeOptions analyze;
};

struct AnalyzeReply {
  KeyCharacteristics characteristics;
  std::vector<std::string> notes;  ///< sentences for stderr: skipped documents, the collation, ...
};

/// Opens the input, ranks the key's fields in row order and computes the server's figures. Blocks.
/// Throws RefusedError, UsageError, DataError, ResourceError, DeviceError.
AnalyzeReply run_analyze(const AnalyzeRequest& request, ProgressLine& progress);

/// The server's reply as far as documents give it: {"keyCharacteristics":{...}}, one line without a
/// line end. No numOrphanDocs and no note, as for a collection that is not sharded.
std::string analyze_json(const KeyCharacteristics& characteristics);

}  // namespace shardsweep::host
