// Photos of users, with three ways to make _id.
#include "datasets/generate/presets/common.hpp"
#include "datasets/generate/presets/families.hpp"

namespace shardsweep::generate {
namespace {

struct Photo {
  std::int64_t time;
  std::string user;  ///< fixed width, as id: text in the order of (user, month, id) is in theirs
  std::string month;
  std::string id;  ///< rises with time
};

Photo photo_of(const Recipe& recipe, std::uint64_t row) {
  const RowRandom random(recipe.seed, row);
  const Period period{midnight(2023, 1, 1), midnight(2025, 1, 1)};
  const std::int64_t time = rising_time(period, row, recipe.documents, random.bits(0));
  const std::uint64_t user = random.skewed(1, things(recipe, 50, 500));
  return {time, scattered_name("u", recipe.seed, 'U', user), month_text(time),
          padded(100'000'000 + row, 12)};
}

void append_photo(const Photo& photo, const Recipe& recipe, std::uint64_t row,
                  bson::Builder& document) {
  const RowRandom random(recipe.seed, row);
  document.append_string("user", photo.user);
  document.append_date("uploaded", photo.time);
  document.append_string("month", photo.month);
  document.append_string("id", photo.id);
  document.append_int32("bytes", static_cast<std::int32_t>(200'000 + random.below(2, 4'000'000)));
  document.append_string("caption", prose(random.bits(3), 10 + random.below(4, 60)));
}

void with_object_id(const Recipe& recipe, std::uint64_t row, bson::Builder& document) {
  const Photo photo = photo_of(recipe, row);
  append_object_id(document, recipe, row, photo.time);
  append_photo(photo, recipe, row, document);
}

void with_month_id(const Recipe& recipe, std::uint64_t row, bson::Builder& document) {
  const Photo photo = photo_of(recipe, row);
  document.append_string("_id", joined({photo.month, "_", photo.id}));
  append_photo(photo, recipe, row, document);
}

void with_user_month_id(const Recipe& recipe, std::uint64_t row, bson::Builder& document) {
  const Photo photo = photo_of(recipe, row);
  document.append_string("_id", joined({photo.user, "_", photo.month, "_", photo.id}));
  append_photo(photo, recipe, row, document);
}

}  // namespace

std::vector<Preset> photo_presets() {
  const std::vector<std::string> fields = {"_id", "user",  "uploaded", "month",
                                           "id",  "bytes", "caption"};
  return {
      {"composed", "photos by user and upload time; _id an ObjectId", fields, with_object_id},
      {"composed-month-id", "the photos of composed; _id is month_id", fields, with_month_id},
      {"composed-user-month-id", "the photos of composed; _id is user_month_id", fields,
       with_user_month_id},
  };
}

}  // namespace shardsweep::generate
