#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace shardsweep::datasets {

/// Which input each row is from, for messages. Rows count from 0 over all inputs.
class RowOrigins {
 public:
  /// The rows from `first_row` on are of `input` (printable). Called in ascending rows.
  void begin_input(std::uint64_t first_row, std::string input) {
    begins_.emplace_back(first_row, std::move(input));
  }
  /// "row 7", or of several inputs "row 2 of orders2.csv", counted from 0 in that input.
  std::string describe(std::uint64_t row) const;

 private:
  std::vector<std::pair<std::uint64_t, std::string>> begins_;
};

/// The same; without origins there is one input.
inline std::string describe_row(const std::shared_ptr<const RowOrigins>& origins,
                                std::uint64_t row) {
  return (origins ? *origins : RowOrigins()).describe(row);
}

}  // namespace shardsweep::datasets
