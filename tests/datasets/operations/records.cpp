#include "tests/datasets/operations/records.hpp"

#include "datasets/extended_json/write.hpp"
#include "tests/datasets/input/support.hpp"

namespace shardsweep::test {

using datasets::Operation;

RecordedOperations read_operation_files(const std::vector<std::string>& paths,
                                        const datasets::OperationOptions& options) {
  const auto stream = datasets::open_operations(paths, options);
  RecordedOperations read;
  datasets::OperationBatch batch;
  while (stream->next(batch)) {
    for (Operation& operation : batch.operations) read.operations.push_back(std::move(operation));
    for (datasets::SampledDiff& diff : batch.diffs) read.diffs.push_back(std::move(diff));
  }
  EXPECT_FALSE(stream->next(batch));
  read.report = stream->report();
  read.files = stream->files();
  EXPECT_EQ(read.report.operations, read.operations.size());
  EXPECT_EQ(read.report.diffs, read.diffs.size());
  EXPECT_EQ(stream->progress().documents, read.report.records);
  return read;
}

RecordedOperations read_operation_text(std::string_view text,
                                       const datasets::OperationOptions& options) {
  const TempFolder folder;
  return read_operation_files({folder.write("records", text)}, options);
}

std::string json_of(const datasets::OptionalDocument& document) {
  if (!document.given()) return "";
  return extended_json::to_json({bson::Type::Document, document.bytes},
                                extended_json::Style::relaxed);
}

std::string described(const Operation& operation) {
  std::string text = std::string(to_text(operation.kind)) + ' ' + operation.ns;
  if (operation.filter.given()) text += ' ' + json_of(operation.filter);
  if (operation.pipeline.given())
    text += ' ' + extended_json::to_json({bson::Type::Array, operation.pipeline.bytes},
                                         extended_json::Style::relaxed);
  if (operation.document.given()) text += ' ' + json_of(operation.document);
  if (operation.update.type != bson::Type::Null)
    text += " -> " + extended_json::to_json(operation.update, extended_json::Style::relaxed);
  if (operation.multi) text += " multi";
  if (operation.upsert) text += " upsert";
  if (operation.remove) text += " remove";
  return text;
}

std::vector<std::string> described(const std::vector<Operation>& operations) {
  std::vector<std::string> texts;
  for (const Operation& operation : operations) texts.push_back(described(operation));
  return texts;
}

std::vector<std::string> described(const std::vector<datasets::ReasonCount>& counts) {
  std::vector<std::string> texts;
  for (const datasets::ReasonCount& count : counts)
    texts.push_back(std::string(to_text(count.reason)) + ' ' + std::to_string(count.count));
  return texts;
}

std::string slow_line(const std::string& component, const std::string& type, const std::string& ns,
                      const std::string& command, const std::string& more) {
  std::string line = R"({"t":{"$date":"2025-06-02T08:30:00.250+02:00"},"s":"I",  "c":")" +
                     component +
                     R"(",  "id":51803,   "ctx":"conn31","msg":"Slow query","attr":{"type":")" +
                     type + R"(","ns":")" + ns + R"(","command":)" + command + more + "}}";
  std::erase(line, '\n');  // of texts written over several lines
  return line + '\n';
}

}  // namespace shardsweep::test
