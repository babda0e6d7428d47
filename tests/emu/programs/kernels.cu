#include "tests/emu/programs/kernels.hpp"

#include <cuda/atomic>

#include <cmath>

#include "tests/emu/cub/device_array.cuh"

namespace shardsweep::emu {

namespace {

__extension__ using Wide = unsigned __int128;

__noinline__ __host__ __device__ std::uint64_t mixed(std::uint64_t a, std::uint32_t b) {
  return (a ^ b) * 3 + b;
}

__host__ __device__ MathResult math_of(std::uint64_t a, std::uint64_t b) {
  MathResult result;
  const Wide wide = (Wide{a} * b + a) / 7;
  result.wide_low = static_cast<std::uint64_t>(wide);
  result.wide_high = static_cast<std::uint64_t>(wide >> 64);
  const double x = 1.0 + static_cast<double>(a % 1000) / 7;
  result.logarithm = log(x) / sqrt(x);
  result.power = pow(x, 1.5) - exp(-x);
  result.sine = sinf(static_cast<float>(x)) + cosf(static_cast<float>(b % 100));
  result.exponential = expf(-static_cast<float>(x) / 100) / (1 + fabsf(static_cast<float>(b % 5)));
  result.called = mixed(a, static_cast<std::uint32_t>(b));
  std::uint32_t table[20];
  for (std::uint32_t i = 0; i < 20; ++i) table[(i * 7 + a) % 20] = i + static_cast<std::uint32_t>(b);
  result.local = table[b % 20];
  return result;
}

__global__ void compute_math(const std::uint64_t* a, const std::uint64_t* b, MathResult* results,
                             std::uint32_t count) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) results[i] = math_of(a[i], b[i]);
}

__global__ void add_up(const std::uint32_t* values, std::uint32_t count, Totals* totals) {
  __shared__ std::uint64_t warp_sums[32];
  std::uint64_t sum = 0;
  std::uint32_t odd = 0;
  for (std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count;
       i += gridDim.x * blockDim.x) {
    sum += values[i];
    odd += values[i] & 1;
    atomicMax(&totals->most, values[i]);
    atomicAdd(&totals->floats, static_cast<float>(values[i] & 15));
  }
  for (int by = 16; by > 0; by /= 2) sum += __shfl_down_sync(~0U, sum, by);
  if (threadIdx.x % 32 == 0) warp_sums[threadIdx.x / 32] = sum;
  const int odd_threads = __syncthreads_count(odd % 2 == 1);
  if (threadIdx.x == 0) {
    for (std::uint32_t w = 1; w < blockDim.x / 32; ++w) sum += warp_sums[w];
    atomicAdd(reinterpret_cast<unsigned long long*>(&totals->sum), sum);
    atomicAdd(&totals->odd, static_cast<std::uint32_t>(odd_threads) % 2);
  }
}

__global__ void sum_in_last_block(const std::uint32_t* values, std::uint32_t count,
                                  std::uint64_t* parts, std::uint32_t* finished,
                                  std::uint64_t* result) {
  __shared__ std::uint64_t sums[64];
  __shared__ bool last;
  std::uint64_t sum = 0;
  for (std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count;
       i += gridDim.x * blockDim.x) {
    sum += values[i];
  }
  sums[threadIdx.x] = sum;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (std::uint32_t i = 1; i < blockDim.x; ++i) sum += sums[i];
    parts[blockIdx.x] = sum;
    __threadfence();
    last = atomicAdd(finished, 1U) == gridDim.x - 1;
  }
  __syncthreads();
  if (!last) return;
  __threadfence();
  if (threadIdx.x != 0) return;
  std::uint64_t all = 0;
  for (std::uint32_t i = 0; i < gridDim.x; ++i) all += parts[i];
  *result = all;
}

__global__ void hand_on_blocks(std::uint32_t* values, std::uint32_t* flags) {
  if (threadIdx.x != 0) return;
  std::uint32_t value = 1;
  if (blockIdx.x > 0) {
    const cuda::atomic_ref<std::uint32_t, cuda::thread_scope_device> flag(flags[blockIdx.x - 1]);
    while (flag.load(cuda::std::memory_order_acquire) == 0) {
    }
    value = values[blockIdx.x - 1] * 3 + 1;
  }
  values[blockIdx.x] = value;
  const cuda::atomic_ref<std::uint32_t, cuda::thread_scope_device> flag(flags[blockIdx.x]);
  flag.store(1, cuda::std::memory_order_release);
}

