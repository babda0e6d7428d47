#pragma once

#include "datasets/bson/view.hpp"

namespace shardsweep::bson {

/// True when a field name occurs twice in the same level of a validated document, at the top or
/// inside (array positions are no names; a scope is not looked into). Exact; linear for documents
/// of few fields, n log n at worst.
bool has_duplicate_names(DocumentView document);

}  // namespace shardsweep::bson
