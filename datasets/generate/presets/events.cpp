// Streams of inserts, and articles that are mostly read.
#include "datasets/generate/presets/common.hpp"
#include "datasets/generate/presets/families.hpp"

namespace shardsweep::generate {
namespace {

void event(const Recipe& recipe, std::uint64_t row, bson::Builder& document) {
  static constexpr std::string_view kinds[] = {"view", "click",  "search", "login",
                                               "buy",  "logout", "error",  "share"};
  const RowRandom random(recipe.seed, row);
  const Period period{midnight(2024, 5, 1), midnight(2024, 5, 8)};
  const std::int64_t time = rising_time(period, row, recipe.documents, random.bits(0));
  const std::uint64_t account = random.skewed(1, things(recipe, 20, 1000));
  append_object_id(document, recipe, row, time);
  document.append_binary("event_id", 4, uuid_v4(random.bits(2), random.bits(3)).view());
  document.append_int64("account", scattered_id(recipe.seed, 'A', account));
  document.append_date("ts", time);
  document.append_string("kind", kinds[random.skewed(4, std::size(kinds))]);
  document.append_double("value", static_cast<double>(random.below(5, 1'000'000)) / 1000);
}

void article(const Recipe& recipe, std::uint64_t row, bson::Builder& document) {
  static constexpr std::string_view sections[] = {"home",   "world",   "sport",  "money",
                                                  "health", "science", "travel", "food"};
  const RowRandom random(recipe.seed, row);
  const Period period{midnight(2019, 1, 1), midnight(2024, 1, 1)};
  const std::int64_t time = rising_time(period, row, recipe.documents, random.bits(0));
  append_object_id(document, recipe, row, time);
  document.append_int64("number", static_cast<std::int64_t>(row) + 1);
  document.append_date("published", time);
  document.append_string("section", sections[random.below(1, std::size(sections))]);
  document.append_string("title", prose(random.bits(2), 20 + random.below(3, 50)));
  document.append_int32("views", static_cast<std::int32_t>(random.skewed(4, 1'000'000)));
}

}  // namespace

std::vector<Preset> event_presets() {
  const std::vector<std::string> events = {"_id", "event_id", "account", "ts", "kind", "value"};
  const std::vector<std::string> articles = {"_id",     "number", "published",
                                             "section", "title",  "views"};
  return {
      {"ingest", "events with random id, account and rising time", events, event},
      {"noinserts", "the events of ingest, for records without inserts", events, event},
      {"readmostly", "articles with a rising number, mostly read", articles, article},
      {"readrecent", "the articles of readmostly, for reads of the newest", articles, article},
  };
}

}  // namespace shardsweep::generate
