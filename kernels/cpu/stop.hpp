#pragma once

#include <algorithm>
#include <cstddef>
#include <stop_token>
#include <utility>

namespace shardsweep::kernels::cpu {

/// Thrown inside the executor when a stop was asked for; never leaves execute().
struct Stopped {};

/// Polls the stop token between blocks of work of about a millisecond.
class StopCheck {
 public:
  static constexpr std::size_t block = 1u << 17;

  explicit StopCheck(std::stop_token token) : token_(std::move(token)) {}

  void poll() const {
    if (token_.stop_requested()) throw Stopped{};
  }

  /// Calls body(begin, end) for consecutive blocks of [0, count), polling before each.
  template <typename Body>
  void blocks(std::size_t count, const Body& body) const {
    for (std::size_t begin = 0; begin < count; begin += block) {
      poll();
      body(begin, std::min(count, begin + block));
    }
  }

 private:
  std::stop_token token_;
};

}  // namespace shardsweep::kernels::cpu
