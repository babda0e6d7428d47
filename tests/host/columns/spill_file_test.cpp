#include "host/columns/spill_file.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <string>

namespace shardsweep::host {
namespace {

constexpr std::size_t kib = 1024;

/// Writes of one file and what it must hold, each write with bytes of its own.
class Written {
 public:
  void write(std::size_t bytes) {
    std::string part(bytes, '\0');
    for (char& c : part) c = static_cast<char>(random_());
    file_.write(part.data(), part.size());
    expected_ += part;
  }
  void align() {
    expected_.resize((expected_.size() + 7) / 8 * 8, '\0');
    ASSERT_EQ(file_.align(), expected_.size());
  }
  void expect_same() {
    ASSERT_EQ(file_.position(), expected_.size());
    const char* begin = file_.map();
    if (expected_.empty()) return;
    // Not EXPECT_EQ: hundreds of kilobytes would be printed.
    EXPECT_EQ(std::memcmp(begin, expected_.data(), expected_.size()), 0);
  }

 private:
  std::mt19937_64 random_{1};
  SpillFile file_{""};
  std::string expected_;
};

TEST(SpillFile, KeepsTheOrderOfAShortWriteAndOneOfMostOfTheBuffer) {
  for (const std::size_t first : {1, 8, 10, 24}) {
    for (const std::size_t second : {33, 39, 40, 50, 54, 56, 63, 64, 65, 300}) {
      SCOPED_TRACE(std::to_string(first) + " KiB, then " + std::to_string(second) + " KiB");
      Written written;
      written.write(first * kib);
      written.write(second * kib);
      written.write(3);
      written.align();
      written.write(second * kib);
      written.expect_same();
    }
  }
}

TEST(SpillFile, KeepsWritesOfAllSizesInOrder) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    Written written;
    for (int i = 0; i < 40; ++i) {
      // Sizes of every magnitude up to 128 KiB, none included.
      const std::size_t most = std::size_t{1} << random() % 18;
      written.write(random() % (most + 1));
      if (random() % 3 == 0) written.align();
    }
    written.expect_same();
  }
}

TEST(SpillFile, AnEmptyFileMapsToNothing) {
  Written written;
  written.align();
  written.expect_same();
}

}  // namespace
}  // namespace shardsweep::host
