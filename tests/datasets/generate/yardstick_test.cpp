// The checksums are those of the collection's first generator (100,000 documents, seed 1).
#include "datasets/generate/yardstick.hpp"

#include <gmock/gmock.h>

#include <bit>

#include "hashing/md5.hpp"
#include "tests/datasets/generate/documents.hpp"

namespace shardsweep::generate::test {
namespace {

constexpr Recipe measured{1, 100'000};

std::string md5_text(std::string_view message) {
  hashing::md5::State state;
  const std::uint64_t blocks = hashing::md5::block_count(message.size());
  for (std::uint64_t block = 0; block < blocks; ++block) {
    std::uint32_t words[16];
    for (std::uint32_t i = 0; i < 16; ++i) {
      words[i] = hashing::md5::padded_word(message.data(), message.size(), block * 64 + i * 4);
    }
    if (block + 1 == blocks) {
      words[14] = static_cast<std::uint32_t>(message.size() * 8);
      words[15] = static_cast<std::uint32_t>(message.size() * 8 >> 32);
    }
    hashing::md5::compress(state, words);
  }
  const std::uint32_t digest[] = {state.a, state.b, state.c, state.d};
  return hex_text({std::bit_cast<std::array<char, 16>>(digest).data(), 16});
}

std::string rendered(const Recipe& recipe, Format format, std::uint64_t first, std::uint64_t last,
                     unsigned threads) {
  std::string out;
  const auto writer = make_writer(*find_preset("yardstick"), recipe, format);
  write_rows(*writer, first, last, threads, [&out](std::string_view piece) { out += piece; });
  return out;
}

TEST(Md5Text, GivesTheDigestsOfRfc1321) {
  EXPECT_EQ(md5_text(""), "d41d8cd98f00b204e9800998ecf8427e");
  EXPECT_EQ(md5_text("message digest"), "f96b697d7cb7938d525a2f31aaf161d0");
  EXPECT_EQ(md5_text("1234567890123456789012345678901234567890123456789012345678901234567890"
                     "1234567890"),
            "57edf4a22be3c955ac49da2e2107b67a");
}

TEST(Yardstick, CsvHasTheKnownChecksum) {
  EXPECT_EQ(md5_text(rendered(measured, Format::csv, 0, measured.documents, 2)),
            "edb0e963b514858295228852e01c87a0");
}

TEST(Yardstick, JsonLinesHaveTheKnownChecksum) {
  EXPECT_EQ(md5_text(rendered(measured, Format::jsonl, 0, measured.documents, 2)),
            "eefa4d9cd7ccd0551638b32451bbb914");
}

TEST(Yardstick, BsonHasTheKnownChecksum) {
  EXPECT_EQ(md5_text(rendered(measured, Format::bson, 0, measured.documents, 1)),
            "5dc9a289bb7fb18d79e0d39b332c1ee0");
}

TEST(Yardstick, CsvNamesTheSizeOfTheBsonDocument) {
  const Recipe recipe{7, 500};
  const Documents documents("yardstick", recipe);
  const std::string csv = rendered(recipe, Format::csv, 0, recipe.documents, 1);
  std::size_t line = csv.find('\n') + 1;
  for (std::size_t row = 0; row < documents.size(); ++row) {
    const std::size_t end = csv.find('\n', line);
    const std::size_t cell = csv.rfind(',', end) + 1;
    EXPECT_EQ(csv.substr(cell, end - cell), std::to_string(documents.document(row).size()));
    line = end + 1;
  }
  EXPECT_EQ(line, csv.size());
}

TEST(Yardstick, RenamedFieldsReachTheOwnTextFormsAndTheSize) {
  const Preset& preset = *find_preset("yardstick");
  const Renames renames{{"user_id", "owner"}, {"score", "a \"quoted\", score"}};
  std::string csv = make_writer(preset, {1, 10}, Format::csv, renames)->header();
  EXPECT_EQ(csv,
            "owner,device_id,country,status,created_at,order_id,uuid,email,month,hostname,"
            "\"a \"\"quoted\"\", score\",session_id,doc_bytes\n");
  csv.clear();
  make_writer(preset, {1, 10}, Format::csv, renames)->append_rows(3, 4, csv);
  std::string bson;
  make_writer(preset, {1, 10}, Format::bson, renames)->append_rows(3, 4, bson);
  EXPECT_THAT(csv, testing::EndsWith("," + std::to_string(bson.size()) + "\n"));
  std::string json;
  make_writer(preset, {1, 10}, Format::jsonl, renames)->append_rows(3, 4, json);
  EXPECT_THAT(json, testing::HasSubstr(",\"owner\":{\"$numberLong\":\""));
  EXPECT_THAT(json, testing::HasSubstr(",\"a \\\"quoted\\\", score\":"));
}

}  // namespace
}  // namespace shardsweep::generate::test
