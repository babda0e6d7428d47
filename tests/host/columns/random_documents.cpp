#include "tests/host/columns/random_documents.hpp"

#include <cmath>
#include <cstring>
#include <limits>

#include "datasets/bson/decimal128.hpp"

namespace shardsweep::test {
namespace {

template <class T>
bson::Value fixed(bson::Type type, T value) {
  bson::Value result;
  result.type = type;
  result.bytes.resize(sizeof(T));
  std::memcpy(result.bytes.data(), &value, sizeof(T));
  return result;
}

std::uint64_t below(std::mt19937_64& random, std::uint64_t limit) {
  return random() % limit;
}

bson::Value random_number(std::mt19937_64& random, std::uint64_t spread) {
  const auto whole = static_cast<std::int64_t>(below(random, spread));
  switch (below(random, 9)) {
    case 0:
      return int32_value(static_cast<std::int32_t>(whole % 1000) - 500);
    case 1:
      return int64_value(whole);
    case 2:
      return double_value(static_cast<double>(whole));
    case 3:
      return double_value(static_cast<double>(whole) / 2);
    case 4:
      return decimal_value(std::to_string(whole) + (below(random, 2) ? ".5" : ".00"));
    case 5:
      return int64_value((std::int64_t{1} << 53) + static_cast<std::int64_t>(below(random, 5)));
    case 6:
      return double_value(0x1p53 + 2 * static_cast<double>(below(random, 3)));
    case 7: {
      const double special[] = {std::nan(""),
                                -0.0,
                                0.0,
                                std::numeric_limits<double>::infinity(),
                                -std::numeric_limits<double>::infinity(),
                                0x1p63,
                                5e-324};
      return double_value(special[below(random, 7)]);
    }
    default: {
      const char* special[] = {"NaN",       "-0",
                               "0E+3",      "Infinity",
                               "-Infinity", "9223372036854775808",
                               "1E-6176",   "9007199254740993"};
      return decimal_value(special[below(random, 8)]);
    }
  }
}

std::string random_text(std::mt19937_64& random, std::uint64_t spread) {
  std::string text = below(random, 2) ? "" : "a common beginning of many bytes ";
  text += std::to_string(below(random, spread));
  if (below(random, 4) == 0) text += '\0';
  if (below(random, 8) == 0) text += '\0';
  if (below(random, 8) == 0) text += "\xc3\xa9";
  return text;
}

}  // namespace

bson::Value int32_value(std::int32_t value) {
  return fixed(bson::Type::Int32, value);
}
bson::Value int64_value(std::int64_t value) {
  return fixed(bson::Type::Int64, value);
}
bson::Value double_value(double value) {
  return fixed(bson::Type::Double, value);
}
bson::Value date_value(std::int64_t value) {
  return fixed(bson::Type::Date, value);
}

bson::Value text_value(const std::string& text) {
  bson::Value value = fixed(bson::Type::String, static_cast<std::uint32_t>(text.size() + 1));
  value.bytes += text;
  value.bytes += '\0';
  return value;
}

bson::Value decimal_value(const std::string& text) {
  bson::DecimalBits bits{};
  bson::read_decimal128(text, bits);
  return fixed(bson::Type::Decimal128, bits);
}

bson::Value object_id_value(std::uint32_t seconds, std::uint64_t rest) {
  bson::Value value = fixed(bson::Type::ObjectId, __builtin_bswap32(seconds));
  const std::uint64_t big = __builtin_bswap64(rest);
  value.bytes.append(reinterpret_cast<const char*>(&big), sizeof big);
  return value;
}

bson::Value binary_value(std::uint8_t subtype, const std::string& data) {
  bson::Value value = fixed(bson::Type::Binary, static_cast<std::uint32_t>(data.size()));
  value.bytes += static_cast<char>(subtype);
  value.bytes += data;
  return value;
}

std::string document_of(const std::vector<std::pair<std::string, bson::Value>>& fields) {
  std::string bytes;
  bson::Builder builder(bytes);
  builder.open_document();
  for (const auto& [name, value] : fields) builder.append(name, value);
  builder.close();
  return bytes;
}

bson::Value document_value(const std::vector<std::pair<std::string, bson::Value>>& fields) {
  return {bson::Type::Document, document_of(fields)};
}

bson::Value array_value(const std::vector<bson::Value>& elements) {
  std::vector<std::pair<std::string, bson::Value>> fields;
  for (std::size_t i = 0; i < elements.size(); ++i)
    fields.emplace_back(std::to_string(i), elements[i]);
  return {bson::Type::Array, document_of(fields)};
}

bson::Value random_value_of(const std::string& kind, std::mt19937_64& random,
                            std::uint64_t spread) {
  const std::uint64_t pick = below(random, spread);
  if (kind == "ints")
    return below(random, 2) ? int32_value(static_cast<std::int32_t>(pick))
                            : int64_value(static_cast<std::int64_t>(pick) - 3);
  if (kind == "wide ints") return int64_value(static_cast<std::int64_t>(pick * 0x9e3779b97f4a7c15));
  if (kind == "doubles") {
    const double specials[] = {std::nan(""), -0.0, 0.0, -1.5};
    return double_value(below(random, 8) ? static_cast<double>(pick) / 3 - 2
                                         : specials[below(random, 4)]);
  }
  if (kind == "numbers") return random_number(random, spread);
  if (kind == "binary numbers") {
    bson::Value value = random_number(random, spread);
    while (value.type == bson::Type::Decimal128) value = random_number(random, spread);
    return value;
  }
  if (kind == "decimals")
    return decimal_value(std::to_string(pick) + "E-" + std::to_string(pick % 3));
  if (kind == "strings") return text_value(random_text(random, spread));
  if (kind == "dates") return date_value(static_cast<std::int64_t>(pick * 1000) - 5000);
  if (kind == "ids") return object_id_value(static_cast<std::uint32_t>(pick / 4), pick % 4);
  if (kind == "uuids") {
    std::string data(16, 'u');
    std::memcpy(data.data() + pick % 9, &pick, sizeof pick);
    return binary_value(4, data);
  }
  if (kind == "documents")
    return document_value({{"x", random_number(random, spread)}, {"y", int32_value(1)}});
  return random_value(random);
}

bson::Value random_value(std::mt19937_64& random, int depth) {
  switch (below(random, 16)) {
    case 0:
      return {bson::Type::Null, ""};
    case 1:
      return {bson::Type::Undefined, ""};
    case 2:
      return {bson::Type::MinKey, ""};
    case 3:
      return {bson::Type::MaxKey, ""};
    case 4:
      return fixed(bson::Type::Bool, static_cast<char>(below(random, 2)));
    case 5: {
      bson::Value text = text_value(random_text(random, 5));
      if (below(random, 2)) text.type = bson::Type::Symbol;
      return text;
    }
    case 6:
      return binary_value(static_cast<std::uint8_t>(below(random, 2) * 5),
                          std::string(below(random, 4), static_cast<char>(below(random, 3))));
    case 7:
      return {bson::Type::Regex, std::string(below(random, 2) ? "a" : "ab") + '\0' + "i" + '\0'};
    case 8:
      return fixed(bson::Type::Timestamp, below(random, 4) << 32 | below(random, 3));
    case 9:
      return {bson::Type::Code, text_value(random_text(random, 3)).bytes};
    case 10:
      if (depth > 0)
        return document_value({{"b", random_value(random, depth - 1)},
                               {below(random, 2) ? "c" : "d", random_value(random, depth - 1)}});
      return {};
    case 11:
      return array_value({random_value(random, 0)});
    case 12:
      return random_value_of("ids", random, 6);
    case 13:
      return random_value_of("dates", random, 6);
    default:
      return random_number(random, 6);
  }
}

}  // namespace shardsweep::test
