#include "hashing/mongo_hash.hpp"

#include "hashing/feed.hpp"
#include "hashing/md5.hpp"

namespace shardsweep::hashing {
namespace {

std::int64_t hash_in(Era era, std::uint8_t type, std::string_view bytes, std::int32_t seed) {
  std::string feed;
  append_feed(era, type, bytes, feed);
  return md5::hash_feed(seed, feed.data(), feed.size());
}

}  // namespace

std::int64_t hash_value(std::uint8_t type, std::string_view bytes, std::int32_t seed) {
  return hash_in(Era::current, type, bytes, seed);
}

std::int64_t hash_value_before_3_0(std::uint8_t type, std::string_view bytes, std::int32_t seed) {
  return hash_in(Era::before_3_0, type, bytes, seed);
}

}  // namespace shardsweep::hashing
