#include "datasets/bson/view.hpp"

namespace shardsweep::bson {

namespace {

using Kind = ValueShape::Kind;

constexpr std::array<ValueShape, 256> make_shapes() {
  std::array<ValueShape, 256> shapes{};
  const auto set = [&shapes](Type type, ValueShape shape) {
    shapes[static_cast<std::uint8_t>(type)] = shape;
  };
  for (const Type type : {Type::Undefined, Type::Null, Type::MinKey, Type::MaxKey}) {
    set(type, {Kind::fixed, 0, 0});
  }
  for (const Type type : {Type::Double, Type::Date, Type::Timestamp, Type::Int64}) {
    set(type, {Kind::fixed, 8, 0});
  }
  set(Type::Bool, {Kind::fixed, 1, 0});
  set(Type::Int32, {Kind::fixed, 4, 0});
  set(Type::ObjectId, {Kind::fixed, 12, 0});
  set(Type::Decimal128, {Kind::fixed, 16, 0});
  // The int32 of a string counts its final NUL but not itself; that of a document counts all.
  for (const Type type : {Type::String, Type::Code, Type::Symbol}) {
    set(type, {Kind::prefixed, 4, 1});
  }
  for (const Type type : {Type::Document, Type::Array}) set(type, {Kind::prefixed, 0, 5});
  set(Type::CodeWithScope, {Kind::prefixed, 0, 14});
  set(Type::Binary, {Kind::prefixed, 5, 0});
  set(Type::DbPointer, {Kind::prefixed, 16, 1});
  return shapes;
}

}  // namespace

constexpr std::array<ValueShape, 256> value_shapes = make_shapes();

std::size_t other_value_size(Type type, std::string_view bytes) noexcept {
  if (type != Type::Regex) return no_size;
  const char* const end = bytes.data() + bytes.size();
  const char* const pattern_end = find_nul(bytes.data(), end);
  if (pattern_end == end) return no_size;
  const char* const options_end = find_nul(pattern_end + 1, end);
  if (options_end == end) return no_size;
  return static_cast<std::size_t>(options_end + 1 - bytes.data());
}

}  // namespace shardsweep::bson
