#include "datasets/input/message_text.hpp"

#include <array>
#include <system_error>

#include "datasets/bson/printable.hpp"

namespace shardsweep::datasets {

std::string shown_name(std::string_view path) {
  constexpr std::size_t longest_path = 4096;  // PATH_MAX of Linux
  return bson::printable(path, longest_path);
}

std::string quoted(std::string_view value) {
  return '"' + bson::printable(value) + '"';
}

std::string byte_count(std::uint64_t bytes) {
  struct Unit {
    std::uint64_t size;
    const char* name;
  };
  constexpr std::array<Unit, 3> units = {
      {{std::uint64_t{1} << 30U, "GiB"}, {std::uint64_t{1} << 20U, "MiB"}, {1024, "KiB"}}};
  for (const Unit& unit : units)
    if (bytes >= unit.size && bytes % unit.size == 0)
      return std::to_string(bytes / unit.size) + ' ' + unit.name;
  return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
}

std::string system_words(int error_number) {
  return std::generic_category().message(error_number);
}

}  // namespace shardsweep::datasets
