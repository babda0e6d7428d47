#pragma once

#include <string>

#include "host/result.hpp"

namespace shardsweep::host {

/// A key value for a sentence: `country "US", _id {"$oid":...}`, printable, at most 80 columns.
std::string value_text(const KeyValue& value);

}  // namespace shardsweep::host
