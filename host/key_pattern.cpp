#include "host/key_pattern.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

#include "datasets/extended_json/write.hpp"
#include "host/error.hpp"

namespace shardsweep::host {

namespace {

constexpr std::array<std::pair<ServerVersion, std::string_view>, 6> releases = {{
    {ServerVersion::v4_2, "4.2"},
    {ServerVersion::v4_4, "4.4"},
    {ServerVersion::v5_0, "5.0"},
    {ServerVersion::v6_0, "6.0"},
    {ServerVersion::v7_0, "7.0"},
    {ServerVersion::v8_0, "8.0"},
}};

bool is_shell_identifier(std::string_view name) {
  const auto letter = [](char c) {
    return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$';
  };
  const auto letter_or_digit = [&](char c) { return letter(c) || (c >= '0' && c <= '9'); };
  return !name.empty() && letter(name[0]) && std::all_of(name.begin(), name.end(), letter_or_digit);
}

/// The words of the shell and of Extended JSON for what is no number in JSON.
std::string_view non_finite_word(double value) {
  return std::isnan(value) ? "NaN" : value > 0 ? "Infinity" : "-Infinity";
}

std::string value_text(const datasets::IndexField& field) {
  if (field.special.empty())
    return std::isfinite(field.direction) ? extended_json::shortest_double(field.direction)
                                          : std::string(non_finite_word(field.direction));
  std::string text;
  extended_json::write_string(field.special, text);
  return text;
}

}  // namespace

int KeyPattern::hashed_position() const {
  for (std::size_t i = 0; i < fields.size(); ++i)
    if (hashed_at(i)) return static_cast<int>(i);
  return -1;
}

bool KeyPattern::operator==(const KeyPattern& other) const {
  const auto same = [](const datasets::IndexField& a, const datasets::IndexField& b) {
    return a.path == b.path && a.special == b.special &&
           (!a.special.empty() || a.direction == b.direction);
  };
  return std::equal(fields.begin(), fields.end(), other.fields.begin(), other.fields.end(), same);
}

std::string to_text(const KeyPattern& key) {
  std::string text = "{";
  for (const datasets::IndexField& field : key.fields) {
    if (text.size() > 1) text += ", ";
    if (is_shell_identifier(field.path)) {
      text += field.path;
    } else {
      extended_json::write_string(field.path, text);
    }
    text += ": " + value_text(field);
  }
  return text + "}";
}

std::string to_json(const KeyPattern& key) {
  std::string text = "{";
  for (const datasets::IndexField& field : key.fields) {
    if (text.size() > 1) text += ",";
    extended_json::write_string(field.path, text);
    text += ":";
    text += field.special.empty() ? number_json(field.direction) : value_text(field);
  }
  return text + "}";
}

std::string number_json(double value) {
  return std::isfinite(value) ? extended_json::shortest_double(value)
                              : fmt::format("{{\"$numberDouble\":\"{}\"}}", non_finite_word(value));
}

ServerVersion parse_server_version(std::string_view text) {
  std::string known;
  for (const auto& [version, name] : releases) {
    if (text == name) return version;
    known += (known.empty() ? "" : ", ") + std::string(name);
  }
  throw UsageError(
      fmt::format("--server {}: not a release this program knows; known are {}", text, known));
}

std::string to_text(ServerVersion version) {
  for (const auto& [known, name] : releases)
    if (known == version) return std::string(name);
  return "";
}

}  // namespace shardsweep::host
