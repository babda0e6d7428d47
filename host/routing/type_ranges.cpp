#include "host/routing/type_ranges.hpp"

#include <cstring>
#include <limits>

namespace shardsweep::host::routing {
namespace {

using bson::Type;
using bson::Value;

template <class T>
Value fixed(Type type, T number) {
  Value value{type, std::string(sizeof number, '\0')};
  std::memcpy(value.bytes.data(), &number, sizeof number);
  return value;
}

/// A length and a NUL: the empty text.
Value empty_text(Type type) {
  return {type, std::string("\1\0\0\0\0", 5)};
}

Value empty_document(Type type) {
  return {type, std::string("\5\0\0\0\0", 5)};
}

}  // namespace

bool is_number(Type type) {
  return type == Type::Double || type == Type::Int32 || type == Type::Int64 ||
         type == Type::Decimal128;
}

Value infinity(bool negative) {
  const double infinite = std::numeric_limits<double>::infinity();
  return fixed(Type::Double, negative ? -infinite : infinite);
}

Value smallest_of(Type type) {
  switch (type) {
    case Type::Double:
    case Type::Int32:
    case Type::Int64:
    case Type::Decimal128:
      return fixed(Type::Double, std::numeric_limits<double>::quiet_NaN());
    case Type::String:
    case Type::Symbol:
      return empty_text(Type::String);
    case Type::Code:
      return empty_text(Type::Code);
    case Type::Document:
    case Type::Array:
      return empty_document(type);
    case Type::Binary:
      return {type, std::string(5, '\0')};
    case Type::ObjectId:
      return {type, std::string(12, '\0')};
    case Type::Bool:
      return {type, std::string(1, '\0')};
    case Type::Date:
      return fixed(type, std::numeric_limits<std::int64_t>::min());
    case Type::Timestamp:
      return fixed(type, std::int64_t{0});
    case Type::Regex:
      return {type, std::string(2, '\0')};
    case Type::DbPointer:
      return {type, std::string("\1\0\0\0\0", 5) + std::string(12, '\0')};
    case Type::CodeWithScope:
      return {type, std::string("\x0e\0\0\0\1\0\0\0\0\5\0\0\0\0", 14)};
    case Type::Undefined:
    case Type::Null:
    case Type::MinKey:
    case Type::MaxKey:
      break;
  }
  return {type, {}};
}

TypeEnd end_of(Type type) {
  switch (type) {
    case Type::Double:
    case Type::Int32:
    case Type::Int64:
    case Type::Decimal128:
      return {infinity(false), true};
    case Type::String:
    case Type::Symbol:
      return {smallest_of(Type::Document), false};
    case Type::Document:
      return {smallest_of(Type::Array), false};
    case Type::Array:
      return {smallest_of(Type::Binary), false};
    case Type::Binary:
      return {smallest_of(Type::ObjectId), false};
    case Type::ObjectId:
      return {{type, std::string(12, '\xff')}, true};
    case Type::Bool:
      return {{type, std::string(1, '\1')}, true};
    case Type::Date:
      return {fixed(type, std::numeric_limits<std::int64_t>::max()), true};
    case Type::Timestamp:
      return {fixed(type, std::int64_t{-1}), true};
    case Type::Regex:
      return {smallest_of(Type::DbPointer), false};
    case Type::DbPointer:
      return {smallest_of(Type::Code), false};
    case Type::Code:
      return {smallest_of(Type::CodeWithScope), false};
    case Type::CodeWithScope:
      return {max_key(), false};
    case Type::Undefined:
    case Type::Null:
    case Type::MinKey:
    case Type::MaxKey:
      break;
  }
  return {{type, {}}, true};
}

Interval range_of(Type type) {
  TypeEnd end = end_of(type);
  return {smallest_of(type), std::move(end.value), true, end.inclusive};
}

}  // namespace shardsweep::host::routing
