// What the code that nvcc adds to a program calls before main: fat binaries with their PTX, the
// names of kernels and variables. The container's layout is NVIDIA's; it was read off its bytes.
#include <cstring>

#include "tests/ptx_emulator/runtime/device.hpp"

using shardsweep::ptx::Binary;
using shardsweep::ptx::Device;
using shardsweep::ptx::u16;
using shardsweep::ptx::u32;
using shardsweep::ptx::u64;
using shardsweep::ptx::u8;

namespace {

/// What __cudaRegisterFatBinary is given.
struct Wrapper {
  int magic;
  int version;
  const u8* data;
  void* unused;
};

template <class T>
T read(const u8* at) {
  T value;
  std::memcpy(&value, at, sizeof(T));
  return value;
}

/// The PTX of a fat binary; empty where it has none that is readable.
std::string ptx_of(const u8* data) {
  constexpr u16 ptx_entry = 1;
  constexpr u64 compressed = 0xA000;
  const u64 begin = read<u16>(data + 6);
  const u64 end = begin + read<u64>(data + 8);
  std::string text;
  for (u64 at = begin; at < end;) {
    const u8* entry = data + at;
    const u32 header = read<u32>(entry + 4);
    const u64 size = read<u64>(entry + 8);
    if (read<u16>(entry) == ptx_entry && (read<u64>(entry + 40) & compressed) == 0) {
      const char* first = reinterpret_cast<const char*>(entry + header);
      text.assign(first, strnlen(first, size));
    }
    at += header + size;
  }
  return text;
}

}  // namespace

extern "C" {

void** __cudaRegisterFatBinary(void* wrapper) {
  Device& device = Device::instance();
  auto binary = std::make_unique<Binary>();
  binary->text = ptx_of(static_cast<const Wrapper*>(wrapper)->data);
  device.binaries.push_back(std::move(binary));
  return reinterpret_cast<void**>(device.binaries.back().get());
}

void __cudaRegisterFatBinaryEnd(void**) {}

void __cudaUnregisterFatBinary(void**) {}

void __cudaRegisterFunction(void** binary, const char* host, char*, const char* name, int, void*,
                            void*, void*, void*, int*) {
  Device::instance().functions[host] = {reinterpret_cast<Binary*>(binary), name};
}

void __cudaRegisterVar(void** binary, char* host, char*, const char* name, int, std::size_t size,
                       int, int) {
  Device::instance().variables[host] = {reinterpret_cast<Binary*>(binary), name, size};
}

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, std::size_t shared,
                                     CUstream_st* stream) {
  Device::instance().configurations.push_back({grid, block, shared, stream});
  return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, std::size_t* shared, void* stream) {
  auto& configurations = Device::instance().configurations;
  if (configurations.empty()) return cudaErrorMissingConfiguration;
  *grid = configurations.back().grid;
  *block = configurations.back().block;
  *shared = configurations.back().shared;
  *static_cast<cudaStream_t*>(stream) = configurations.back().stream;
  configurations.pop_back();
  return cudaSuccess;
}

char __cudaInitModule(void**) {
  return 1;
}
}
