#include <stdexcept>

#include "datasets/bson/validate.hpp"
#include "hashing/md5_lanes.hpp"
#include "hashing/mongo_hash.hpp"
#include "tests/conformance/checkers.hpp"

namespace shardsweep::conformance {
namespace {

std::string from_hex(const std::string& hex) {
  if (hex.size() % 2 != 0) throw std::runtime_error("bson is not whole bytes");
  std::string bytes;
  for (std::size_t i = 0; i < hex.size(); i += 2) {
    bytes.push_back(static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16)));
  }
  return bytes;
}

std::uint8_t type_byte(const bson::Value& value) {
  return static_cast<std::uint8_t>(value.type);
}

std::int64_t hash(const bson::Value& value, std::int64_t seed, bool before_3_0) {
  const auto seed32 = static_cast<std::int32_t>(seed);
  return before_3_0 ? hashing::hash_value_before_3_0(type_byte(value), value.bytes, seed32)
                    : hashing::hash_value(type_byte(value), value.bytes, seed32);
}

/// The many-at-once path, which knows seed 0 only.
std::int64_t lane_hash(const bson::Value& value) {
  std::string feed;
  hashing::append_feed(type_byte(value), value.bytes, feed);
  const std::uint64_t offsets[2] = {0, feed.size()};
  std::int64_t result = 0;
  hashing::hash_feeds(feed, offsets, {&result, 1});
  return result;
}

}  // namespace

bson::Value value_of(const Case& test) {
  if (!test.has("bson")) return test.value("value");
  const std::string document = from_hex(test.text("bson", ""));
  if (const auto defect = bson::validate(document)) {
    throw std::runtime_error("bson is not valid: " + defect->what);
  }
  const bson::DocumentView view{std::string_view(document)};
  if (view.empty()) throw std::runtime_error("bson has no element");
  return bson::Value::copy(view.begin()->value);
}

std::optional<Mismatch> check_hash(const Case& test) {
  const bson::Value value = value_of(test);
  const std::int64_t seed = test.integer("seed", 0);
  const bool before_3_0 = test.flag("preServer3", false);
  const std::string expected = test.text("hash", "");
  const std::string got = std::to_string(hash(value, seed, before_3_0));
  if (got != expected) return Mismatch{expected, got};
  if (seed == 0 && !before_3_0 && std::to_string(lane_hash(value)) != expected) {
    return Mismatch{expected, std::to_string(lane_hash(value)) + " from SIMD lanes"};
  }
  return std::nullopt;
}

std::optional<Mismatch> check_hash_relation(const Case& test) {
  const std::int64_t a = hash(test.value("a"), test.integer("seedA", 0), false);
  const std::int64_t b = hash(test.value("b"), test.integer("seedB", 0), false);
  const bool equal = test.flag("equal", true);
  if ((a == b) == equal) return std::nullopt;
  return Mismatch{equal ? "equal hashes" : "different hashes",
                  std::to_string(a) + " and " + std::to_string(b)};
}

}  // namespace shardsweep::conformance
