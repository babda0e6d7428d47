#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "datasets/bson/builder.hpp"

namespace shardsweep::test {

/// A value of any type, numbers and strings of every awkward kind among them. Documents nest at
/// most `depth` deep.
bson::Value random_value(std::mt19937_64& random, int depth = 2);

/// Values of one kind: "ints", "doubles", "numbers", "decimals", "strings", "dates", "ids",
/// "uuids", "documents", "mixed", "mixed numbers of few values".
bson::Value random_value_of(const std::string& kind, std::mt19937_64& random, std::uint64_t spread);

bson::Value int32_value(std::int32_t value);
bson::Value int64_value(std::int64_t value);
bson::Value double_value(double value);
bson::Value date_value(std::int64_t milliseconds);
bson::Value text_value(const std::string& text);
bson::Value decimal_value(const std::string& text);
bson::Value object_id_value(std::uint32_t seconds, std::uint64_t rest);
bson::Value binary_value(std::uint8_t subtype, const std::string& data);
bson::Value document_value(const std::vector<std::pair<std::string, bson::Value>>& fields);
bson::Value array_value(const std::vector<bson::Value>& elements);

/// A top-level document of these fields.
std::string document_of(const std::vector<std::pair<std::string, bson::Value>>& fields);

}  // namespace shardsweep::test
