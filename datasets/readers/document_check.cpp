#include "datasets/readers/document_check.hpp"

#include <cstring>

#include "datasets/bson/duplicate_names.hpp"
#include "datasets/bson/utf8.hpp"

namespace shardsweep::datasets {
namespace {

constexpr std::size_t most_steps = 1000;
constexpr std::size_t deepest = 20;
/// An array of up to this many bytes cannot nest over the limit: every level takes at least 7
/// (type, NUL of an empty name, length, final NUL).
constexpr std::size_t flat_array_bytes = 7 * (bson::max_nesting - deepest - 1);

/// Names are short: two words that overlap compare all of up to 16 bytes without a call.
bool same_bytes(const char* a, const char* b, std::size_t count) noexcept {
  if (count < 4 || count > 16) return std::memcmp(a, b, count) == 0;
  if (count >= 8) {
    const std::size_t rest = count - 8;
    return ((bson::load<std::uint64_t>(a) ^ bson::load<std::uint64_t>(b)) |
            (bson::load<std::uint64_t>(a + rest) ^ bson::load<std::uint64_t>(b + rest))) == 0;
  }
  const std::size_t rest = count - 4;
  return ((bson::load<std::uint32_t>(a) ^ bson::load<std::uint32_t>(b)) |
          (bson::load<std::uint32_t>(a + rest) ^ bson::load<std::uint32_t>(b + rest))) == 0;
}

}  // namespace

std::optional<bson::Defect> DocumentCheck::check(std::string_view document) {
  // Where shapes differ all the time only every 16th document is worth the try.
  const bool worth_a_try = misses_ < 32 || misses_ % 16 == 0;
  if (worth_a_try && !steps_.empty() && follows_steps(document)) {
    misses_ = 0;
    duplicate_names_ = false;
    return std::nullopt;
  }
  auto defect = bson::validate(document);
  if (defect) return defect;
  duplicate_names_ = bson::has_duplicate_names(bson::DocumentView(document));
  ++misses_;
  if (!worth_a_try) return std::nullopt;
  steps_.clear();
  heads_.clear();
  // The repeated name could stand in an array, of which the steps know nothing.
  if (duplicate_names_ || !learn(bson::DocumentView(document), 1)) steps_.clear();
  return std::nullopt;
}

bool DocumentCheck::learn(bson::DocumentView level, std::size_t depth) {
  for (const bson::Element& element : level)
    if (!learn_element(element, depth)) return false;
  steps_.push_back({});
  return true;
}

bool DocumentCheck::learn_element(const bson::Element& element, std::size_t depth) {
  if (steps_.size() >= most_steps || depth >= deepest) return false;
  Step step;
  step.head_begin = static_cast<std::uint32_t>(heads_.size());
  step.head_bytes = static_cast<std::uint32_t>(element.name.size() + 2);
  heads_ += static_cast<char>(element.value.type);
  heads_ += element.name;
  heads_ += '\0';
  using bson::Type;
  switch (element.value.type) {
    case Type::Double:
    case Type::Undefined:
    case Type::ObjectId:
    case Type::Date:
    case Type::Null:
    case Type::Int32:
    case Type::Timestamp:
    case Type::Int64:
    case Type::Decimal128:
    case Type::MinKey:
    case Type::MaxKey:
      step.kind = Kind::fixed;
      step.value_bytes = static_cast<std::uint8_t>(element.value.bytes.size());
      break;
    case Type::Bool:
      step.kind = Kind::boolean;
      break;
    case Type::String:
      step.kind = Kind::text;
      break;
    case Type::Array:
      step.kind = Kind::array;
      break;
    case Type::Document:
      step.kind = Kind::open;
      steps_.push_back(step);
      return learn(bson::DocumentView(element.value), depth + 1);
    default:
      return false;
  }
  steps_.push_back(step);
  return true;
}

bool DocumentCheck::follows_steps(std::string_view document) const {
  const char* at = document.data();
  const char* const end = at + document.size();
  if (document.size() < 5 ||
      static_cast<std::size_t>(bson::load<std::int32_t>(at)) != document.size())
    return false;
  const char* lasts[deepest + 1];  // where the final NUL of each open level must stand
  std::size_t depth = 0;
  lasts[0] = end - 1;
  at += 4;
  for (const Step& step : steps_) {
    const char* const last = lasts[depth];
    if (step.kind == Kind::close) {
      if (at != last || *at != 0) return false;
      ++at;
      if (depth-- == 0) return at == end;
      continue;
    }
    if (static_cast<std::size_t>(last - at) < step.head_bytes ||
        !same_bytes(at, heads_.data() + step.head_begin, step.head_bytes))
      return false;
    at += step.head_bytes;
    if (step.kind == Kind::open) {
      if (last - at < 5) return false;
      const auto length = bson::load<std::int32_t>(at);
      if (length < 5 || length > last - at) return false;
      lasts[++depth] = at + length - 1;
      at += 4;
      continue;
    }
    at = pass_value(step, at, last);
    if (at == nullptr) return false;
  }
  return false;
}

const char* DocumentCheck::pass_value(const Step& step, const char* at, const char* last) const {
  const std::ptrdiff_t room = last - at;
  if (step.kind == Kind::fixed) return room < step.value_bytes ? nullptr : at + step.value_bytes;
  if (step.kind == Kind::boolean)
    return room < 1 || static_cast<unsigned char>(*at) > 1 ? nullptr : at + 1;
  if (room < 5) return nullptr;
  const auto length = bson::load<std::int32_t>(at);
  if (step.kind == Kind::text) {
    if (length < 1 || length > room - 4) return nullptr;
    const auto size = static_cast<std::size_t>(length) - 1;
    const std::string_view text(at + 4, size);
    return at[4 + size] != 0 || !bson::is_utf8(text) ? nullptr : at + 4 + length;
  }
  // An array: its length may differ from document to document, so it is looked at as a whole.
  if (length < 5 || length > room || static_cast<std::size_t>(length) > flat_array_bytes)
    return nullptr;
  const std::string_view array(at, static_cast<std::size_t>(length));
  if (bson::validate(array) || bson::has_duplicate_names(bson::DocumentView(array))) return nullptr;
  return at + length;
}

}  // namespace shardsweep::datasets
