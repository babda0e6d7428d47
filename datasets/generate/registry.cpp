#include <algorithm>

#include "datasets/generate/preset.hpp"
#include "datasets/generate/presets/families.hpp"

namespace shardsweep::generate {
namespace {

std::vector<Preset> all_presets() {
  std::vector<Preset> all;
  for (const auto family :
       {host_presets, post_presets, game_presets, event_presets, end_presets, place_presets,
        photo_presets, cardinality_presets, user_presets, device_presets, order_presets,
        value_presets, tenant_presets, shuffled_presets, yardstick_presets}) {
    std::ranges::move(family(), std::back_inserter(all));
  }
  std::ranges::sort(all, {}, &Preset::name);
  return all;
}

}  // namespace

const std::vector<Preset>& presets() {
  static const std::vector<Preset> all = all_presets();
  return all;
}

const Preset* find_preset(std::string_view name) {
  const auto found = std::ranges::find(presets(), name, &Preset::name);
  return found == presets().end() ? nullptr : &*found;
}

void append_document(const Preset& preset, const Recipe& recipe, std::uint64_t row,
                     std::string& out) {
  bson::Builder builder(out);
  builder.open_document();
  preset.document(recipe, row, builder);
  builder.close();
}

}  // namespace shardsweep::generate
