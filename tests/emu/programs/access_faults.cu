// Faults of access: bounds, alignment, memory never written or freed, and launches that do not fit.
// The comments "fault: name" mark the lines that faults_test.cpp looks up.
#include "tests/emu/programs/faults.hpp"

#include "tests/emu/programs/launch.cuh"

namespace shardsweep::emu {
namespace {

__global__ void read_one_too_many(const int* in, int* out, int count) {
  const int i = static_cast<int>(threadIdx.x);
  if (i <= count) out[0] = in[i];  // fault: out of bounds
}

__global__ void write_past_shared(int* out) {
  __shared__ int tile[32];
  __shared__ int other[32];
  if (threadIdx.x < 32) other[threadIdx.x] = 1;
  tile[threadIdx.x] = 2;  // fault: shared bounds
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x % 31] + other[threadIdx.x % 31];
}

__global__ void load_misaligned(const char* in, int4* out) {
  out[threadIdx.x] = *reinterpret_cast<const int4*>(in + 4);  // fault: misaligned
}

__global__ void read_unwritten_shared(int* out) {
  __shared__ int tile[64];
  if (threadIdx.x < 32) tile[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x];  // fault: uninitialised shared
}

__global__ void branch_on_unwritten(const int* in, int* out) {
  if (in[threadIdx.x] > 3) out[threadIdx.x] = 1;  // fault: uninitialised global
}

__global__ void fill(int* out, int value) { out[threadIdx.x] = value; }  // fault: freed

__global__ void __launch_bounds__(64) at_most_64(int* out) { out[threadIdx.x] = 1; }

__global__ void one_each(int* out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;  // fault: too many blocks
}

__global__ void use_dynamic(int* out) {
  extern __shared__ int dynamic[];
  dynamic[threadIdx.x] = 1;
  out[threadIdx.x] = dynamic[threadIdx.x];
}

__global__ void read_before(const int* in, int* out) {
  out[threadIdx.x] = in[static_cast<int>(threadIdx.x) - 1];  // fault: before
}

__global__ void store_misaligned(char* out) {
  *reinterpret_cast<int4*>(out + 8) = int4{1, 2, 3, 4};  // fault: misaligned store
}

__global__ void read_past_local(int* out, int by) {
  int table[8];
  for (int i = 0; i < 8; ++i) table[i] = i * by;
  out[threadIdx.x] = table[static_cast<int>(threadIdx.x % 8) + by];  // fault: local bounds
}

__constant__ int constants[10] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};

__global__ void read_past_constants(int* out, int by) {
  out[threadIdx.x] = constants[static_cast<int>(threadIdx.x % 10) + by];  // fault: constant bounds
}

}  // namespace

int out_of_bounds_by_one() {
  const auto in = ones(50);
  const DeviceArray<int> out(1);
  read_one_too_many<<<1, 64>>>(in.data(), out.data(), 50);
  return finish();
}

int out_of_bounds_in_shared() {
  const DeviceArray<int> out(64);
  write_past_shared<<<1, 64>>>(out.data());
  return finish();
}

int misaligned_vector_load() {
  const auto in = ones(64);
  const DeviceArray<int4> out(32);
  load_misaligned<<<1, 32>>>(reinterpret_cast<const char*>(in.data()), out.data());
  return finish();
}

int uninitialised_shared() {
  const DeviceArray<int> out(64);
  read_unwritten_shared<<<1, 64>>>(out.data());
  return finish();
}

int uninitialised_global_condition() {
  const DeviceArray<int> in(32);
  const DeviceArray<int> out(32);
  branch_on_unwritten<<<1, 32>>>(in.data(), out.data());
  return finish();
}

int use_after_free() {
  int* memory = nullptr;
  check(cudaMalloc(reinterpret_cast<void**>(&memory), 128));
  check(cudaFree(memory));
  fill<<<1, 32>>>(memory, 3);
  return finish();
}

int too_many_threads() {
  const DeviceArray<int> out(128);
  at_most_64<<<1, 128>>>(out.data());
  return finish();
}

int too_many_blocks() {
  const DeviceArray<int> out(100);
  one_each<<<4, 32>>>(out.data());
  return finish();
}

int no_blocks() {
  const DeviceArray<int> out(100);
  one_each<<<0, 32>>>(out.data());
  return finish();
}

int too_much_shared() {
  const DeviceArray<int> out(32);
  use_dynamic<<<1, 32, 60 * 1024>>>(out.data());
  return finish();
}

int before_the_beginning() {
  const auto in = ones(50);
  const DeviceArray<int> out(32);
  read_before<<<1, 32>>>(in.data(), out.data());
  return finish();
}

int misaligned_vector_store() {
  const DeviceArray<char> out(64);
  store_misaligned<<<1, 1>>>(out.data());
  return finish();
}

int out_of_bounds_in_local() {
  const DeviceArray<int> out(32);
  read_past_local<<<1, 32>>>(out.data(), 1);
  return finish();
}

int out_of_bounds_in_constants() {
  const DeviceArray<int> out(32);
  read_past_constants<<<1, 32>>>(out.data(), 1);
  return finish();
}

}  // namespace shardsweep::emu
