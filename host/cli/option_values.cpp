#include <algorithm>
#include <charconv>
#include <cmath>

#include "host/cli/option_groups.hpp"
#include "host/error.hpp"
#include "host/text/printable.hpp"

namespace shardsweep::host {
namespace {

[[noreturn]] void refuse(std::string_view option, std::string_view text, std::string_view wanted) {
  throw UsageError(std::string(option) + " cannot be '" + printable(text) +
                   "': " + std::string(wanted));
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

/// A non-negative number with an optional unit letter out of "KMGT"; `base` is 1000 or 1024.
std::uint64_t scaled(std::string_view text, std::string_view option, double base,
                     std::string_view wanted) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || !std::isfinite(value) || value < 0) refuse(option, text, wanted);
  std::string unit(end, text.data() + text.size());
  std::ranges::transform(unit, unit.begin(), [](unsigned char c) { return std::toupper(c); });
  if (base == 1024 && unit.ends_with("IB")) unit.resize(unit.size() - 2);
  if (base == 1024 && unit.ends_with("B")) unit.pop_back();
  constexpr std::string_view letters = "KMGT";
  if (unit.size() > 1) refuse(option, text, wanted);
  if (unit.size() == 1) {
    const auto place = letters.find(unit[0]);
    if (place == std::string_view::npos) refuse(option, text, wanted);
    value *= std::pow(base, static_cast<double>(place + 1));
  }
  if (value >= 0x1p63) refuse(option, text, "it is too large");
  if (base == 1000 && value != std::floor(value)) refuse(option, text, wanted);
  return static_cast<std::uint64_t>(value);
}

}  // namespace

std::uint64_t parse_size(std::string_view text, std::string_view option) {
  return scaled(text, option, 1024, "a number of bytes is wanted, as 512M or 2GiB");
}

std::uint64_t parse_count(std::string_view text, std::string_view option) {
  return scaled(text, option, 1000, "a whole number is wanted, as 20000000 or 20M");
}

std::vector<std::string> split_list(std::string_view text) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const auto comma = std::min(text.find(','), text.size());
    if (const auto part = trim(text.substr(0, comma)); !part.empty()) parts.emplace_back(part);
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return parts;
}

void parse_assignments(std::string_view text, std::string_view option,
                       std::map<std::string, double>& into) {
  for (const std::string& part : split_list(text)) {
    const auto equals = part.find('=');
    double value = 0;
    const char* const end = part.data() + part.size();
    if (equals == std::string::npos || equals == 0) refuse(option, text, "NAME=VALUE is wanted");
    const auto read = std::from_chars(part.data() + equals + 1, end, value);
    if (read.ec != std::errc() || read.ptr != end || !std::isfinite(value) || value < 0) {
      refuse(option, text, "NAME=VALUE is wanted, VALUE a number of at least 0");
    }
    into[part.substr(0, equals)] = value;
  }
}

}  // namespace shardsweep::host
