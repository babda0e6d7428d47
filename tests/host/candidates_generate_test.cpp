#include "host/candidates/generate.hpp"

#include <gmock/gmock.h>

#include <set>

#include "host/error.hpp"
#include "tests/host/candidates_support.hpp"

namespace shardsweep::host {
namespace {

using namespace test_candidates;
using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::IsSupersetOf;
using ::testing::Not;
using ::testing::SizeIs;
using ::testing::StartsWith;

/// The shape of the benchmark collection: twelve fields, five of them unique or nearly so.
test::MemoryTable twelve_fields(std::size_t rows) {
  test::MemoryTable table;
  table.add("user_id", drawn(rows, static_cast<std::int64_t>(rows) / 4, 1));
  table.add("device_id", drawn(rows, static_cast<std::int64_t>(rows) / 20, 2));
  table.add("country", drawn(rows, 195, 3));
  table.add("status", drawn(rows, 5, 4));
  table.add("created_at", rising(rows));
  table.add("order_id", rising(rows));
  table.add("uuid", shuffled(rows, 5));
  table.add("email", shuffled(rows, 6));
  table.add("month", rising(rows, static_cast<std::int64_t>(rows) / 24));
  table.add("hostname", drawn(rows, 500, 7));
  table.add("score", drawn(rows, static_cast<std::int64_t>(rows) / 2, 8));
  table.add("session_id", shuffled(rows, 9));
  return table;
}

TEST(CandidatesGenerate, TwelveFieldsGiveAtLeastAHundred) {
  for (const std::size_t rows : {2'000u, 20'000u}) {
    test::MemoryTable table = twelve_fields(rows);
    const CandidateSet set = Generation{}.run(table);
    EXPECT_GE(set.candidates.size(), 100u) << rows;
    EXPECT_LE(set.candidates.size(), 500u) << rows;
    const std::vector<std::string> keys = texts(set);
    EXPECT_EQ(std::set<std::string>(keys.begin(), keys.end()).size(), keys.size());
    ASSERT_NE(find_rule(set.omitted, "fine-enough and pay tests lifted"), nullptr);
    EXPECT_EQ(texts(Generation{}.run(table)), keys) << "must not differ between runs";
    EXPECT_THAT(keys, Contains("{country: 1, user_id: 1}"));
    EXPECT_THAT(keys, Not(Contains("{status: 1}"))) << "fewer than 2N values are never alone";
    EXPECT_THAT(keys, Not(Contains(HasSubstr(", status: 1}")))) << "nor last";
    EXPECT_THAT(keys, Not(Contains(HasSubstr("status: \"hashed\""))));
    EXPECT_THAT(keys, Not(Contains(StartsWith("{order_id: 1,")))) << "unique prefixes stay alone";
    EXPECT_NE(find_rule(set.omitted, "unique prefix"), nullptr);
    EXPECT_EQ(example_of(set.omitted, "fewer than 2N values"), "{status: 1}");
  }
}

TEST(CandidatesGenerate, EveryKeyIsOneTheServerTakes) {
  test::MemoryTable table = twelve_fields(2'000);
  Generation generation;
  for (const ServerVersion server : {ServerVersion::v4_2, ServerVersion::v8_0}) {
    generation.cluster.server = server;
    for (const Candidate& candidate : generation.run(table).candidates) {
      EXPECT_THAT(check_key(candidate.key, generation.cluster, {}, table), IsEmpty());
      EXPECT_LE(candidate.key.fields.size(), 3u);
      const int hashed = candidate.key.hashed_position();
      const int last = static_cast<int>(candidate.key.fields.size()) - 1;
      EXPECT_TRUE(hashed <= 0 || hashed == last) << to_text(candidate.key);
    }
  }
}

TEST(CandidatesGenerate, AlwaysShownComeFirstAndStay) {
  test::MemoryTable table;
  table.add("_id", rising(1'000));
  table.add("flag", drawn(1'000, 2, 1));
  table.add("city", drawn(1'000, 50, 2));
  table.add("tags", drawn(1'000, 9, 3)).arrays = 1;
  Generation generation;
  generation.options.max_candidates = 1;
  generation.options.present_key = parse_key_pattern("{city: 1}");
  generation.options.keys = {parse_key_pattern("{flag: 1}"), parse_key_pattern("{city: 1.0}"),
                             parse_key_pattern("{flag: -1}"), parse_key_pattern("{tags: 1}")};
  datasets::IndexSpec index;
  index.name = "city_-1__id_1";
  index.key = parse_key_pattern("{city: -1, _id: 1}").fields;
  datasets::IndexSpec multikey;
  multikey.name = "tags_1";
  multikey.key = parse_key_pattern("{tags: 1}").fields;
  datasets::IndexSpec text;
  text.name = "city_text";
  text.key = parse_key_pattern("{city: 'text'}").fields;
  generation.metadata.indexes = {index, multikey, text};
  const CandidateSet set = generation.run(table);
  EXPECT_THAT(texts(set), ElementsAre("{_id: 1}", "{_id: \"hashed\"}", "{city: 1}",
                                      "{city: 1, _id: 1}", "{flag: 1}"));
  EXPECT_EQ(set.candidates[2].origin, "present");
  EXPECT_EQ(set.candidates[3].origin, "index");
  EXPECT_EQ(set.candidates[4].origin, "--key");
  ASSERT_THAT(set.refused, SizeIs(2));
  EXPECT_EQ(set.refused[0].code, "BadValue");
  EXPECT_EQ(set.refused[1].code, "ShardKeyNotFound");
  EXPECT_EQ(example_of(set.omitted, "multikey index"), "tags_1");
  EXPECT_EQ(example_of(set.omitted, "index type"), "city_text");
}

TEST(CandidatesGenerate, WithoutRoomNothingIsEvaluated) {
  struct Refuses : kernels::Executor {
    std::string_view name() const noexcept override { return "refuses"; }
    void execute(const kernels::Plan&, const kernels::Columns&, const kernels::Sink&,
                 const kernels::ExecuteOptions&) override {
      ADD_FAILURE() << "must not run";
    }
    std::uint64_t estimate_bytes(const kernels::Plan&, std::uint32_t) const override { return 0; }
  } executor;
  test::MemoryTable table = twelve_fields(2'000);
  CandidateOptions options;
  options.max_candidates = 2;
  options.keys = {parse_key_pattern("{country: 1, user_id: 1}"),
                  parse_key_pattern("{hostname: 1, score: 1}")};
  const CandidateSet set = generate_candidates(profile_of(table), table, options, {}, {}, executor);
  EXPECT_THAT(texts(set), ElementsAre("{country: 1, user_id: 1}", "{hostname: 1, score: 1}"));
}

TEST(CandidatesGenerate, UnknownFieldOfAKeyIsNamed) {
  test::MemoryTable table = twelve_fields(100);
  Generation generation;
  generation.options.keys = {parse_key_pattern("{no_such: 1}")};
  try {
    generation.run(table);
    FAIL() << "an unknown field was accepted";
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr("no_such"), HasSubstr("--derive")));
  }
}

// A collection whose values are too heavy for its ranges is extended by what lowers them most.
TEST(CandidatesGenerate, CoarsePrefixesAreExtendedByTheBestFields) {
  test::MemoryTable table;
  const std::size_t rows = 10'000;
  table.add("_id", rising(rows));
  table.add("country", drawn(rows, 20, 1));
  table.add("city", drawn(rows, 400, 2));
  table.add("user", drawn(rows, 3'000, 3));
  Generation generation;
  generation.cluster.total_docs = 1'000'000'000;
  generation.cluster.total_bytes = 400ull << 30;
  generation.options.max_candidates = 12;
  const std::vector<std::string> keys = texts(generation.run(table));
  EXPECT_THAT(keys,
              ElementsAre("{_id: 1}", "{_id: \"hashed\"}", "{country: 1}", "{city: 1}", "{user: 1}",
                          "{city: \"hashed\"}", "{user: \"hashed\"}", "{country: 1, _id: 1}",
                          "{country: 1, _id: \"hashed\"}", "{city: 1, _id: 1}",
                          "{city: 1, _id: \"hashed\"}", "{user: 1, _id: 1}"));
}

TEST(CandidatesGenerate, FineEnoughPrefixesAreNotExtendedBeyondAHundred) {
  test::MemoryTable table = twelve_fields(2'000);
  const CandidateSet set = Generation{}.run(table);
  const Omitted* fine = find_rule(set.omitted, "fine-enough prefix");
  ASSERT_NE(fine, nullptr);
  EXPECT_GT(fine->count, 0u);
  EXPECT_EQ(set.candidates.size(), 100u);
}

TEST(CandidatesGenerate, AFieldThatFollowsAddsNothing) {
  test::MemoryTable table;
  const std::vector<std::int64_t> city = drawn(5'000, 700, 1);
  std::vector<std::int64_t> country = city;
  for (std::int64_t& value : country) value = value * 7919 % 31;
  table.add("city", city);
  table.add("country", country);
  const CandidateSet set = Generation{}.run(table);
  EXPECT_THAT(texts(set), Not(Contains("{city: 1, country: 1}")));
  EXPECT_THAT(texts(set), Contains("{country: 1, city: 1}"));
  EXPECT_EQ(example_of(set.omitted, "same order"),
            "{city: 1, country: 1}: country follows from the fields before it");
}

// {month(ts), ts} sorts as {ts} does.
TEST(CandidatesGenerate, SameOrderIsOneEntry) {
  test::MemoryTable table;
  table.add("ts", rising(3'000));
  table.add("author", drawn(3'000, 100, 1));
  FieldColumn& month = table.add("month", rising(3'000, 125));
  month.derived_from = "month(ts)";
  Generation generation;
  generation.options.derive = {"month=month(ts)"};
  const CandidateSet set = generation.run(table);
  EXPECT_THAT(texts(set), Not(Contains("{month: 1, ts: 1}")));
  EXPECT_THAT(texts(set), Contains("{month: 1, author: 1}"));
  EXPECT_THAT(texts(set), Contains("{month: 1, ts: \"hashed\"}")) << "not the order of {ts}";
  EXPECT_EQ(example_of(set.omitted, "same order"), "{month: 1, ts: 1}: month rises with ts");
  generation.options.keys = {parse_key_pattern("{month: 1, ts: 1}")};
  EXPECT_THAT(texts(generation.run(table)), Contains("{month: 1, ts: 1}")) << "asked for";
}

TEST(CandidatesGenerate, HashedPlacesByRule) {
  test::MemoryTable table;
  table.add("price", drawn(4'000, 2'000, 1));
  table.add("user", drawn(4'000, 1'000, 2));
  table.add("ts", rising(4'000));
  table.add("city", drawn(4'000, 100, 3));
  Profile profile = profile_of(table);
  profile.fields[0].fractional_doubles = 17;
  const CandidateSet set = Generation{}.run(table, profile);
  const std::vector<std::string> keys = texts(set);
  EXPECT_THAT(keys, Not(Contains(HasSubstr("price: \"hashed\""))));
  EXPECT_EQ(example_of(set.omitted, "fractional double under hashed"), "{price: \"hashed\"}");
  EXPECT_THAT(keys, Contains("{user: \"hashed\"}"));
  EXPECT_THAT(keys, Not(Contains("{city: \"hashed\"}"))) << "fewer than 100N values";
  EXPECT_EQ(example_of(set.omitted, "fewer than 100N values under hashed"), "{city: \"hashed\"}");
  EXPECT_THAT(keys, Contains("{city: 1, ts: \"hashed\"}")) << "ts rises";
  EXPECT_THAT(keys, Not(Contains("{city: 1, user: \"hashed\"}"))) << "user does not";
  EXPECT_THAT(keys, Contains("{user: \"hashed\", city: 1}"));
  Generation old;
  old.cluster.server = ServerVersion::v4_2;
  for (const Candidate& candidate : old.run(table, profile).candidates)
    EXPECT_TRUE(candidate.key.hashed_position() < 0 || candidate.key.fields.size() == 1);
}

TEST(CandidatesGenerate, FieldsAreRestrictedAndMaxFieldsHolds) {
  test::MemoryTable table = twelve_fields(2'000);
  Generation generation;
  generation.options.fields = {"country", "hostname"};
  EXPECT_THAT(texts(generation.run(table)),
              ElementsAre("{country: 1}", "{hostname: 1}", "{hostname: \"hashed\"}",
                          "{country: 1, hostname: 1}", "{hostname: 1, country: 1}",
                          "{hostname: \"hashed\", country: 1}"));
  generation.options.max_fields = 1;
  EXPECT_THAT(texts(generation.run(table)),
              ElementsAre("{country: 1}", "{hostname: 1}", "{hostname: \"hashed\"}"));
}

TEST(CandidatesGenerate, AllOrders) {
  test::MemoryTable table;
  table.add("a", drawn(100, 2, 1));
  table.add("b", drawn(100, 1, 2));
  Generation generation;
  generation.options.all_orders = true;
  EXPECT_THAT(texts(generation.run(table)),
              ElementsAre("{a: 1}", "{a: \"hashed\"}", "{b: 1}", "{b: \"hashed\"}", "{a: 1, b: 1}",
                          "{a: \"hashed\", b: 1}", "{a: 1, b: \"hashed\"}", "{b: 1, a: 1}",
                          "{b: \"hashed\", a: 1}", "{b: 1, a: \"hashed\"}"));
  generation.options.max_candidates = 6;
  const CandidateSet cut = generation.run(table);
  EXPECT_THAT(cut.candidates, SizeIs(6));
  EXPECT_EQ(find_rule(cut.omitted, "limit")->count, 4u);
  EXPECT_EQ(example_of(cut.omitted, "limit"), "{a: 1, b: \"hashed\"}");
  generation.options.max_candidates = 500;
  generation.cluster.server = ServerVersion::v4_2;
  EXPECT_THAT(texts(generation.run(table)),
              ElementsAre("{a: 1}", "{a: \"hashed\"}", "{b: 1}", "{b: \"hashed\"}", "{a: 1, b: 1}",
                          "{b: 1, a: 1}"));
}

TEST(CandidatesGenerate, AViewHasNoCandidates) {
  test::MemoryTable table = twelve_fields(100);
  Generation generation;
  generation.metadata.type = "view";
  generation.options.keys = {parse_key_pattern("{country: 1}")};
  const CandidateSet set = generation.run(table);
  EXPECT_THAT(set.candidates, IsEmpty());
  ASSERT_THAT(set.refused, SizeIs(1));
  EXPECT_EQ(set.refused[0].code, "CommandNotSupportedOnView");
}

TEST(CandidatesGenerate, ATimeSeriesDumpGetsKeysOfItsMetaFieldAndTime) {
  test::MemoryTable table;
  table.add("_id", rising(2000));
  table.add("meta", drawn(2000, 40, 1));
  table.add("control.min.ts", rising(2000, 3));
  table.add("control.max.ts", rising(2000, 3));
  Generation generation;
  generation.metadata.type = "timeseries";
  generation.metadata.time_field = "ts";
  const std::vector<std::string> wanted = {"{meta: 1}", R"({"control.min.ts": 1})",
                                           R"({meta: 1, "control.min.ts": 1})"};
  for (const bool all_orders : {false, true}) {
    generation.options.all_orders = all_orders;
    const CandidateSet set = generation.run(table);
    EXPECT_THAT(texts(set), IsSupersetOf(wanted));
    EXPECT_THAT(texts(set), Each(Not(AnyOf(HasSubstr("_id"), HasSubstr("max"),
                                           HasSubstr(R"({"control.min.ts": 1, )"),
                                           HasSubstr(R"("control.min.ts": "hashed")")))));
    ASSERT_THAT(set.refused, SizeIs(2));
    EXPECT_EQ(set.refused[0].code, "5914001");
    EXPECT_NE(find_rule(set.omitted, "refused by the server"), nullptr);
  }
}

TEST(CandidatesGenerate, TinyCollections) {
  for (const std::size_t rows : {0u, 1u, 2u}) {
    test::MemoryTable table;
    table.add("_id", rising(rows));
    table.add("a", rising(rows));
    EXPECT_THAT(texts(Generation{}.run(table)), ElementsAre("{_id: 1}", "{_id: \"hashed\"}"))
        << rows;
  }
}

}  // namespace
}  // namespace shardsweep::host
