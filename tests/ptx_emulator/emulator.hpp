// Modules, their kernels, and launches: the device as a whole.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "tests/ptx_emulator/decoder.hpp"
#include "tests/ptx_emulator/device_memory.hpp"
#include "tests/ptx_emulator/fault.hpp"
#include "tests/ptx_emulator/launch.hpp"
#include "tests/ptx_emulator/race_detector.hpp"
#include "tests/ptx_emulator/settings.hpp"

namespace shardsweep::ptx {

/// A PTX file whose variables lie in device memory; kernels are decoded when first asked for.
class LoadedModule {
 public:
  /// Throws ParseError.
  LoadedModule(const std::string& text, DeviceMemory& memory);

  /// nullptr where there is no such kernel. Throws ParseError where it has unknown instructions.
  const Kernel* kernel(const std::string& name);
  /// Device address of a variable; nothing where there is none.
  [[nodiscard]] std::optional<u64> address(const std::string& variable) const;
  /// As the PTX says it: sm_75.
  [[nodiscard]] const std::string& target() const { return syntax_.target; }

 private:
  [[nodiscard]] u64 symbol_address(const std::string& symbol, const std::string& user) const;
  void initialize(const Variable& variable, DeviceMemory& memory) const;

  Module syntax_;
  Addresses addresses_;
  std::map<std::string, Kernel> kernels_;
};

class Emulator {
 public:
  /// Why a kernel cannot be launched so, if it cannot.
  static std::optional<Fault> refusal(const Kernel& kernel, const LaunchShape& shape,
                                      u32 most_shared);
  /// Runs a kernel; the fault that stopped it, if any. `most_shared`: bytes that a block may have.
  std::optional<Fault> launch(const Kernel& kernel, const LaunchShape& shape,
                              const void* const* params, u32 most_shared = 48 * 1024);

  [[nodiscard]] DeviceMemory& memory() { return memory_; }
  [[nodiscard]] Settings& settings() { return settings_; }
  /// By demangled name of the kernel.
  [[nodiscard]] std::map<std::string, Counters>& counters() { return counters_; }

 private:
  DeviceMemory memory_;
  RaceDetector detector_;
  Settings settings_;
  std::map<std::string, Counters> counters_;
};

}  // namespace shardsweep::ptx
