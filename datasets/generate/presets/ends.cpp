// Keys that grow at one end, at several, or nearly so.
#include "datasets/generate/presets/common.hpp"
#include "datasets/generate/presets/families.hpp"

namespace shardsweep::generate {
namespace {

void two_ends(const Recipe& recipe, std::uint64_t row, bson::Builder& document) {
  constexpr std::int64_t top = 1'000'000'000'000'000;
  const RowRandom random(recipe.seed, row);
  const auto at = static_cast<std::int64_t>(row);
  const std::int64_t begin = midnight(2024, 1, 1);
  append_object_id(document, recipe, row, begin + at * 250);
  document.append_int64("rising", at * 1000 + static_cast<std::int64_t>(random.below(0, 1000)));
  document.append_int64("falling",
                        top - at * 1000 - static_cast<std::int64_t>(random.below(1, 1000)));
  document.append_date("steady", begin + at * 250);
  document.append_string("text", prose(random.bits(2), 40 + random.below(3, 80)));
}

// Four times as long as a document lives, in sizes that change, so that old ranges fall empty.
void expiring(const Recipe& recipe, std::uint64_t row, bson::Builder& document) {
  const RowRandom random(recipe.seed, row);
  const std::int64_t begin = midnight(2024, 1, 1);
  const std::int64_t time =
      rising_time({begin, begin + days(120)}, row, recipe.documents, random.bits(0));
  append_object_id(document, recipe, row, time);
  document.append_date("created", time);
  document.append_date("expire_at", time + days(30));
  document.append_string("session", uuid_text(uuid_v4(random.bits(1), random.bits(2)).view()));
  document.append_string("text", prose(random.bits(3), 40 + random.skewed(4, 600)));
}

// Sixteen writers write once each a round, in an order that changes from round to round.
void writers(const Recipe& recipe, std::uint64_t row, bson::Builder& document) {
  constexpr std::uint64_t count = 16;
  const RowRandom random(recipe.seed, row);
  const Period period{midnight(2024, 2, 1), midnight(2024, 2, 11)};
  const std::uint64_t round = row / count;
  const std::uint64_t writer = permute(of_thing(recipe.seed, 'R', round), row % count, count);
  const std::uint64_t counter = below(of_thing(recipe.seed, 'W', writer), 10'000'000) + round;
  const std::string name = joined({"w", padded(writer, 2)});
  append_object_id(document, recipe, row,
                   rising_time(period, row, recipe.documents, random.bits(0)));
  document.append_string("writer", name);
  document.append_int64("counter", static_cast<std::int64_t>(counter));
  document.append_string("key", joined({name, "-", padded(counter, 12)}));
  document.append_string("text", prose(random.bits(1), 40 + random.below(2, 80)));
}

// Every 500 ms a document whose clock is up to 4.735 s late. The difference of two such errors is
// triangular: a neighbour rises with probability 1 - (1 - 500/4735)^2 / 2 = 0.600.
void jitter(const Recipe& recipe, std::uint64_t row, bson::Builder& document) {
  constexpr std::uint64_t late = 4735;
  const RowRandom random(recipe.seed, row);
  const std::int64_t time = midnight(2024, 4, 1) + static_cast<std::int64_t>(row) * 500;
  append_object_id(document, recipe, row, time + static_cast<std::int64_t>(late));
  document.append_date("ts", time + static_cast<std::int64_t>(random.below(0, late)));
  document.append_int32("sensor", static_cast<std::int32_t>(random.below(1, 500)));
  document.append_double("value", static_cast<double>(random.below(2, 100'000)) / 100);
}

// Exactly 100 days with equally many documents.
void day_hash(const Recipe& recipe, std::uint64_t row, bson::Builder& document) {
  const RowRandom random(recipe.seed, row);
  const std::int64_t begin = midnight(2024, 1, 1);
  const std::int64_t time =
      rising_time({begin, begin + days(100)}, row, recipe.documents, random.bits(0));
  const auto day_number = static_cast<std::uint64_t>(time / days(1));
  append_object_id(document, recipe, row, time);
  document.append_int64("day_hash",
                        static_cast<std::int64_t>(of_thing(recipe.seed, 'D', day_number)));
  document.append_string("day", date_text(time));
  document.append_date("ts", time);
  document.append_string("text", prose(random.bits(1), 40 + random.below(2, 80)));
}

}  // namespace

std::vector<Preset> end_presets() {
  return {
      {"ends",
       "a rising, a falling and a constant-rate key",
       {"_id", "rising", "falling", "steady", "text"},
       two_ends},
      {"expire",
       "rising time over 120 days, documents live 30 days, sizes vary",
       {"_id", "created", "expire_at", "session", "text"},
       expiring},
      {"seeds",
       "16 writers, each with its own rising counter behind its name",
       {"_id", "writer", "counter", "key", "text"},
       writers},
      {"jitter",
       "timestamps that are a few seconds off: three neighbours in five rise",
       {"_id", "ts", "sensor", "value"},
       jitter},
      {"dayhash",
       "exactly 100 days, with a hash of the day",
       {"_id", "day_hash", "day", "ts", "text"},
       day_hash},
  };
}

}  // namespace shardsweep::generate
