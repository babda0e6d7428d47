#include "datasets/bson/type.hpp"

namespace shardsweep::bson {

std::string_view type_alias(Type type) noexcept {
  switch (type) {
    case Type::Double:
      return "double";
    case Type::String:
      return "string";
    case Type::Document:
      return "object";
    case Type::Array:
      return "array";
    case Type::Binary:
      return "binData";
    case Type::Undefined:
      return "undefined";
    case Type::ObjectId:
      return "objectId";
    case Type::Bool:
      return "bool";
    case Type::Date:
      return "date";
    case Type::Null:
      return "null";
    case Type::Regex:
      return "regex";
    case Type::DbPointer:
      return "dbPointer";
    case Type::Code:
      return "javascript";
    case Type::Symbol:
      return "symbol";
    case Type::CodeWithScope:
      return "javascriptWithScope";
    case Type::Int32:
      return "int";
    case Type::Timestamp:
      return "timestamp";
    case Type::Int64:
      return "long";
    case Type::Decimal128:
      return "decimal";
    case Type::MaxKey:
      return "maxKey";
    case Type::MinKey:
      return "minKey";
  }
  return "unknown";
}

}  // namespace shardsweep::bson
