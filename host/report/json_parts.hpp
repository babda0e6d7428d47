#pragma once

#include "host/report/json_writer.hpp"
#include "host/result.hpp"

/// Parts of the JSON report, each one value.
namespace shardsweep::host {

void write_key(const KeyPattern& key, JsonWriter& json);
/// A key's value as one object, each field in the report's Extended JSON.
void write_key_value(const KeyValue& value, JsonWriter& json);
void write_key_characteristics(const KeyCharacteristics& characteristics, JsonWriter& json);
void write_candidate(const CandidateResult& candidate, JsonWriter& json);

}  // namespace shardsweep::host
