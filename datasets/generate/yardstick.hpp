#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "datasets/generate/identifiers.hpp"
#include "datasets/generate/preset.hpp"

namespace shardsweep::generate {

/// One document of the benchmark collection, twelve fields and _id.
struct YardstickRow {
  std::int64_t user = 0;      ///< Zipf(1.05) over 1,000,000, ids not in order of frequency
  std::int32_t device = 0;    ///< three of 50,000 for each user
  std::uint32_t country = 0;  ///< Zipf(1.0) over 195 by user; 3 % of documents are elsewhere
  std::uint32_t status = 0;   ///< 70, 15, 8, 5 and 2 %
  std::int64_t created =
      0;                    ///< never falls; 24 months from 2024-01-01, whatever the number of rows
  std::int64_t order = 0;   ///< 1, 2, 3, ...
  std::uint32_t month = 0;  ///< of `created`, from 0
  std::uint32_t host = 0;   ///< Zipf(0.5) over 500
  std::uint32_t score_thousandths = 0;  ///< mean of three uniform numbers, 0 to 100
  std::int64_t session = 0;             ///< 64 random bits
  Bytes16 uuid{};                       ///< random, version 4
};

/// Pure; the first call in a process builds the Zipf tables (about 50 ms, 8 MiB).
YardstickRow yardstick_row(const Recipe& recipe, std::uint64_t row);

/// `_id`: the second of `created`, a fixed process, the row as counter.
Bytes12 yardstick_object_id(const YardstickRow& values, std::uint64_t row);

std::string_view yardstick_status(std::uint32_t status);
std::string yardstick_country(std::uint32_t country);  ///< two letters
std::string yardstick_email(std::int64_t user);
std::string yardstick_month(std::uint32_t month);  ///< "2024-01"
std::string yardstick_host(std::uint32_t host);

/// The preset's own CSV (no _id, times and ids as integers, the BSON size as last column) and JSON
/// lines (int32 and double as plain numbers, else canonical). Null for BSON.
std::unique_ptr<RowWriter> yardstick_writer(const Recipe& recipe, Format format,
                                            std::vector<std::string> names);

}  // namespace shardsweep::generate
