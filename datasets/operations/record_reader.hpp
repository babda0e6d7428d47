#pragma once

#include <memory>
#include <string>

#include "datasets/input/read_ahead.hpp"
#include "datasets/operations/record_format.hpp"
#include "datasets/operations/tally.hpp"
#include "datasets/readers/format_reader.hpp"
#include "datasets/readers/read_context.hpp"

namespace shardsweep::datasets {

/// One document of an input; valid until the next is asked for.
struct Record {
  bson::DocumentView document;
  RecordPlace place;
};

/// The documents of one input that may be records, in order. Bad ones go to ReadContext::reject.
class RecordReader {
 public:
  virtual ~RecordReader() = default;
  /// False at the end. Throws DataError.
  virtual bool next(Record& record) = 0;
};

// `name` is printable. All must outlive the result.

/// Extended JSON, one document a line or pretty printed or in arrays.
std::unique_ptr<RecordReader> read_json_records(ReadAhead& input, const std::string& name,
                                                ReadContext& context);
/// Lines of a log. Only those that may matter are parsed; others are counted in the tally, as is
/// a last line that was not written to its end.
std::unique_ptr<RecordReader> read_log_records(ReadAhead& input, const std::string& name,
                                               ReadContext& context, Tally& tally);
/// The documents of any reader; their places are rows, from 0.
std::unique_ptr<RecordReader> read_document_records(std::unique_ptr<FormatReader> documents,
                                                    const std::string& name);

}  // namespace shardsweep::datasets
