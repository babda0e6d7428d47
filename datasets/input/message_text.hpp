#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace shardsweep::datasets {

/// A file's name as messages show it: printable, as long as the system allows names to be.
std::string shown_name(std::string_view path);

/// A value in quotes, printable and shortened: "2024-13-01".
std::string quoted(std::string_view value);

/// "128 MiB", "16 KiB", "17 bytes": the largest unit that divides the count.
std::string byte_count(std::uint64_t bytes);

/// The system's words for an errno value, without locale and thread-safe.
std::string system_words(int error_number);

}  // namespace shardsweep::datasets
