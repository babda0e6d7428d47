// Measurements by device and time.
#include "datasets/generate/presets/common.hpp"
#include "datasets/generate/presets/families.hpp"

namespace shardsweep::generate {
namespace {

void measurement(const Recipe& recipe, std::uint64_t row, std::int64_t device,
                 bson::Builder& document) {
  const RowRandom random(recipe.seed, row);
  const Period period{midnight(2024, 6, 1), midnight(2024, 7, 1)};
  const std::int64_t time = rising_time(period, row, recipe.documents, random.bits(0));
  append_object_id(document, recipe, row, time);
  document.append_int64("device", device);
  document.append_date("ts", time);
  document.append_double("temperature", static_cast<double>(random.below(2, 6000)) / 100 - 15);
  document.append_int32("battery", static_cast<std::int32_t>(random.below(3, 101)));
}

void fleet(const Recipe& recipe, std::uint64_t row, bson::Builder& document) {
  constexpr std::uint64_t devices = 1000;
  const std::uint64_t device = RowRandom(recipe.seed, row).below(1, devices);
  measurement(recipe, row, scattered_id(recipe.seed, 'D', device), document);
}

// Ids are handed out in rising order, and a device falls silent soon after it got its id.
void new_devices_only(const Recipe& recipe, std::uint64_t row, bson::Builder& document) {
  const std::uint64_t devices = things(recipe, 50, 4000);
  __extension__ using Wide = unsigned __int128;
  const auto newest = static_cast<std::uint64_t>(Wide{row} * devices / recipe.documents);
  const std::uint64_t device = 1000 + newest - RowRandom(recipe.seed, row).below(1, 4);
  measurement(recipe, row, static_cast<std::int64_t>(device), document);
}

}  // namespace

std::vector<Preset> device_presets() {
  const std::vector<std::string> fields = {"_id", "device", "ts", "temperature", "battery"};
  return {
      {"iot", "measurements of 1,000 devices with random ids over 30 days", fields, fleet},
      {"iot-new-devices", "device ids handed out in rising order; only new devices write", fields,
       new_devices_only},
  };
}

}  // namespace shardsweep::generate
