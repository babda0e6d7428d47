// What the columns say of which fields generated keys may use, and where.
#include <gmock/gmock.h>

#include <optional>

#include "tests/host/candidates_support.hpp"

namespace shardsweep::host {
namespace {

using namespace test_candidates;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// `values` without the first `count`.
std::vector<std::optional<std::int64_t>> without(const std::vector<std::int64_t>& values,
                                                 std::size_t count) {
  std::vector<std::optional<std::int64_t>> made(values.begin(), values.end());
  std::fill_n(made.begin(), count, std::nullopt);
  return made;
}

// By the column, whatever the profile says: derived fields and paths beyond --max-paths have none.
TEST(CandidatesFields, MissingInTooManyIsLaterOnly) {
  const auto made = [](std::size_t missing) {
    test::MemoryTable table;
    table.add_optional("region", without(drawn(2'000, 40, 1), missing));
    table.add("user", drawn(2'000, 300, 2));
    return table;
  };
  test::MemoryTable sparse = made(251);  // over 1/(2N) with N = 4
  for (const bool profiled : {true, false}) {
    const Profile profile = profiled ? profile_of(sparse) : Profile{};
    const CandidateSet set = Generation{}.run(sparse, profile);
    EXPECT_THAT(texts(set), ElementsAre("{user: 1}", "{user: 1, region: 1}"));
    EXPECT_EQ(example_of(set.omitted, "missing in too many bytes for the first place"), "region");
  }
  test::MemoryTable enough = made(250);
  EXPECT_THAT(texts(Generation{}.run(enough)), Contains("{region: 1}"));
  test::MemoryTable half = made(1'001);
  const CandidateSet set = Generation{}.run(half, Profile{});
  EXPECT_THAT(texts(set), ElementsAre("{user: 1}"));
  EXPECT_EQ(example_of(set.omitted, "missing in over half of the bytes"), "region (50.0 %)");
}

// The share is of bytes as they are judged: those of --size-field.
TEST(CandidatesFields, MissingIsMeasuredInTheSizesOfTheTable) {
  test::MemoryTable table;
  std::vector<std::uint32_t> sizes(2'000, 10);
  std::fill_n(sizes.begin(), 100, 1'000);
  table.set_sizes(sizes);
  table.add_optional("region",
                     without(drawn(2'000, 40, 1), 100));  // 5 % of documents, 84 % of bytes
  table.add("user", drawn(2'000, 300, 2));
  Generation generation;
  generation.cluster.size_field = "size";
  const CandidateSet set = generation.run(table);
  EXPECT_THAT(texts(set), ElementsAre("{user: 1}"));
  EXPECT_EQ(example_of(set.omitted, "missing in over half of the bytes"), "region (84.0 %)");
}

TEST(CandidatesFields, TheIdIsNoExceptionInCompoundKeys) {
  test::MemoryTable table;
  table.add_text("_id", [] {
    std::vector<std::string> ids;
    for (const std::int64_t n : drawn(2'000, 400, 5)) ids.push_back("id" + std::to_string(n));
    return ids;
  }());
  table.add("user", drawn(2'000, 300, 2));
  Profile profile = profile_of(table);
  EXPECT_THAT(texts(Generation{}.run(table, profile)), Contains("{user: 1, _id: 1}"));
  profile.fields[0].average_string_bytes = 300;
  EXPECT_THAT(texts(Generation{}.run(table, profile)),
              ElementsAre("{_id: 1}", "{_id: \"hashed\"}", "{user: 1}"));
}

TEST(CandidatesFields, TheHashedFieldOfEveryKeyIsKnownToRiseOrNot) {
  test::MemoryTable table;
  table.add("_id", rising(2'000));
  table.add("falling", [] {
    std::vector<std::int64_t> falls = rising(2'000);
    std::reverse(falls.begin(), falls.end());
    return falls;
  }());
  table.add("user", drawn(2'000, 1'500, 2));
  Generation generation;
  generation.options.keys = {parse_key_pattern("{falling: 'hashed'}")};
  std::size_t hashed = 0;
  for (const Candidate& candidate : generation.run(table).candidates) {
    const int position = candidate.key.hashed_position();
    const bool expected =
        position >= 0 && candidate.key.fields[static_cast<std::size_t>(position)].path != "user";
    EXPECT_EQ(candidate.hashed_rises, expected) << to_text(candidate.key);
    hashed += position >= 0;
  }
  EXPECT_GE(hashed, 3);
}

TEST(CandidatesFields, MissingFieldsAreNotGeneratedFor42) {
  test::MemoryTable table;
  table.add("region", drawn(2'000, 40, 1)).missing = 1;
  table.add("user", drawn(2'000, 300, 2));
  Generation generation;
  generation.cluster.server = ServerVersion::v4_2;
  const CandidateSet set = generation.run(table);
  EXPECT_THAT(texts(set), ElementsAre("{user: 1}"));
  EXPECT_THAT(example_of(set.omitted, "refused by the server"),
              HasSubstr("1 document lacks region"));
}

}  // namespace
}  // namespace shardsweep::host
