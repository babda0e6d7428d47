#include "hashing/feed.hpp"

#include <cstddef>
#include <cstring>
#include <vector>

#include "hashing/mongo_hash.hpp"
#include "hashing/squash.hpp"

namespace shardsweep::hashing {
namespace {

// BSON type bytes (bsonspec.org) by how their value is fed.
constexpr std::uint8_t type_double = 0x01, type_string = 0x02, type_document = 0x03,
                       type_array = 0x04, type_binary = 0x05, type_undefined = 0x06,
                       type_object_id = 0x07, type_bool = 0x08, type_date = 0x09, type_null = 0x0a,
                       type_regex = 0x0b, type_db_pointer = 0x0c, type_code = 0x0d,
                       type_symbol = 0x0e, type_code_with_scope = 0x0f, type_int32 = 0x10,
                       type_timestamp = 0x11, type_int64 = 0x12, type_decimal = 0x13;

template <class T>
T load(const char* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

std::size_t length_prefix(const char* at) {
  return static_cast<std::size_t>(load<std::uint32_t>(at));
}

/// Bytes of the value part that starts at `at`.
std::size_t stored_size(std::uint8_t type, const char* at) {
  switch (type) {
    case type_double:
    case type_date:
    case type_timestamp:
    case type_int64:
      return 8;
    case type_string:
    case type_code:
    case type_symbol:
      return 4 + length_prefix(at);
    case type_document:
    case type_array:
    case type_code_with_scope:
      return length_prefix(at);
    case type_binary:
      return 5 + length_prefix(at);
    case type_object_id:
      return 12;
    case type_bool:
      return 1;
    case type_regex: {
      const std::size_t pattern = std::strlen(at) + 1;
      return pattern + std::strlen(at + pattern) + 1;
    }
    case type_db_pointer:
      return 4 + length_prefix(at) + 12;
    case type_int32:
      return 4;
    case type_decimal:
      return 16;
    default:  // Undefined, Null, MinKey, MaxKey
      return 0;
  }
}

void append_int32(std::string& out, std::int32_t value) {
  out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

void append_int64(std::string& out, std::int64_t value) {
  out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

/// Walks nested documents with its own stack of the levels that are still open.
class FeedWriter {
 public:
  FeedWriter(Era era, std::string& out) : era_(era), out_(out) {}

  void write(std::uint8_t type, std::string_view bytes) {
    append_type(type);
    append_value(type, bytes);
    while (!open_.empty()) advance();
  }

 private:
  void append_type(std::uint8_t type) {
    const bool old_timestamp = era_ == Era::before_3_0 && type == type_timestamp;
    append_int32(out_, old_timestamp ? canonical_number(type_date) : canonical_number(type));
  }

  /// Feeds the next element of the innermost level, or closes the level.
  void advance() {
    const char* at = open_.back();
    const auto type = static_cast<std::uint8_t>(*at++);
    if (type == 0) {
      append_int32(out_, 0);
      open_.pop_back();
      return;
    }
    append_type(type);
    const std::size_t name = std::strlen(at) + 1;
    out_.append(at, name);
    at += name;
    const std::size_t size = stored_size(type, at);
    open_.back() = at + size;
    append_value(type, std::string_view(at, size));
  }

  /// Feeds a value, or opens its level.
  void append_value(std::uint8_t type, std::string_view bytes) {
    switch (type) {
      case type_double:
        return append_int64(out_, squash_double(load<double>(bytes.data())));
      case type_int32:
        return append_int64(out_, load<std::int32_t>(bytes.data()));
      case type_decimal:
        return append_int64(out_, squash_decimal(load<std::uint64_t>(bytes.data()),
                                                 load<std::uint64_t>(bytes.data() + 8)));
      case type_document:
      case type_array:
        return open_.push_back(bytes.data() + 4);
      case type_code_with_scope: {
        const std::size_t code = length_prefix(bytes.data() + 4);
        out_.append(bytes.substr(8, code));
        return open_.push_back(bytes.data() + 8 + code + 4);
      }
      default:  // everything else is fed as stored
        out_.append(bytes);
    }
  }

  Era era_;
  std::string& out_;
  std::vector<const char*> open_;  ///< next element of every open level
};

}  // namespace

int canonical_number(std::uint8_t type) noexcept {
  switch (type) {
    case 0xff:
      return -1;
    case type_null:
      return 5;
    case type_double:
    case type_int32:
    case type_int64:
    case type_decimal:
      return 10;
    case type_string:
    case type_symbol:
      return 15;
    case type_document:
      return 20;
    case type_array:
      return 25;
    case type_binary:
      return 30;
    case type_object_id:
      return 35;
    case type_bool:
      return 40;
    case type_date:
      return 45;
    case type_timestamp:
      return 47;
    case type_regex:
      return 50;
    case type_db_pointer:
      return 55;
    case type_code:
      return 60;
    case type_code_with_scope:
      return 65;
    case 0x7f:
      return 127;
    case type_undefined:
    default:
      return 0;
  }
}

void append_feed(Era era, std::uint8_t type, std::string_view bytes, std::string& out) {
  FeedWriter(era, out).write(type, bytes);
}

void append_feed(std::uint8_t type, std::string_view bytes, std::string& out) {
  append_feed(Era::current, type, bytes, out);
}

}  // namespace shardsweep::hashing
