#pragma once

#include <string_view>

#include "datasets/extended_json/parse.hpp"
#include "datasets/operations/operation.hpp"

namespace shardsweep::datasets {

/// Reads one operation of our own JSON-lines form, an Extended JSON object with the fields
///   op          find aggregate count distinct insert update replace delete findAndModify (needed)
///   filter      the query; not for insert
///   document    insert: the document (needed); replace: the replacement
///   update      operators, a replacement, or a pipeline; findAndModify without it deletes
///   pipeline    aggregate; a filter there counts as a leading $match
///   multi, upsert, remove   true or false
///   collation, let, sort    documents
///   limit, skip, key        as the commands have them
///   ns, ts (ms or a date), weight (a number over 0), durationMillis, keysExamined, docsExamined,
///   nreturned, planSummary, lsid, txnNumber, autocommit, atClusterTime, host, comment
/// Of a name given twice the first counts. Throws DataError without place: "field weight: -1 is
/// not a number over 0" (callers add file and line). Cost: linear in the text.
Operation parse_operation(std::string_view line, const extended_json::ParseOptions& options = {});

/// parse_operation of the document's bytes (validated BSON).
Operation read_operation(bson::DocumentView document);

}  // namespace shardsweep::datasets
