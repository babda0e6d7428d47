#pragma once

#include <cstddef>
#include <cstdint>

namespace shardsweep::hashing {

/// One feed of many that are hashed together.
struct FeedTask {
  std::size_t index = 0;  ///< where its hash goes
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
  std::uint64_t blocks = 0;  ///< with seed and padding
};

}  // namespace shardsweep::hashing
