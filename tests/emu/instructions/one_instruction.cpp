#include "tests/emu/instructions/one_instruction.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <random>

#include "tests/ptx_emulator/emulator.hpp"

namespace shardsweep::emu {

namespace {

using namespace ptx;

constexpr std::uint32_t threads = 8 * 32;

std::uint64_t truncated(std::uint64_t value, int bits) {
  return bits == 64 ? value : value & ((std::uint64_t{1} << bits) - 1);
}

std::uint64_t random_integer(std::mt19937_64& random, int bits) {
  switch (random() % 8) {
    case 0:
      return random() % 3;
    case 1:
      return truncated(~std::uint64_t{0} - random() % 3, bits);
    case 2:
      return std::uint64_t{1} << (random() % static_cast<unsigned>(bits));
    case 3:
      return random() % 70;
    case 4:
      return truncated((std::uint64_t{1} << (bits - 1)) - random() % 2, bits);
    default:
      return truncated(random() >> (random() % static_cast<unsigned>(bits)), bits);
  }
}

std::uint64_t random_number(std::mt19937_64& random, int bits) {
  static const std::array<double, 13> special{
      0.0, -0.0, 1.0, -1.0, 0.5, 1.5, 2.5, INFINITY, -INFINITY, NAN, 1e-310, 3e38, 2147483648.0};
  double value = 0;
  if (random() % 4 == 0) {
    value = special.at(random() % special.size());
  } else {
    value = std::ldexp(static_cast<double>(random() % 2'000'001) - 1'000'000,
                       static_cast<int>(random() % 60) - 40);
  }
  return bits == 32 ? std::bit_cast<std::uint32_t>(static_cast<float>(value))
                    : std::bit_cast<std::uint64_t>(value);
}

bool is_nan(std::uint64_t bits, int width) {
  return width == 32 ? std::isnan(std::bit_cast<float>(static_cast<std::uint32_t>(bits)))
                     : std::isnan(std::bit_cast<double>(bits));
}

std::string load_operand(char name, int bits, std::size_t index) {
  const std::string value =
      "ld.global.b64 %rd3, [%rd1+" + std::to_string(index * threads * 8) + "];\n";
  const std::string reg = std::string("%") + name;
  if (bits == 64) return value + "mov.b64 " + reg + ", %rd3;\n";
  return value + "cvt.u" + std::to_string(bits) + ".u64 " + reg + ", %rd3;\n";
}

std::string ptx_of(const Case& c, bool every_other) {
  const std::string bits = std::to_string(c.result);
  std::string text = ".version 9.0\n.target sm_90\n.address_size 64\n";
  text += ".visible .entry k(.param .u64 in, .param .u64 out)\n{\n";
  text += ".reg .b64 %rd<9>;\n.reg .b32 %t;\n.reg .pred %p, %q, %odd;\n";
  text += ".reg .b" + bits + " %d, %x, %y;\n";
  const std::string names = "abce";
  for (std::size_t i = 0; i < c.operands.size(); ++i) {
    text += ".reg .b" + std::to_string(c.operands[i]) + " %" + names[i] + ";\n";
  }
  text += "mov.u32 %t, %tid.x;\nmul.wide.u32 %rd5, %t, 8;\nld.param.u64 %rd1, [in];\n";
  text += "add.s64 %rd1, %rd1, %rd5;\nld.param.u64 %rd2, [out];\nadd.s64 %rd2, %rd2, %rd5;\n";
  for (std::size_t i = 0; i < c.operands.size(); ++i) {
    text += load_operand(names[i], c.operands[i], i);
  }
  text += "mov.b" + bits + " %d, 21845;\n";
  text += "and.b32 %t, %t, 1;\nsetp.ne.u32 %odd, %t, 0;\n";
  if (every_other) text += "@!%odd bra END;\n";
  text += c.statements + "\nEND:\n";
  if (c.result == 64) {
    text += "mov.b64 %rd4, %d;\n";
  } else {
    text += "cvt.u64.u" + bits + " %rd4, %d;\n";
  }
  return text + "st.global.b64 [%rd2], %rd4;\nret;\n}\n";
}

void check_case(const Case& c, std::uint64_t seed, bool every_other) {
  std::mt19937_64 random(seed);
  std::vector<std::uint64_t> in;
  for (const int bits : c.operands) {
    for (std::uint32_t i = 0; i < threads; ++i) {
      in.push_back(c.floating ? random_number(random, bits) : random_integer(random, bits));
    }
  }
  const std::vector<std::uint64_t> got = run_kernel(ptx_of(c, every_other), in, threads, threads);
  ASSERT_EQ(got.size(), threads);
  for (std::uint32_t i = 0; i < threads; ++i) {
    In operands{};
    std::string text;
    for (std::size_t j = 0; j < c.operands.size(); ++j) {
      operands.at(j) = in[j * threads + i];
      text += " " + hex(operands.at(j));
    }
    const bool runs = !every_other || i % 2 == 1;
    const std::uint64_t wanted = runs ? truncated(c.wanted(operands), c.result) : 21845;
    const bool alike = c.floating && is_nan(got[i], c.result) && is_nan(wanted, c.result);
    ASSERT_TRUE(alike || got[i] == wanted)
        << "wanted " << hex(wanted) << ", got " << hex(got[i]) << " for" << text << ", thread " << i
        << ", seed " << seed << ": " << c.statements;
  }
}

std::optional<Fault> launch(const std::string& ptx, const std::vector<std::uint64_t>& in,
                            std::uint32_t block, std::vector<std::uint64_t>& out) {
  Emulator emulator;
  DeviceMemory& memory = emulator.memory();
  LoadedModule module(ptx, memory);
  const Kernel* kernel = module.kernel("k");
  if (kernel == nullptr) throw std::runtime_error("the PTX has no kernel k");
  const u64 in_at = memory.allocate(8 * in.size());
  const u64 out_at = memory.allocate(8 * out.size());
  std::copy_n(in.data(), in.size(), reinterpret_cast<u64*>(memory.data(memory.offset(in_at))));
  std::memcpy(memory.data(memory.offset(out_at)), out.data(), 8 * out.size());
  memory.mark_written(in_at, 8 * in.size());
  memory.mark_written(out_at, 8 * out.size());
  emulator.settings().instruction_budget = 10'000'000;
  const std::array<const void*, 2> params{&in_at, &out_at};
  const auto fault = emulator.launch(*kernel, {{1, 1, 1}, {block, 1, 1}, 0}, params.data());
  std::memcpy(out.data(), memory.data(memory.offset(out_at)), 8 * out.size());
  return fault;
}

}  // namespace

std::uint64_t test_seed() {
  static const std::uint64_t seed = [] {
    const char* given = std::getenv("EMU_SEED");
    const std::uint64_t made = given != nullptr ? std::stoull(given) : std::random_device()();
    std::printf("seed of the operands: %llu (EMU_SEED sets it)\n",
                static_cast<unsigned long long>(made));
    return made;
  }();
  return seed;
}

void check_cases(const std::vector<Case>& cases) {
  std::uint64_t seed = test_seed();
  for (const Case& c : cases) {
    check_case(c, seed++, false);
    if (testing::Test::HasFatalFailure()) return;
    check_case(c, seed++, true);
    if (testing::Test::HasFatalFailure()) return;
  }
}

std::vector<std::uint64_t> run_kernel(const std::string& ptx, const std::vector<std::uint64_t>& in,
                                      std::uint32_t block, std::size_t results) {
  std::vector<std::uint64_t> out(results, ~std::uint64_t{0});
  const auto fault = launch(ptx, in, block, out);
  EXPECT_FALSE(fault.has_value()) << fault->message;
  return out;
}

std::string fault_of(const std::string& ptx, const std::vector<std::uint64_t>& in,
                     std::uint32_t block, std::size_t results) {
  std::vector<std::uint64_t> out(results, ~std::uint64_t{0});
  const auto fault = launch(ptx, in, block, out);
  return fault ? fault->message : "";
}

std::string kernel_of(const std::string& body, const std::string& before) {
  return ".version 9.0\n.target sm_90\n.address_size 64\n" + before +
         "\n.visible .entry k(.param .u64 p_in, .param .u64 p_out)\n{\n"
         ".reg .pred %p<20>;\n.reg .b16 %h<20>;\n.reg .b32 %r<20>;\n.reg .f32 %f<20>;\n"
         ".reg .b64 %rd<20>;\n.reg .b32 %t;\n.reg .b64 %in, %out;\n"
         "mov.u32 %t, %tid.x;\nld.param.u64 %in, [p_in];\nld.param.u64 %out, [p_out];\n" +
         body + "\nret;\n}\n";
}

Words small_numbers(std::size_t size, std::uint64_t below) {
  Words made(size);
  for (std::size_t i = 0; i < size; ++i) {
    made[i] = ((test_seed() + i) * 0x9E3779B97F4A7C15 >> 20) % below;
  }
  return made;
}

Words in_warps(const std::string& body, const Words& in) {
  return run_kernel(kernel_of(R"(
mul.wide.u32 %rd1, %t, 8;
add.s64 %rd2, %in, %rd1;
add.s64 %rd3, %out, %rd1;
ld.global.u32 %r1, [%rd2];
mov.u32 %r2, 99;
)" + body + R"(
cvt.u64.u32 %rd5, %r2;
st.global.u64 [%rd3], %rd5;
)"),
                    in, static_cast<std::uint32_t>(in.size()), in.size());
}

}  // namespace shardsweep::emu
