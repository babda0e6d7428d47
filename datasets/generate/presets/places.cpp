// Comments by user, and orders by province.
#include "datasets/generate/presets/common.hpp"
#include "datasets/generate/presets/families.hpp"

namespace shardsweep::generate {
namespace {

void comment(const Recipe& recipe, std::uint64_t row, bson::Builder& document) {
  const RowRandom random(recipe.seed, row);
  const Period period{midnight(2023, 1, 1), midnight(2024, 1, 1)};
  const std::int64_t time = rising_time(period, row, recipe.documents, random.bits(0));
  const std::uint64_t user = random.skewed(1, things(recipe, 10, 1000));
  append_object_id(document, recipe, row, time);
  document.append_int64("id", scattered_id(recipe.seed, 'C', row));
  document.append_int64("user", scattered_id(recipe.seed, 'U', user));
  document.append_date("created", time);
  document.append_string("text", prose(random.bits(2), 20 + random.below(3, 160)));
}

struct Province {
  std::string_view name;
  std::uint32_t permille;  ///< of the orders, much as people live
};

constexpr Province provinces[] = {
    {"guangdong", 112}, {"shandong", 72}, {"henan", 70},   {"jiangsu", 68},   {"sichuan", 59},
    {"hebei", 53},      {"zhejiang", 53}, {"hunan", 47},   {"anhui", 43},     {"hubei", 41},
    {"guangxi", 36},    {"yunnan", 33},   {"jiangxi", 32}, {"liaoning", 30},  {"fujian", 30},
    {"shaanxi", 28},    {"guizhou", 27},  {"shanxi", 25},  {"chongqing", 23}, {"heilongjiang", 22},
    {"xinjiang", 18},   {"shanghai", 18}, {"gansu", 17},   {"beijing", 15},   {"jilin", 10},
    {"neimenggu", 8},   {"tianjin", 4},   {"hainan", 2},   {"ningxia", 2},    {"qinghai", 1},
    {"xizang", 1},
};

std::string_view province_of(std::uint64_t pick) {
  std::size_t index = 0;
  while (index + 1 < std::size(provinces) && pick >= provinces[index].permille) {
    pick -= provinces[index++].permille;
  }
  return provinces[index].name;
}

void province_order(const Recipe& recipe, std::uint64_t row, bson::Builder& document) {
  const RowRandom random(recipe.seed, row);
  const Period period{midnight(2024, 1, 1), midnight(2024, 7, 1)};
  const std::int64_t time = rising_time(period, row, recipe.documents, random.bits(0));
  const std::uint64_t customer = random.skewed(1, things(recipe, 10, 1000));
  append_object_id(document, recipe, row, time);
  document.append_string("province", province_of(random.below(2, 1000)));
  document.append_int64("customer", scattered_id(recipe.seed, 'C', customer));
  document.append_date("created", time);
  document.append_double("amount", static_cast<double>(1 + random.skewed(3, 500'000)) / 100);
  document.append_string("note", prose(random.bits(4), 20 + random.below(5, 60)));
}

}  // namespace

std::vector<Preset> place_presets() {
  return {
      {"comments",
       "comments with a random id and a user",
       {"_id", "id", "user", "created", "text"},
       comment},
      {"provinces",
       "orders from 31 provinces, for zones",
       {"_id", "province", "customer", "created", "amount", "note"},
       province_order},
  };
}

}  // namespace shardsweep::generate
