// Things that people write: posts and articles with an author and a rising time.
#include "datasets/generate/presets/common.hpp"
#include "datasets/generate/presets/families.hpp"

namespace shardsweep::generate {
namespace {

void post(const Recipe& recipe, std::uint64_t row, Period period, bson::Builder& document) {
  const RowRandom random(recipe.seed, row);
  const std::int64_t time = rising_time(period, row, recipe.documents, random.bits(0));
  const std::uint64_t author = random.skewed(1, things(recipe, 100, 500));
  append_object_id(document, recipe, row, time);
  document.append_date("created", time);
  document.append_string("author", scattered_name("writer", recipe.seed, 'A', author));
  document.append_string("title", prose(random.bits(2), 12 + random.below(3, 40)));
  document.append_int32("votes", static_cast<std::int32_t>(random.skewed(4, 100'000)));
  document.append_int32("comments", static_cast<std::int32_t>(random.skewed(5, 500)));
  document.append_string("text", prose(random.bits(6), 80 + random.below(7, 200)));
}

void three_years(const Recipe& recipe, std::uint64_t row, bson::Builder& document) {
  post(recipe, row, {midnight(2022, 1, 1), midnight(2025, 1, 1)}, document);
}

void three_months(const Recipe& recipe, std::uint64_t row, bson::Builder& document) {
  post(recipe, row, {midnight(2022, 1, 1), midnight(2022, 4, 1)}, document);
}

// One calendar year, so that month and year-month put the times in the same order.
void year_of_times(const Recipe& recipe, std::uint64_t row, bson::Builder& document) {
  const RowRandom random(recipe.seed, row);
  const Period period{midnight(2024, 1, 1), midnight(2025, 1, 1)};
  const std::int64_t time = rising_time(period, row, recipe.documents, random.bits(0));
  const std::uint64_t author = random.skewed(1, things(recipe, 100, 500));
  append_object_id(document, recipe, row, time);
  document.append_date("ts", time);
  document.append_int64("author", scattered_id(recipe.seed, 'A', author));
  document.append_string("text", prose(random.bits(2), 60 + random.below(3, 120)));
}

// One user wrote two fifths of everything.
void prolific_user(const Recipe& recipe, std::uint64_t row, bson::Builder& document) {
  const RowRandom random(recipe.seed, row);
  const Period period{midnight(2021, 1, 1), midnight(2024, 1, 1)};
  const std::int64_t time = rising_time(period, row, recipe.documents, random.bits(0));
  const std::uint64_t user =
      random.chance(1, 40) ? 0 : 1 + random.skewed(2, things(recipe, 50, 1000));
  append_object_id(document, recipe, row, time);
  document.append_int64("user", scattered_id(recipe.seed, 'U', user));
  document.append_date("time", time);
  document.append_string("title", prose(random.bits(3), 12 + random.below(4, 40)));
  document.append_string("text", prose(random.bits(5), 100 + random.below(6, 200)));
}

}  // namespace

std::vector<Preset> post_presets() {
  const std::vector<std::string> fields = {"_id",   "created",  "author", "title",
                                           "votes", "comments", "text"};
  return {
      {"blog", "posts with author and creation time, three years", fields, three_years},
      {"blog-3-months", "the posts of blog written within three months", fields, three_months},
      {"sorting", "the posts of blog, for queries that sort", fields, three_years},
      {"monthts",
       "rising timestamps of one calendar year, with author",
       {"_id", "ts", "author", "text"},
       year_of_times},
      {"asya",
       "articles by user and time; one user wrote two fifths of them",
       {"_id", "user", "time", "title", "text"},
       prolific_user},
  };
}

}  // namespace shardsweep::generate
