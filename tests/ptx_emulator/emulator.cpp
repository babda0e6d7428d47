#include "tests/ptx_emulator/emulator.hpp"

#include <algorithm>
#include <cstring>

#include "tests/ptx_emulator/lexer.hpp"
#include "tests/ptx_emulator/parser.hpp"

namespace shardsweep::ptx {

namespace {

/// Why a kernel cannot be launched so; empty where it can.
std::string shape_problem(const Kernel& kernel, const LaunchShape& shape, u32 most_shared) {
  const auto too_many = [](const std::string& what, u64 given, u64 most) {
    return what + " " + std::to_string(given) + ", at most " + std::to_string(most);
  };
  const Dim& grid = shape.grid;
  const Dim& block = shape.block;
  if (grid.count() == 0) return "the grid " + to_text(grid) + " has no blocks";
  if (block.count() == 0) return "the block " + to_text(block) + " has no threads";
  if (block.count() > 1024) return too_many("threads in a block:", block.count(), 1024);
  if (block.z > 64) return too_many("threads in z:", block.z, 64);
  if (grid.x > 0x7FFFFFFF) return too_many("blocks in x:", grid.x, 0x7FFFFFFF);
  if (std::max(grid.y, grid.z) > 65535) {
    return too_many("blocks in y or z:", std::max(grid.y, grid.z), 65535);
  }
  if (kernel.max_threads != 0 && block.count() > kernel.max_threads) {
    return too_many("threads in a block by the launch bounds:", block.count(), kernel.max_threads);
  }
  const u64 shared = u64{kernel.declared_shared} + shape.dynamic_shared;
  return shared > most_shared ? too_many("bytes of shared memory:", shared, most_shared) : "";
}

}  // namespace

void Counters::add(const Counters& other) {
  launches += other.launches;
  blocks += other.blocks;
  instructions += other.instructions;
  warp_instructions += other.warp_instructions;
  global_bytes_loaded += other.global_bytes_loaded;
  global_bytes_stored += other.global_bytes_stored;
  shared_bytes_loaded += other.shared_bytes_loaded;
  shared_bytes_stored += other.shared_bytes_stored;
  atomics += other.atomics;
  barriers += other.barriers;
}

LoadedModule::LoadedModule(const std::string& text, DeviceMemory& memory) : syntax_(parse(text)) {
  for (const Variable& variable : syntax_.variables) {
    if (variable.space == Space::shared || variable.external) continue;
    addresses_[variable.name] = memory.allocate(variable.size);
  }
  for (const Variable& variable : syntax_.variables) {
    if (addresses_.contains(variable.name)) initialize(variable, memory);
  }
}

void LoadedModule::initialize(const Variable& variable, DeviceMemory& memory) const {
  const u64 address = addresses_.at(variable.name);
  u8* bytes = memory.data(memory.offset(address));
  std::fill_n(bytes, variable.size, u8{0});
  memory.mark_written(address, variable.size);
  for (std::size_t i = 0; i < variable.values.size(); ++i) {
    u64 value = variable.values[i].bits;
    if (!variable.values[i].symbol.empty()) {
      value += symbol_address(variable.values[i].symbol, variable.name);
    }
    std::memcpy(bytes + i * variable.type.size, &value, variable.type.size);
  }
}

u64 LoadedModule::symbol_address(const std::string& symbol, const std::string& user) const {
  const auto found = addresses_.find(symbol);
  if (found != addresses_.end()) return found->second;
  const u32 function = function_index(syntax_, symbol);
  if (function != absent) return function_window + function;
  throw ParseError("unknown initial value " + symbol + " of " + user);
}

const Kernel* LoadedModule::kernel(const std::string& name) {
  const auto known = kernels_.find(name);
  if (known != kernels_.end()) return &known->second;
  for (const Function& function : syntax_.functions) {
    if (!function.entry || function.name != name) continue;
    return &kernels_.emplace(name, Decoder(syntax_, addresses_).decode(function)).first->second;
  }
  return nullptr;
}

std::optional<u64> LoadedModule::address(const std::string& variable) const {
  const auto found = addresses_.find(variable);
  if (found == addresses_.end()) return {};
  return found->second;
}

std::optional<Fault> Emulator::refusal(const Kernel& kernel, const LaunchShape& shape,
                                       u32 most_shared) {
  const std::string problem = shape_problem(kernel, shape, most_shared);
  if (problem.empty()) return {};
  Fault fault;
  fault.kind = FaultKind::bad_launch;
  fault.kernel = kernel.display;
  fault.message = name_of(fault.kind) + ": " + problem + "; kernel " + kernel.display + ", grid " +
                  to_text(shape.grid) + ", block " + to_text(shape.block);
  return fault;
}

std::optional<Fault> Emulator::launch(const Kernel& kernel, const LaunchShape& shape,
                                      const void* const* params, u32 most_shared) {
  if (auto refused = refusal(kernel, shape, most_shared)) return refused;
  Launch launch(kernel, shape, params, memory_, detector_, settings_);
  std::optional<Fault> fault;
  try {
    launch.run();
  } catch (const FaultError& error) {
    fault = error.fault;
  }
  counters_[kernel.display].add(launch.counters());
  return fault;
}

}  // namespace shardsweep::ptx
