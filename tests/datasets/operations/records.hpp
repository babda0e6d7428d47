#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "datasets/operations/operation_stream.hpp"

namespace shardsweep::test {

/// What a whole stream gave.
struct RecordedOperations {
  std::vector<datasets::Operation> operations;
  std::vector<datasets::SampledDiff> diffs;
  datasets::OperationsReport report;
  std::vector<datasets::InputFile> files;
};

RecordedOperations read_operation_files(const std::vector<std::string>& paths,
                                        const datasets::OperationOptions& options = {});
/// The same of a file with that text.
RecordedOperations read_operation_text(std::string_view text,
                                       const datasets::OperationOptions& options = {});

/// An operation in our words: "find shop.cart {"user":4}", "update shop.cart {..} multi".
std::string described(const datasets::Operation& operation);
std::vector<std::string> described(const std::vector<datasets::Operation>& operations);
/// "truncated 2", "batch 5".
std::vector<std::string> described(const std::vector<datasets::ReasonCount>& counts);

/// The document as relaxed Extended JSON; "" when not given.
std::string json_of(const datasets::OptionalDocument& document);

/// A "Slow query" line with its break: component c, and attr {type, ns, command, ...more}.
std::string slow_line(const std::string& component, const std::string& type, const std::string& ns,
                      const std::string& command, const std::string& more = "");
/// Fields that a mongod adds to each such line.
inline constexpr const char* mongod_fields =
    R"(,"planSummary":"COLLSCAN","locks":{},"storage":{},"durationMillis":120)";
inline constexpr const char* mongos_fields = R"(,"nShards":2,"durationMillis":120)";

}  // namespace shardsweep::test
