#include "host/values/order.hpp"

#include <cstring>

#include "hashing/mongo_hash.hpp"

namespace shardsweep::host {
namespace {

using bson::DocumentView;
using bson::Type;
using bson::ValueView;
using std::weak_ordering;

int canonical(Type type) {
  return hashing::canonical_number(static_cast<std::uint8_t>(type));
}

/// As unsigned bytes, a proper prefix less.
weak_ordering compare_bytes(std::string_view a, std::string_view b) {
  return a.compare(b) <=> 0;
}

weak_ordering compare_values_of_class(const ValueView& a, const ValueView& b);

/// Type, then name, then value of each element in stored order; then fewer elements are less.
/// Documents nest at most bson::max_nesting levels, which bounds the recursion.
weak_ordering compare_documents(const DocumentView& a, const DocumentView& b) {
  auto left = a.begin();
  auto right = b.begin();
  for (; left != a.end() && right != b.end(); ++left, ++right) {
    const int left_class = canonical(left->value.type);
    const int right_class = canonical(right->value.type);
    if (left_class != right_class) return left_class <=> right_class;
    if (const auto order = compare_bytes(left->name, right->name); order != 0) return order;
    if (const auto order = compare_values_of_class(left->value, right->value); order != 0) {
      return order;
    }
  }
  return (left != a.end()) <=> (right != b.end());
}

/// Stored length first, then the bytes.
weak_ordering compare_sized(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return a.size() <=> b.size();
  return compare_bytes(a, b);
}

/// Pattern, then options, each up to its NUL.
weak_ordering compare_regexes(const ValueView& a, const ValueView& b) {
  const std::string_view a_pattern(a.bytes.data()), b_pattern(b.bytes.data());
  if (const auto order = compare_bytes(a_pattern, b_pattern); order != 0) return order;
  return compare_bytes(a.bytes.substr(a_pattern.size() + 1), b.bytes.substr(b_pattern.size() + 1));
}

/// Code text like a string, then the scopes as documents.
weak_ordering compare_scoped_code(const ValueView& a, const ValueView& b) {
  const auto text = [](const ValueView& value) {
    const auto size = bson::load<std::uint32_t>(value.bytes.data() + 4);
    return value.bytes.substr(8, size - 1);
  };
  const auto scope = [&](const ValueView& value) {
    return DocumentView(value.bytes.substr(8 + text(value).size() + 1));
  };
  if (const auto order = compare_bytes(text(a), text(b)); order != 0) return order;
  return compare_documents(scope(a), scope(b));
}

/// Both have the same canonical number.
weak_ordering compare_values_of_class(const ValueView& a, const ValueView& b) {
  switch (a.type) {
    case Type::MinKey:
    case Type::Undefined:
    case Type::Null:
    case Type::MaxKey:
      return weak_ordering::equivalent;
    case Type::Double:
    case Type::Int32:
    case Type::Int64:
    case Type::Decimal128:
      return compare_numbers(a, b);
    case Type::String:
    case Type::Symbol:
    case Type::Code:
      return compare_bytes(a.as_string(), b.as_string());
    case Type::Document:
    case Type::Array:
      return compare_documents(DocumentView(a), DocumentView(b));
    case Type::Binary:  // subtype and data follow the length
      return compare_sized(a.bytes.substr(4), b.bytes.substr(4));
    case Type::DbPointer:
      return compare_sized(a.bytes, b.bytes);
    case Type::ObjectId:
    case Type::Bool:
      return compare_bytes(a.bytes, b.bytes);
    case Type::Date:
      return a.as_int64() <=> b.as_int64();
    case Type::Timestamp:
      return static_cast<std::uint64_t>(a.as_int64()) <=> static_cast<std::uint64_t>(b.as_int64());
    case Type::Regex:
      return compare_regexes(a, b);
    case Type::CodeWithScope:
      return compare_scoped_code(a, b);
  }
  return weak_ordering::equivalent;
}

}  // namespace

weak_ordering compare_values(const ValueView& a, const ValueView& b) {
  if (a.type == b.type) return compare_values_of_class(a, b);
  const int a_class = canonical(a.type);
  const int b_class = canonical(b.type);
  if (a_class != b_class) return a_class <=> b_class;
  return compare_values_of_class(a, b);
}

}  // namespace shardsweep::host
