#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "host/result.hpp"

namespace shardsweep::host {

/// Names of the rules by which candidate generation leaves something out, as the report shows them.
namespace rule {
inline constexpr std::string_view constant = "constant";
inline constexpr std::string_view array = "array on the path";
inline constexpr std::string_view missing_half = "missing in over half of the bytes";
inline constexpr std::string_view missing_first = "missing in too many bytes for the first place";
inline constexpr std::string_view sub_document = "sub-document";
inline constexpr std::string_view long_string = "long string";
inline constexpr std::string_view deep_path = "path too deep";
inline constexpr std::string_view dynamic_names = "dynamic names";
inline constexpr std::string_view other_paths = "paths beyond --max-paths";
inline constexpr std::string_view not_in_fields = "not in --fields";
inline constexpr std::string_view no_id = "no _id";
inline constexpr std::string_view multikey_index = "multikey index";
inline constexpr std::string_view index_type = "index type";
inline constexpr std::string_view refused = "refused by the server";
inline constexpr std::string_view few_values = "fewer than 2N values";
inline constexpr std::string_view few_hashed = "fewer than 100N values under hashed";
inline constexpr std::string_view fractional = "fractional double under hashed";
inline constexpr std::string_view unique_prefix = "unique prefix";
inline constexpr std::string_view fine_prefix = "fine-enough prefix";
inline constexpr std::string_view less_than_best = "another field lowers the heaviest value more";
inline constexpr std::string_view does_not_pay = "does not pay";
inline constexpr std::string_view same_order = "same order";
inline constexpr std::string_view lifted = "fine-enough and pay tests lifted";
inline constexpr std::string_view not_evaluated = "evaluation limit";
inline constexpr std::string_view limit = "limit";
}  // namespace rule

/// Counts what each rule left out, up to the largest number there is, and keeps the first example.
class Omissions {
 public:
  void add(std::string_view rule, const std::string& example, std::uint64_t count = 1);
  /// In the order in which the rules first applied.
  std::vector<Omitted> take() { return std::move(list_); }

 private:
  std::vector<Omitted> list_;
};

}  // namespace shardsweep::host
