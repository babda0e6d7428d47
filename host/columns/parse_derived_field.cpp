#include <array>
#include <charconv>
#include <utility>

#include "host/columns/derived_field.hpp"
#include "host/error.hpp"

namespace shardsweep::host {
namespace {

using Function = DerivedField::Function;

constexpr std::array<std::pair<std::string_view, Function>, 8> functions{{
    {"year", Function::year},
    {"month", Function::month},
    {"day", Function::day},
    {"hour", Function::hour},
    {"yyyymm", Function::yyyymm},
    {"prefix", Function::prefix},
    {"concat", Function::concat},
    {"bucket", Function::bucket},
}};

[[noreturn]] void refuse(std::string_view text, const std::string& why) {
  throw UsageError("--derive '" + std::string(text) + "': " + why +
                   "; write NAME=FUNCTION(FIELD, ...) with year(date), month(date), day(date), "
                   "hour(date), yyyymm(date), prefix(string, characters), concat(a, b, ...) or "
                   "bucket(a, count), for example --derive 'month=month(created)'");
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> parts;
  for (;;) {
    const std::size_t comma = text.find(',');
    parts.emplace_back(trim(text.substr(0, comma)));
    if (comma == std::string_view::npos) return parts;
    text.remove_prefix(comma + 1);
  }
}

bool is_path(std::string_view path) {
  return !path.empty() && path.front() != '.' && path.back() != '.' &&
         path.find("..") == std::string_view::npos &&
         path.find_first_of("()=$ ") == std::string_view::npos;
}

std::int64_t take_number(std::string_view text, std::vector<std::string>& arguments) {
  if (arguments.size() != 2) refuse(text, "this function takes a field and a number");
  const std::string& word = arguments.back();
  std::int64_t number = 0;
  const auto read = std::from_chars(word.data(), word.data() + word.size(), number);
  if (read.ec != std::errc() || read.ptr != word.data() + word.size() || number < 1)
    refuse(text, "'" + word + "' is not a whole number of at least 1");
  arguments.pop_back();
  return number;
}

Function find_function(std::string_view text, std::string_view name) {
  for (const auto& [known, function] : functions)
    if (known == name) return function;
  refuse(text, "there is no function '" + std::string(name) + "'");
}

}  // namespace

DerivedField parse_derived_field(std::string_view text) {
  const std::size_t equals = text.find('=');
  const std::size_t open = text.find('(');
  if (equals == std::string_view::npos || open == std::string_view::npos || open < equals ||
      trim(text).back() != ')')
    refuse(text, "this is not NAME=FUNCTION(...)");
  DerivedField derived;
  derived.name = trim(text.substr(0, equals));
  if (!is_path(derived.name) || derived.name.find('.') != std::string::npos)
    refuse(text, "'" + derived.name + "' cannot be the name of a new field");
  derived.function = find_function(text, trim(text.substr(equals + 1, open - equals - 1)));
  std::string_view inside = trim(text).substr(open - (trim(text).data() - text.data()) + 1);
  inside.remove_suffix(1);
  derived.fields = split(inside);
  if (derived.function == Function::prefix || derived.function == Function::bucket)
    derived.number = take_number(text, derived.fields);
  else if (derived.function != Function::concat && derived.fields.size() != 1)
    refuse(text, "this function takes one field");
  for (const std::string& field : derived.fields)
    if (!is_path(field)) refuse(text, "'" + field + "' is not a field");
  return derived;
}

std::string to_text(const DerivedField& derived) {
  std::string text;
  for (const auto& [name, function] : functions)
    if (function == derived.function) text = name;
  text += '(';
  for (std::size_t i = 0; i < derived.fields.size(); ++i)
    text += (i == 0 ? "" : ", ") + derived.fields[i];
  if (derived.number != 0) text += ", " + std::to_string(derived.number);
  return text + ')';
}

}  // namespace shardsweep::host
