// Log lines of 200 machines: five of them write two fifths of all lines.
#include "datasets/generate/presets/common.hpp"
#include "datasets/generate/presets/families.hpp"

namespace shardsweep::generate {
namespace {

constexpr std::uint64_t machines = 200;
constexpr std::uint32_t chatty_percent[] = {16, 10, 7, 5, 3, 59};  // the last: all the others
constexpr std::uint64_t chatty = std::size(chatty_percent) - 1;

std::string host_name(std::uint64_t number) {
  static constexpr std::string_view roles[] = {"web", "api", "db", "cache"};
  static constexpr std::string_view sites[] = {"eu-west", "us-east", "ap-south"};
  return joined({roles[number % std::size(roles)], "-", padded(number, 3), ".",
                 sites[number / 4 % std::size(sites)], ".example.net"});
}

}  // namespace

void host_document(const Recipe& recipe, std::uint64_t row, bson::Builder& document) {
  const RowRandom random(recipe.seed, row);
  const Period period{midnight(2024, 3, 1), midnight(2024, 3, 31)};
  const std::int64_t time = rising_time(period, row, recipe.documents, random.bits(0));
  std::uint64_t rank = weighted(chatty_percent, random.below(1, 100));
  if (rank == chatty) rank += random.below(2, machines - chatty);
  static constexpr std::string_view levels[] = {"INFO", "WARN", "ERROR"};
  static constexpr std::uint32_t level_percent[] = {90, 8, 2};
  append_object_id(document, recipe, row, time);
  document.append_date("ts", time);
  document.append_string("hostname", host_name(permute(recipe.seed, rank, machines)));
  document.append_string("level", levels[weighted(level_percent, random.below(3, 100))]);
  document.append_string("message", prose(random.bits(4), 60 + random.below(5, 80)));
}

std::vector<Preset> host_presets() {
  return {{"hosts",
           "log lines of 200 machines, a few very chatty; time rising over 30 days",
           {"_id", "ts", "hostname", "level", "message"},
           host_document}};
}

}  // namespace shardsweep::generate
