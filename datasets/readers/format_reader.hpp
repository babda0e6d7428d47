#pragma once

#include "datasets/document_source.hpp"

namespace shardsweep::datasets {

/// The documents of one input, in order.
class FormatReader {
 public:
  virtual ~FormatReader() = default;
  /// Appends documents until the batch is full (ReadContext::full); false at the end of the input,
  /// whose bytes are then consumed to the last. Throws DataError.
  virtual bool fill(DocumentBatch& batch) = 0;
};

}  // namespace shardsweep::datasets
