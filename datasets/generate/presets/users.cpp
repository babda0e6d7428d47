// Profiles by random id, and the many kinds of identifiers.
#include "datasets/generate/presets/common.hpp"
#include "datasets/generate/presets/families.hpp"

namespace shardsweep::generate {
namespace {

void profile(const Recipe& recipe, std::uint64_t row, bson::Builder& document) {
  static constexpr std::string_view plans[] = {"free", "basic", "pro", "team"};
  const RowRandom random(recipe.seed, row);
  const Period period{midnight(2020, 1, 1), midnight(2024, 1, 1)};
  const std::int64_t time = rising_time(period, row, recipe.documents, random.bits(0));
  append_object_id(document, recipe, row, time);
  document.append_binary("user_id", 4, uuid_v4(random.bits(1), random.bits(2)).view());
  document.append_string("user_id_text", uuid_text(uuid_v4(random.bits(3), random.bits(4)).view()));
  document.append_string("name", prose(random.bits(5), 6 + random.below(6, 14)));
  document.append_string("plan", plans[random.skewed(7, std::size(plans))]);
  document.append_date("registered", time);
  document.append_string("about", prose(random.bits(8), random.below(9, 200)));
}

void account(const Recipe& recipe, std::uint64_t row, bson::Builder& document) {
  const RowRandom random(recipe.seed, row);
  const Period period{midnight(2021, 1, 1), midnight(2024, 1, 1)};
  const std::int64_t time = rising_time(period, row, recipe.documents, random.bits(0));
  const std::string box = scattered_name("mail", recipe.seed, 'E', row);
  append_object_id(document, recipe, row, time);
  document.append_int64("user_id", scattered_id(recipe.seed, 'U', row));
  document.append_string("email",
                         joined({box, random.chance(1, 50) ? "@mail" : "@post", ".example"}));
  document.append_string("name", prose(random.bits(2), 6 + random.below(3, 14)));
  document.append_date("joined", time);
}

// Two hours of a busy service, so that version 1 wraps its low 32 bits sixteen times.
void identifiers(const Recipe& recipe, std::uint64_t row, bson::Builder& document) {
  const RowRandom random(recipe.seed, row);
  const std::int64_t begin = midnight(2024, 9, 1) + hours(9);
  const std::int64_t time =
      rising_time({begin, begin + hours(2)}, row, recipe.documents, random.bits(0));
  const std::uint64_t node = of_thing(recipe.seed, 'N', random.below(1, 8));
  append_object_id(document, recipe, row, time);
  document.append_binary("v7", 4, uuid_v7(time, random.bits(2), random.bits(3)).view());
  document.append_string("ulid", ulid_text(time, random.bits(4), random.bits(5)));
  document.append_binary("v1", 4, uuid_v1(time, random.below(6, 10'000), node).view());
  document.append_string("oid_text", hex_text(object_id(recipe.seed + 1, row, time).view()));
  document.append_int64("snowflake", snowflake(time, random.below(7, 16), row));
  document.append_string("text", prose(random.bits(8), 20 + random.below(9, 60)));
}

}  // namespace

std::vector<Preset> user_presets() {
  const std::vector<std::string> profiles = {"_id",  "user_id",    "user_id_text", "name",
                                             "plan", "registered", "about"};
  return {
      {"users", "profiles by random UUID, as binary and as text", profiles, profile},
      {"growth", "the profiles of users, for a cluster that grows", profiles, profile},
      {"quiet", "the profiles of users, for a small collection that may not move", profiles,
       profile},
      {"unique",
       "accounts with a random user_id and an email, both unique",
       {"_id", "user_id", "email", "name", "joined"},
       account},
      {"uuid7",
       "UUIDv7, ULID, UUIDv1, ObjectId text and snowflake side by side",
       {"_id", "v7", "ulid", "v1", "oid_text", "snowflake", "text"},
       identifiers},
  };
}

}  // namespace shardsweep::generate
