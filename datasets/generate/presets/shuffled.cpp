// Collections whose rows come in no order, as through mongos or after a restore.
#include "datasets/generate/presets/common.hpp"
#include "datasets/generate/presets/families.hpp"

namespace shardsweep::generate {
namespace {

std::uint64_t shuffle(const Recipe& recipe, std::uint64_t row) {
  return permute(of_thing(recipe.seed, 'S', 0), row, recipe.documents);
}

void shuffled_hosts(const Recipe& recipe, std::uint64_t row, bson::Builder& document) {
  host_document(recipe, shuffle(recipe, row), document);
}

void shuffled_game(const Recipe& recipe, std::uint64_t row, bson::Builder& document) {
  game_document(recipe, shuffle(recipe, row), document);
}

void timeless(const Recipe& recipe, std::uint64_t row, bson::Builder& document) {
  const RowRandom random(recipe.seed, row);
  document.append_string("_id", hex_text(uuid_v4(random.bits(0), random.bits(1)).view()));
  document.append_string("name", prose(random.bits(2), 6 + random.below(3, 10)));
  document.append_int32("level", static_cast<std::int32_t>(1 + random.skewed(4, 90)));
  document.append_int64("score", static_cast<std::int64_t>(random.below(5, 10'000'000)));
}

}  // namespace

std::vector<Preset> shuffled_presets() {
  return {
      {"shuffled",
       "the log lines of hosts in shuffled row order",
       {"_id", "ts", "hostname", "level", "message"},
       shuffled_hosts},
      {"shuffled-game",
       "the players of game in shuffled row order",
       {"_id", "name", "level", "rating", "inventory.gold", "inventory.potions"},
       shuffled_game},
      {"shuffled-timeless",
       "players with a random _id and no time at all",
       {"_id", "name", "level", "score"},
       timeless},
  };
}

}  // namespace shardsweep::generate
