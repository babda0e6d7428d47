// Where the variables of functions lie: parameters, shared and local memory.
#include <algorithm>
#include <string>

#include "tests/ptx_emulator/decoder.hpp"
#include "tests/ptx_emulator/special_registers.hpp"

namespace shardsweep::ptx {

namespace {

/// Arguments and results of calls pass through this many bytes of each lane.
constexpr u32 mailbox_bytes = 1024;
/// Between shared variables: an access past one's end must not fall into the next.
constexpr u64 shared_gap = 32;

u64 aligned(u64 value, u64 align) {
  return (value + align - 1) / align * align;
}

}  // namespace

void Decoder::lay_out_variables() {
  variable_places_.assign(function_->variables.size(), 0);
  for (u32 i = 0; i < function_->variables.size(); ++i) {
    const Variable& variable = function_->variables[i];
    if (variable.space == Space::shared) {
      variable_places_[i] = place_shared(std::to_string(function_index_) + " " + variable.name,
                                         variable.size, variable.align);
    } else if (variable.space == Space::local) {
      variable_places_[i] = aligned(kernel_.local_bytes, variable.align);
      kernel_.local_bytes = static_cast<u32>(variable_places_[i] + variable.size);
    } else if (function_->entry && i < function_->params.size()) {
      variable_places_[i] = aligned(kernel_.param_bytes, variable.align);
      kernel_.param_bytes = static_cast<u32>(variable_places_[i] + variable.size);
    } else {
      variable_places_[i] = place_param(variable.size, variable.align);
    }
  }
}

u64 Decoder::place_param(u64 size, u64 align) {
  const u64 place = aligned(std::max(kernel_.lane_param_bytes, mailbox_bytes), align);
  kernel_.lane_param_bytes = static_cast<u32>(place + size);
  return place;
}

u64 Decoder::place_shared(const std::string& name, u64 size, u64 align) {
  const auto found = shared_places_.find(name);
  if (found != shared_places_.end()) return found->second;
  const u64 place = aligned(kernel_.static_shared, std::max<u64>(align, 16));
  kernel_.static_shared = static_cast<u32>(place + size + shared_gap);
  kernel_.declared_shared = static_cast<u32>(aligned(kernel_.declared_shared, align) + size);
  kernel_.shared.emplace_back(static_cast<u32>(place), static_cast<u32>(size));
  shared_places_[name] = place;
  return place;
}

void Decoder::finish(const Function& entry) {
  for (const u32 param : entry.params) {
    const Variable& variable = entry.variables[param];
    u32 offset = 0;
    if (!kernel_.params.empty()) {
      offset = kernel_.params.back().offset + kernel_.params.back().size;
    }
    kernel_.params.push_back(
        {static_cast<u32>(aligned(offset, variable.align)), static_cast<u32>(variable.size)});
  }
  for (const auto& [key, id] : specials_) {
    kernel_.specials.push_back({special_named(key.first), key.second, id});
  }
}

}  // namespace shardsweep::ptx
