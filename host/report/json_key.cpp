#include "datasets/extended_json/write.hpp"
#include "host/report/json_parts.hpp"
#include "host/report/report.hpp"

namespace shardsweep::host {

void write_key(const KeyPattern& key, JsonWriter& json) {
  json.raw(to_json(key));
}

void write_key_value(const KeyValue& value, JsonWriter& json) {
  json.open_object();
  for (const auto& [path, part] : value.fields) {
    json.key(path);
    json.raw(extended_json::to_json(part, extended_json::Style::report));
  }
  json.close_object();
}

void write_key_characteristics(const KeyCharacteristics& characteristics, JsonWriter& json) {
  json.open_object();
  json.member("numDocsTotal", characteristics.num_docs_total);
  json.member("avgDocSizeBytes", characteristics.avg_doc_size_bytes);
  json.member("numDocsSampled", characteristics.num_docs_sampled);
  json.member("isUnique", characteristics.is_unique);
  json.member("numDistinctValues", characteristics.num_distinct_values);
  json.key("mostCommonValues");
  json.open_array();
  for (const ValueCount& common : characteristics.most_common_values) {
    json.open_object();
    json.key("value");
    write_key_value(common.value, json);
    json.member("frequency", common.documents);
    json.close_object();
  }
  json.close_array();
  json.key("monotonicity");
  json.open_object();
  json.member("type", characteristics.monotonicity_type);
  if (characteristics.record_id_correlation) {
    json.member("recordIdCorrelationCoefficient", *characteristics.record_id_correlation);
  }
  json.close_object();
  json.close_object();
}

std::string key_characteristics_json(const KeyCharacteristics& characteristics) {
  JsonWriter json;
  write_key_characteristics(characteristics, json);
  return json.take();
}

}  // namespace shardsweep::host
