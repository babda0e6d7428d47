#pragma once

#include <memory>
#include <string>

#include "datasets/input/read_ahead.hpp"
#include "datasets/readers/document_check.hpp"
#include "datasets/readers/format_reader.hpp"
#include "datasets/readers/read_context.hpp"

namespace shardsweep::datasets {

/// Documents back to back (a .bson file of mongodump), each checked by DocumentCheck. A document
/// that is bad inside is rejected alone; a length field that cannot be true ends the input.
/// `name` is printable. All must outlive the result.
std::unique_ptr<FormatReader> read_bson(ReadAhead& input, const std::string& name,
                                        ReadContext& context);

/// Checks the document at byte `start` of `name`, then accepts or rejects it.
void accept_bson(std::string_view document, std::uint64_t start, const std::string& name,
                 DocumentCheck& check, ReadContext& context, DocumentBatch& batch);

}  // namespace shardsweep::datasets
