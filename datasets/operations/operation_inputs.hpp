#pragma once

#include <memory>
#include <string>
#include <vector>

#include "datasets/input/stored_input.hpp"
#include "datasets/operations/operation_stream.hpp"
#include "datasets/operations/record_format.hpp"

namespace shardsweep::datasets {

/// What is read from begin to end once: a file, or one collection of an archive.
struct OperationPart {
  std::shared_ptr<StoredInput> input;
  RecordContainer container = RecordContainer::json;
  std::string archived_name;  ///< "db.coll" of the blocks to read, of an archive
  std::size_t file = 0;       ///< index of its file
};

struct OperationInputs {
  std::vector<OperationPart> parts;
  std::vector<InputFile> files;
  std::vector<std::string> passed_over;  ///< printable
};

/// Opens and recognises what open_operations names. Throws as it does.
OperationInputs open_inputs(const std::vector<std::string>& paths, const OperationOptions& options);

}  // namespace shardsweep::datasets
