#include "hashing/md5.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <string_view>

namespace shardsweep::hashing {
namespace {

/// First eight digest bytes of a whole message: its first four bytes are the "seed".
std::int64_t first_eight_of(std::string_view message) {
  std::int32_t seed = 0;
  std::memcpy(&seed, message.data(), 4);
  return md5::hash_feed(seed, message.data() + 4, message.size() - 4);
}

/// First eight bytes of a digest in hexadecimal, as a little-endian int64.
std::int64_t from_hex(std::string_view hex) {
  std::uint64_t value = 0;
  for (int i = 7; i >= 0; --i) {
    const std::string byte(hex.substr(static_cast<std::size_t>(2 * i), 2));
    value = value << 8 | std::stoul(byte, nullptr, 16);
  }
  return static_cast<std::int64_t>(value);
}

// RFC 1321, appendix A.5 (those of at least four bytes; the last takes two blocks).
TEST(Md5, GivesTheDigestsOfTheRfc) {
  EXPECT_EQ(first_eight_of("message digest"), from_hex("f96b697d7cb7938d525a2f31aaf161d0"));
  EXPECT_EQ(first_eight_of("abcdefghijklmnopqrstuvwxyz"),
            from_hex("c3fcd3d76192e4007dfb496cca67d13b"));
  EXPECT_EQ(first_eight_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"),
            from_hex("d174ab98d277d9f5a5611c2c9f419d9f"));
  EXPECT_EQ(first_eight_of("1234567890123456789012345678901234567890123456789012345678901234567890"
                           "1234567890"),
            from_hex("57edf4a22be3c955ac49da2e2107b67a"));
}

// The message length at which the padding spills into one more block is 56, then every 64.
TEST(Md5, CountsBlocksWithTheirPadding) {
  EXPECT_EQ(md5::block_count(0), 1u);
  EXPECT_EQ(md5::block_count(55), 1u);
  EXPECT_EQ(md5::block_count(56), 2u);
  EXPECT_EQ(md5::block_count(119), 2u);
  EXPECT_EQ(md5::block_count(120), 3u);
}

// Digests of n letters 'a' by GNU coreutils md5sum, around the lengths where padding changes.
TEST(Md5, PadsAroundBlockEdges) {
  EXPECT_EQ(first_eight_of(std::string(55, 'a')), from_hex("ef1772b6dff9a122"));
  EXPECT_EQ(first_eight_of(std::string(56, 'a')), from_hex("3b0c8ac703f828b0"));
  EXPECT_EQ(first_eight_of(std::string(63, 'a')), from_hex("b06521f39153d618"));
  EXPECT_EQ(first_eight_of(std::string(64, 'a')), from_hex("014842d480b57149"));
  EXPECT_EQ(first_eight_of(std::string(119, 'a')), from_hex("8a7bd0732ed6a28c"));
  EXPECT_EQ(first_eight_of(std::string(120, 'a')), from_hex("5f61c0ccad4cac44"));
}

TEST(Md5, HashesEightByteValuesAsTheirFeed) {
  const std::string feed("\x0a\0\0\0\x2a\0\0\0\0\0\0\0", 12);
  EXPECT_EQ(md5::hash_fixed8(0, 10, 42), md5::hash_feed(0, feed.data(), feed.size()));
  // MongoDB src/mongo/db/hasher_test.cpp.
  EXPECT_EQ(md5::hash_fixed8(0, 10, 42), -944302157085130861);
}

TEST(Md5, IsUsableInConstantExpressions) {
  static_assert(md5::hash_fixed8(0, 10, 42) == -944302157085130861);
  static_assert(md5::step_word(63) == 9 && md5::step_rotation(63) == 21);
  EXPECT_EQ(md5::step_constant(0), 0xd76aa478u);
}

}  // namespace
}  // namespace shardsweep::hashing
