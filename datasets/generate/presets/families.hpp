#pragma once

#include <vector>

#include "datasets/generate/preset.hpp"

namespace shardsweep::generate {

std::vector<Preset> host_presets();
std::vector<Preset> post_presets();
std::vector<Preset> game_presets();
std::vector<Preset> event_presets();
std::vector<Preset> end_presets();
std::vector<Preset> place_presets();
std::vector<Preset> photo_presets();
std::vector<Preset> cardinality_presets();
std::vector<Preset> user_presets();
std::vector<Preset> device_presets();
std::vector<Preset> order_presets();
std::vector<Preset> value_presets();
std::vector<Preset> tenant_presets();
std::vector<Preset> shuffled_presets();
std::vector<Preset> yardstick_presets();

// Documents that more than one family uses; see DocumentFunction.
void host_document(const Recipe& recipe, std::uint64_t row, bson::Builder& document);
void game_document(const Recipe& recipe, std::uint64_t row, bson::Builder& document);

}  // namespace shardsweep::generate
