// What a test tells the emulated device, and asks it. Needs no CUDA headers.
#pragma once

#include <string>
#include <vector>

#include "tests/ptx_emulator/fault.hpp"
#include "tests/ptx_emulator/settings.hpp"

namespace shardsweep::ptx {

/// Of the launches to come.
Settings& settings();

/// The faults since the last call, in order. Test programs fail a test that leaves some.
std::vector<Fault> take_faults();

/// The sum over kernels whose demangled name contains `part`, since reset_counters().
Counters counters_of(const std::string& part);
void reset_counters();

/// The `n`-th call from now on (from 1) of the CUDA runtime fails with this cudaError_t and does
/// nothing; 0: none. Only calls whose name contains `only` are counted.
void fail_call(u64 n, int error, const std::string& only = "");
/// Calls since the last fail_call() that it counted.
u64 calls_made();
/// The name of the call that failed by fail_call(); empty: it was not reached.
std::string failed_call();

/// Off: what a call puts into a stream is done at once. On: not before somebody waits for it, and
/// then in an order that streams and events allow, by settings().seed: a host that does not wait
/// sees old bytes, and streams that do not wait for one another meet in many orders. Does what is
/// left first. Tests begin with it on where the environment has PTX_EMULATOR_DELAYS_STREAMS.
void delay_streams(bool on);

/// Ends the error that a fault leaves behind for all later calls. Memory stays.
void clear_error();
std::size_t live_allocations();
/// Bytes that allocations may have at most.
void set_device_capacity(u64 bytes);

/// What the program's device code was compiled for: sm_75.
std::string architecture();

}  // namespace shardsweep::ptx
