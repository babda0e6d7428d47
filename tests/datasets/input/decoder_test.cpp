#include "datasets/input/decoder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "datasets/error.hpp"
#include "tests/datasets/input/memory_input.hpp"
#include "tests/datasets/input/support.hpp"

namespace shardsweep::datasets {
namespace {

using test::error_of;
using test::filtered;
using testing::HasSubstr;
using testing::StartsWith;

struct Decoded {
  std::string bytes;
  std::string damage;  ///< text of the DamagedInput that ended it
};

Decoded decode(const std::string& stored, std::size_t in_block = 4096,
               std::size_t out_block = 4096) {
  const auto input = test::open_memory(stored, "x");
  StoredReader reader(*input, in_block, {});
  Decoded decoded;
  try {
    const auto decoder = make_decoder(reader);
    std::string block(out_block, '\0');
    while (const std::size_t got = decoder->read(block.data(), out_block))
      decoded.bytes += block.substr(0, got);
  } catch (const DamagedInput& damage) {
    decoded.damage = damage.what();
  }
  return decoded;
}

class Packed : public testing::TestWithParam<const char*> {
 protected:
  std::string pack(const std::string& text) const { return filtered(GetParam(), text); }
  std::string kind() const { return std::string(GetParam()).substr(0, 4); }
};

TEST_P(Packed, AnySplitGivesTheSame) {
  const std::string text = test::numbered_documents(300);
  const std::string stored = pack(text);
  for (const std::size_t in_block : {1, 2, 7, 4096})
    for (const std::size_t out_block : {1, 100, 100'000}) {
      const Decoded decoded = decode(stored, in_block, out_block);
      EXPECT_TRUE(decoded.bytes == text);
      EXPECT_EQ(decoded.damage, "");
    }
}

TEST_P(Packed, SeveralOnesInARow) {
  const std::string stored = pack("first ") + pack("") + pack("second");
  EXPECT_EQ(decode(stored).bytes, "first second");
  EXPECT_EQ(decode(stored, 1, 1).damage, "");
}

TEST_P(Packed, EveryTruncationIsDamageAfterABeginOfTheData) {
  const std::string text = test::numbered_documents(50);
  const std::string stored = pack(text);
  for (std::size_t size = 5; size < stored.size(); ++size) {
    const Decoded whole = decode(stored.substr(0, size));
    EXPECT_THAT(whole.damage, StartsWith("x: " + kind() + " data damaged ")) << size;
    EXPECT_THAT(whole.damage, HasSubstr("cut short"));
    EXPECT_TRUE(text.starts_with(whole.bytes));
    EXPECT_TRUE(decode(stored.substr(0, size), 1, 64).bytes == whole.bytes) << size;
  }
}

TEST_P(Packed, DamageGivesTheSameBeginForAnySplit) {
  const std::string text = test::numbered_documents(100);
  std::string stored = pack(text);
  for (const std::size_t at : {stored.size() / 3, stored.size() / 2, stored.size() - 3}) {
    std::string damaged = stored;
    damaged[at] = static_cast<char>(~damaged[at]);
    const Decoded decoded = decode(damaged);
    EXPECT_THAT(decoded.damage, StartsWith("x: " + kind() + " data damaged "));
    const Decoded split = decode(damaged, 1, 1);
    EXPECT_TRUE(split.bytes == decoded.bytes);
    EXPECT_EQ(split.damage, decoded.damage);
  }
}

TEST_P(Packed, OtherBytesBehindAreDamage) {
  const std::string stored = pack("good");
  const Decoded decoded = decode(stored + "tail");
  EXPECT_EQ(decoded.bytes, "good");
  EXPECT_THAT(decoded.damage,
              HasSubstr(" at byte " + std::to_string(stored.size()) + ": bytes that are no "));
}

INSTANTIATE_TEST_SUITE_P(Tools, Packed, testing::Values("gzip -c", "zstd -qc", "zstd -qc19"));

TEST(GzipDecoder, ZerosBehindAreAccepted) {
  const std::string stored = filtered("gzip -c", "good");
  EXPECT_EQ(decode(stored + std::string(10'000, '\0')).damage, "");
  EXPECT_EQ(decode(stored + std::string(10'000, '\0'), 1).bytes, "good");
  EXPECT_EQ(decode(stored + std::string(3, '\0') + "x").damage,
            "x: gzip data damaged at byte " + std::to_string(stored.size() + 3) +
                ": bytes that are no gzip follow the end of the gzip data");
}

TEST(GzipDecoder, SaysWhatZlibSays) {
  std::string stored = filtered("gzip -nc", "some text");
  stored[stored.size() - 6] = static_cast<char>(~stored[stored.size() - 6]);
  const Decoded decoded = decode(stored);
  EXPECT_EQ(decoded.bytes, "some text");
  EXPECT_THAT(decoded.damage, HasSubstr("incorrect data check"));
}

TEST(ZstdDecoder, SkippableFramesHoldNothing) {
  const std::string skippable("\x53\x2a\x4d\x18\x04\0\0\0junk", 12);
  EXPECT_EQ(decode(skippable).bytes, "");
  EXPECT_EQ(decode(skippable + skippable, 1).damage, "");
  EXPECT_EQ(decode(skippable + filtered("zstd -qc", "good") + skippable, 1, 1).bytes, "good");
  EXPECT_THAT(decode(skippable.substr(0, 10)).damage, HasSubstr("cut short"));
}

TEST(ZstdDecoder, LargeWindowsAreRefusedByName) {
  // Frame header of RFC 8878, 3.1.1.1: no single segment, window descriptor exponent 21: 2 GiB.
  const std::string two_gib("\x28\xb5\x2f\xfd\x00\xa8\x01\x00\x00", 9);
  EXPECT_EQ(error_of([&] { decode(two_gib); }),
            "x: the zstd frame at byte 0 asks for a window of 2 GiB, limit 128 MiB; compress it "
            "again without --long or --ultra");
  EXPECT_EQ(error_of([&] { decode(two_gib, 1); }).substr(0, 30), "x: the zstd frame at byte 0 as");
  // The exponent 17 with mantissa 0 is 128 MiB and allowed, mantissa 1 is over it.
  EXPECT_EQ(decode(std::string("\x28\xb5\x2f\xfd\x00\x88\x01\x00\x00", 9)).damage, "");
  EXPECT_THAT(error_of([&] { decode(std::string("\x28\xb5\x2f\xfd\x00\x89\x01\x00\x00", 9)); }),
              HasSubstr("a window of 144 MiB"));
}

TEST(ZstdDecoder, LongWindowsOfTheToolUpToTheLimit) {
  const std::string text = test::numbered_documents(1000);
  EXPECT_EQ(decode(filtered("zstd -qc --long=27", text)).bytes, text);
  EXPECT_THAT(error_of([&] { decode(filtered("zstd -qc --ultra --long=30", text)); }),
              HasSubstr("a window of 1 GiB, limit 128 MiB"));
}

TEST(Decoder, OtherBytesPassUnchanged) {
  EXPECT_EQ(decode("plain").bytes, "plain");
  EXPECT_EQ(decode("").bytes, "");
  EXPECT_EQ(decode("\x1f").bytes, "\x1f");
  EXPECT_EQ(decode("\x28\xb5\x2f").bytes, "\x28\xb5\x2f");
}

}  // namespace
}  // namespace shardsweep::datasets
