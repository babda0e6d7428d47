#pragma once

#include <cstdint>
#include <string_view>

namespace shardsweep::bson {

/// Element types by their byte on the wire (bsonspec.org, version 1.1).
enum class Type : std::uint8_t {
  Double = 0x01,
  String = 0x02,
  Document = 0x03,
  Array = 0x04,
  Binary = 0x05,
  Undefined = 0x06,
  ObjectId = 0x07,
  Bool = 0x08,
  Date = 0x09,
  Null = 0x0a,
  Regex = 0x0b,
  DbPointer = 0x0c,
  Code = 0x0d,
  Symbol = 0x0e,
  CodeWithScope = 0x0f,
  Int32 = 0x10,
  Timestamp = 0x11,
  Int64 = 0x12,
  Decimal128 = 0x13,
  MaxKey = 0x7f,
  MinKey = 0xff,
};

/// The alias MongoDB's $type uses: "int", "long", "objectId", ... Static storage.
std::string_view type_alias(Type type) noexcept;

}  // namespace shardsweep::bson
