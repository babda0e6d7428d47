// One document per player.
#include "datasets/generate/presets/common.hpp"
#include "datasets/generate/presets/families.hpp"

namespace shardsweep::generate {

void game_document(const Recipe& recipe, std::uint64_t row, bson::Builder& document) {
  const RowRandom random(recipe.seed, row);
  const Period period{midnight(2023, 6, 1), midnight(2024, 6, 1)};
  const std::int64_t joined = rising_time(period, row, recipe.documents, random.bits(0));
  append_object_id(document, recipe, row, joined);
  document.append_string("name", prose(random.bits(1), 6 + random.below(2, 10)));
  document.append_int32("level", static_cast<std::int32_t>(1 + random.skewed(3, 90)));
  document.append_double("rating", static_cast<double>(random.below(4, 300'000)) / 100);
  document.open("inventory", bson::Type::Document);
  document.append_int64("gold", static_cast<std::int64_t>(random.skewed(5, 1'000'000)));
  document.append_int32("potions", static_cast<std::int32_t>(random.below(6, 20)));
  document.close();
}

std::vector<Preset> game_presets() {
  return {{"game",
           "one document per player; _id an ObjectId, no date",
           {"_id", "name", "level", "rating", "inventory.gold", "inventory.potions"},
           game_document}};
}

}  // namespace shardsweep::generate
