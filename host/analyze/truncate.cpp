#include "host/analyze/truncate.hpp"

#include <algorithm>

namespace shardsweep::host {

namespace {

constexpr std::uint64_t max_user_document = 16 * 1024 * 1024;
constexpr std::uint64_t reply_padding = 1000 * 1024;
constexpr std::uint64_t length_prefix = 4;
constexpr std::uint64_t document_overhead = length_prefix + 1;  // and the final NUL

std::uint64_t element_size(std::string_view name, const bson::ValueView& value) {
  return 1 + name.size() + 1 + value.bytes.size();
}

void append_placeholder(bson::Builder& builder, std::string_view name,
                        const bson::ValueView& value) {
  builder.open(name, bson::Type::Document);
  builder.append_string("type", bson::type_alias(value.type));
  builder.append_string("value", "truncated");
  builder.append_int32("sizeBytes", static_cast<std::int32_t>(value.bytes.size()));
  builder.close();
}

/// The server compares with what is left of the limit after all it has written, the length in front
/// of the document included.
bool fits(std::string_view name, const bson::ValueView& value, std::uint64_t limit,
          std::uint64_t written) {
  return written < limit && element_size(name, value) < limit - written;
}

void append_entered(bson::Builder& builder, const std::string& out, std::string_view name,
                    const bson::ValueView& object, std::uint64_t limit) {
  builder.open(name, bson::Type::Document);
  const std::uint64_t start = out.size() - length_prefix;
  for (const bson::Element& part : bson::DocumentView(object)) {
    if (fits(part.name, part.value, limit, out.size() - start)) {
      builder.append(part.name, part.value);
    } else {
      append_placeholder(builder, part.name, part.value);
    }
  }
  builder.close();
}

}  // namespace

std::uint64_t most_common_value_limit(std::uint32_t values) {
  return (max_user_document - reply_padding) / std::max<std::uint32_t>(values, 1);
}

KeyValue truncated(const KeyValue& value, std::uint64_t limit) {
  std::uint64_t size = document_overhead;
  for (const auto& [name, part] : value.fields) size += element_size(name, part);
  if (size <= limit) return value;
  std::string out;
  bson::Builder builder(out);
  builder.open_document();
  for (const auto& [name, part] : value.fields) {
    const std::uint64_t written = out.size();
    if (fits(name, part, limit, written)) {
      builder.append(name, part);
    } else if (part.type == bson::Type::Document) {
      append_entered(builder, out, name, part, limit - std::min(limit, written));
    } else {
      append_placeholder(builder, name, part);
    }
  }
  builder.close();
  KeyValue shown;
  for (const bson::Element& element : bson::DocumentView(out))
    shown.fields.emplace_back(std::string(element.name), bson::Value::copy(element.value));
  return shown;
}

}  // namespace shardsweep::host
