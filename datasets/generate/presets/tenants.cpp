// 1,000 tenants of one application, and samples of them and of the log lines.
#include "datasets/generate/presets/common.hpp"
#include "datasets/generate/presets/families.hpp"

namespace shardsweep::generate {
namespace {

constexpr std::uint64_t tenants = 1000;

// The largest has 30 %; half of the rest is even, so that every tenant occurs in a small set too.
std::uint64_t tenant_rank(const RowRandom& random) {
  if (random.chance(1, 30)) return 0;
  return 1 + (random.chance(2, 50) ? random.below(3, tenants - 1) : random.skewed(3, tenants - 1));
}

void tenant_document(const Recipe& recipe, std::uint64_t row, bson::Builder& document) {
  static constexpr std::string_view actions[] = {"open", "edit", "save", "share", "print"};
  const RowRandom random(recipe.seed, row);
  const Period period{midnight(2024, 1, 1), midnight(2024, 7, 1)};
  const std::int64_t time = rising_time(period, row, recipe.documents, random.bits(0));
  const std::uint64_t rank = tenant_rank(random);
  append_object_id(document, recipe, row, time);
  document.append_string("tenant", scattered_name("t", recipe.seed, 'T', rank));
  document.append_int32("user", static_cast<std::int32_t>(random.below(4, 10'000)));
  document.append_string("action", actions[random.skewed(5, std::size(actions))]);
  document.append_date("ts", time);
  document.append_string("text", prose(random.bits(6), 40 + random.below(7, 120)));
}

// Row r of the sample is one of the hundred rows from 100 r of a collection a hundred times as
// large.
void one_percent(const Recipe& recipe, std::uint64_t row, DocumentFunction whole,
                 bson::Builder& document) {
  constexpr std::uint64_t hundred = 100;
  const std::uint64_t picked = row * hundred + below(of_thing(recipe.seed, '%', row), hundred);
  whole({recipe.seed, recipe.documents * hundred}, picked, document);
}

void sampled_tenants(const Recipe& recipe, std::uint64_t row, bson::Builder& document) {
  one_percent(recipe, row, tenant_document, document);
}

void sampled_hosts(const Recipe& recipe, std::uint64_t row, bson::Builder& document) {
  one_percent(recipe, row, host_document, document);
}

}  // namespace

std::vector<Preset> tenant_presets() {
  const std::vector<std::string> fields = {"_id", "tenant", "user", "action", "ts", "text"};
  return {
      {"tenants", "1,000 tenants, the largest with 30 %; rising _id", fields, tenant_document},
      {"sampled", "N documents drawn as 1 % of tenants with 100 N documents", fields,
       sampled_tenants},
      {"sampled-hosts",
       "N documents drawn as 1 % of hosts with 100 N documents",
       {"_id", "ts", "hostname", "level", "message"},
       sampled_hosts},
  };
}

}  // namespace shardsweep::generate
