#include "datasets/bson/builder.hpp"

#include <array>

namespace shardsweep::bson {

namespace {

template <class T>
void append_number(std::string& out, T value) {
  std::array<char, sizeof(T)> bytes;
  std::memcpy(bytes.data(), &value, sizeof value);
  out.append(bytes.data(), bytes.size());
}

}  // namespace

void Builder::open_document() {
  open_levels_.push_back(out_.size());
  out_.append(4, '\0');
}

void Builder::open(std::string_view name, Type type) {
  head(name, type);
  open_document();
}

void Builder::close() {
  const std::size_t begin = open_levels_.back();
  open_levels_.pop_back();
  out_.push_back('\0');
  const auto length = static_cast<std::int32_t>(out_.size() - begin);
  std::memcpy(out_.data() + begin, &length, sizeof length);
}

void Builder::append(std::string_view name, const ValueView& value) {
  head(name, value.type);
  out_.append(value.bytes);
}

void Builder::append_double(std::string_view name, double value) {
  head(name, Type::Double);
  append_number(out_, value);
}

void Builder::append_int32(std::string_view name, std::int32_t value) {
  head(name, Type::Int32);
  append_number(out_, value);
}

void Builder::append_int64(std::string_view name, std::int64_t value) {
  head(name, Type::Int64);
  append_number(out_, value);
}

void Builder::append_bool(std::string_view name, bool value) {
  head(name, Type::Bool);
  out_.push_back(value ? '\1' : '\0');
}

void Builder::append_date(std::string_view name, std::int64_t milliseconds) {
  head(name, Type::Date);
  append_number(out_, milliseconds);
}

void Builder::append_string(std::string_view name, std::string_view text) {
  head(name, Type::String);
  append_number(out_, static_cast<std::int32_t>(text.size() + 1));
  out_.append(text);
  out_.push_back('\0');
}

void Builder::append_null(std::string_view name) {
  head(name, Type::Null);
}

void Builder::append_binary(std::string_view name, std::uint8_t subtype, std::string_view data) {
  head(name, Type::Binary);
  // Subtype 2 repeats the length of its data inside (bsonspec.org).
  const bool old_form = subtype == 2;
  append_number(out_, static_cast<std::int32_t>(data.size() + (old_form ? 4 : 0)));
  out_.push_back(static_cast<char>(subtype));
  if (old_form) append_number(out_, static_cast<std::int32_t>(data.size()));
  out_.append(data);
}

void Builder::append_object_id(std::string_view name, std::string_view twelve_bytes) {
  head(name, Type::ObjectId);
  out_.append(twelve_bytes);
}

void Builder::head(std::string_view name, Type type) {
  out_.push_back(static_cast<char>(type));
  out_.append(name);
  out_.push_back('\0');
}

}  // namespace shardsweep::bson
