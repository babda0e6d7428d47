// Fields with too few values, too frequent ones, or a fault each.
#include "datasets/generate/presets/common.hpp"
#include "datasets/generate/presets/families.hpp"

namespace shardsweep::generate {
namespace {

constexpr std::string_view countries[] = {
    "AR", "AT", "AU", "BE", "BR", "CA", "CH", "CL", "CN", "CO", "CZ", "DE", "DK",
    "EG", "ES", "FI", "FR", "GB", "GR", "HU", "ID", "IE", "IL", "IN", "IT", "JP",
    "KR", "MX", "MY", "NG", "NL", "NO", "NZ", "PE", "PH", "PK", "PL", "PT", "RO",
    "SA", "SE", "SG", "TH", "TR", "TW", "UA", "US", "VN", "ZA"};

std::string_view country_of(const Recipe& recipe, const RowRandom& random) {
  const std::uint64_t others = std::size(countries) - 1;
  const std::uint64_t rank = random.chance(4, 60) ? 0 : 1 + random.skewed(5, others);
  return countries[permute(recipe.seed, rank, std::size(countries))];
}

void low_cardinality(const Recipe& recipe, std::uint64_t row, bson::Builder& document) {
  static constexpr std::string_view genders[] = {"female", "male", "other"};
  static constexpr std::uint32_t gender_percent[] = {49, 48, 3};
  static constexpr std::string_view states[] = {"active", "trial", "paused", "overdue", "closed"};
  static constexpr std::uint32_t state_percent[] = {45, 20, 15, 12, 8};
  static constexpr std::string_view continents[] = {
      "africa", "antarctica", "asia", "europe", "oceania", "north america", "south america"};
  const RowRandom random(recipe.seed, row);
  const Period period{midnight(2022, 1, 1), midnight(2024, 1, 1)};
  const std::int64_t time = rising_time(period, row, recipe.documents, random.bits(0));
  append_object_id(document, recipe, row, time);
  document.append_string("name", prose(random.bits(6), 6 + random.below(7, 12)));
  document.append_string("gender", genders[weighted(gender_percent, random.below(1, 100))]);
  document.append_string("status", states[weighted(state_percent, random.below(2, 100))]);
  document.append_string("continent", continents[random.below(3, std::size(continents))]);
  document.append_string("country", country_of(recipe, random));
  document.append_date("created", time);
}

// `customer` has many values but one at half of all, `category` is even but has six, `number` is
// unique but rises.
void one_fault_each(const Recipe& recipe, std::uint64_t row, bson::Builder& document) {
  static constexpr std::string_view categories[] = {"books", "games", "garden",
                                                    "music", "tools", "toys"};
  const RowRandom random(recipe.seed, row);
  const Period period{midnight(2024, 1, 1), midnight(2024, 4, 1)};
  const std::uint64_t customer =
      random.chance(1, 50) ? 0 : 1 + random.below(2, things(recipe, 4, 1000));
  append_object_id(document, recipe, row,
                   rising_time(period, row, recipe.documents, random.bits(0)));
  document.append_int64("customer", scattered_id(recipe.seed, 'C', customer));
  document.append_string("category", categories[random.below(3, std::size(categories))]);
  document.append_int64("number", static_cast<std::int64_t>(row) + 1);
  document.append_string("text", prose(random.bits(4), 30 + random.below(5, 60)));
}

}  // namespace

std::vector<Preset> cardinality_presets() {
  return {
      {"lowcard",
       "gender, status, continent, and a country at 60 %",
       {"_id", "name", "gender", "status", "continent", "country", "created"},
       low_cardinality},
      {"two-of-three",
       "three fields that have one fault each",
       {"_id", "customer", "category", "number", "text"},
       one_fault_each},
  };
}

}  // namespace shardsweep::generate
