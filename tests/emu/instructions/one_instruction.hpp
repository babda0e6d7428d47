// Runs a few PTX statements on random operands and compares with arithmetic of the host.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace shardsweep::emu {

using In = std::array<std::uint64_t, 4>;

/// Statements that read %a, %b, %c, %e and write %d; %p and %q are predicates, %x and %y further
/// registers as wide as %d.
struct Case {
  std::string statements;
  int result = 32;            ///< bits of %d: 16, 32, 64
  std::vector<int> operands;  ///< bits of %a, %b, ...
  std::function<std::uint64_t(const In&)> wanted;
  bool floating = false;  ///< operands are numbers of that type; NaNs are alike
};

/// Checks each case for a few hundred threads, with all lanes and with every other lane; lanes
/// that take no part must keep their register. Failures name the statements, operands and seed.
void check_cases(const std::vector<Case>& cases);

/// Runs a whole PTX module's kernel `k(.param .u64 in, .param .u64 out)` with `threads` threads in
/// one block; out has `results` words of 64 bits, all ones at first.
std::vector<std::uint64_t> run_kernel(const std::string& ptx, const std::vector<std::uint64_t>& in,
                                      std::uint32_t threads, std::size_t results);
/// The same around a body that has %t (tid.x), %in, %out and 20 registers each of %p, %h (16 bits),
/// %r, %f (32 bits) and %rd (64 bits). `before` stands before the kernel.
std::string kernel_of(const std::string& body, const std::string& before = "");

/// The message of the fault of such a kernel, empty where it has none.
std::string fault_of(const std::string& ptx, const std::vector<std::uint64_t>& in,
                     std::uint32_t threads, std::size_t results);

using Words = std::vector<std::uint64_t>;

/// `size` numbers below `below`, by the seed.
Words small_numbers(std::size_t size, std::uint64_t below);
/// A thread for each number of `in`: `body` turns its number %r1 into %r2, the result.
Words in_warps(const std::string& body, const Words& in);

/// The seed of all random operands of a test program run; it is printed at the first use.
std::uint64_t test_seed();

}  // namespace shardsweep::emu