__global__ void wait_for_last_block(volatile std::uint32_t* flag, std::uint32_t* seen) {
  if (blockIdx.x == gridDim.x - 1) *flag = 1;
  while (*flag == 0) {
  }
  atomicAdd(seen, 1U);
}

__noinline__ __device__ int twice(int x) { return 2 * x; }
__noinline__ __device__ int plus_hundred(int x) { return x + 100; }
__noinline__ __device__ int negated(int x) { return -x; }

using Change = int (*)(int);
__device__ Change changes[3] = {twice, plus_hundred, negated};

__global__ void change_by_table(int* values) {
  values[threadIdx.x] = changes[threadIdx.x % 3](values[threadIdx.x]);
}

__constant__ int constant_value;
__device__ int device_values[3] = {100, 200, 300};

__global__ void add_variables(const int* in, int* out, int count) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < count) out[i] = in[i] + constant_value + device_values[i % 3];
}

}  // namespace

MathResult host_math(std::uint64_t a, std::uint64_t b) { return math_of(a, b); }

std::vector<MathResult> ordinary_math(const std::vector<std::uint64_t>& a,
                                      const std::vector<std::uint64_t>& b) {
  const DeviceArray<std::uint64_t> a_in(a);
  const DeviceArray<std::uint64_t> b_in(b);
  const DeviceArray<MathResult> results(a.size());
  const auto count = static_cast<std::uint32_t>(a.size());
  compute_math<<<(count + 127) / 128, 128>>>(a_in.data(), b_in.data(), results.data(), count);
  check(cudaGetLastError());
  return results.all();
}

Totals total(const std::vector<std::uint32_t>& values, unsigned blocks, unsigned threads) {
  const DeviceArray<std::uint32_t> in(values);
  const DeviceArray<Totals> totals(std::vector<Totals>(1));
  add_up<<<blocks, threads>>>(in.data(), static_cast<std::uint32_t>(values.size()), totals.data());
  check(cudaGetLastError());
  return totals.all().front();
}

std::uint64_t last_block_sum(const std::vector<std::uint32_t>& values, unsigned blocks) {
  const DeviceArray<std::uint32_t> in(values);
  const DeviceArray<std::uint64_t> parts(blocks);
  const DeviceArray<std::uint32_t> finished(std::vector<std::uint32_t>(1));
  const DeviceArray<std::uint64_t> result(1);
  sum_in_last_block<<<blocks, 64>>>(in.data(), static_cast<std::uint32_t>(values.size()),
                                    parts.data(), finished.data(), result.data());
  check(cudaGetLastError());
  return result.all().front();
}

std::uint32_t hand_on(unsigned blocks) {
  const DeviceArray<std::uint32_t> values(blocks);
  const DeviceArray<std::uint32_t> flags(std::vector<std::uint32_t>(blocks, 0));
  hand_on_blocks<<<blocks, 32>>>(values.data(), flags.data());
  check(cudaGetLastError());
  return values.all().back();
}

std::uint32_t blocks_past_last_one(unsigned blocks) {
  const DeviceArray<std::uint32_t> flag(std::vector<std::uint32_t>(1));
  const DeviceArray<std::uint32_t> seen(std::vector<std::uint32_t>(1));
  wait_for_last_block<<<blocks, 1>>>(flag.data(), seen.data());
  check(cudaGetLastError());
  return seen.all().front();
}

std::vector<int> changed_by_table(const std::vector<int>& in) {
  const DeviceArray<int> values(in);
  change_by_table<<<1, static_cast<unsigned>(in.size())>>>(values.data());
  check(cudaGetLastError());
  return values.all();
}

std::vector<int> variables(const std::vector<int>& in, int constant) {
  check(cudaMemcpyToSymbol(constant_value, &constant, sizeof constant));
  const DeviceArray<int> values(in);
  const DeviceArray<int> out(in.size());
  add_variables<<<4, 64>>>(values.data(), out.data(), static_cast<int>(in.size()));
  check(cudaGetLastError());
  return out.all();
}

}  // namespace shardsweep::emu
