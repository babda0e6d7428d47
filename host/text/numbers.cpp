#include <fmt/format.h>

#include "host/text/printable.hpp"

namespace shardsweep::host {

std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t from_end = 3; from_end < digits.size(); from_end += 4) {
    digits.insert(digits.size() - from_end, 1, ',');
  }
  return digits;
}

std::string counted(std::uint64_t count, std::string_view noun) {
  return grouped(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

std::string bytes_text(std::uint64_t bytes) {
  if (bytes < 1024) return counted(bytes, "byte");
  constexpr const char* units[] = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  double value = static_cast<double>(bytes) / 1024;
  std::size_t unit = 0;
  while (value >= 1024 && unit < 5) {
    value /= 1024;
    ++unit;
  }
  return fmt::format("{:.1f} {}", value, units[unit]);
}

std::string percent_text(double share) {
  return fmt::format("{:.1f} %", share * 100);
}

std::string short_number(double value) {
  std::string text = fmt::format("{:.3f}", value);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text;
}

}  // namespace shardsweep::host
