#include <gmock/gmock.h>

#include "host/candidates/field_rules.hpp"
#include "host/candidates/omissions.hpp"
#include "tests/host/candidates_support.hpp"

namespace shardsweep::host {
namespace {

using namespace test_candidates;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

FieldProfile field(const std::string& path, bson::Type type = bson::Type::Int64) {
  FieldProfile made;
  made.path = path;
  made.depth = 1 + static_cast<int>(std::count(path.begin(), path.end(), '.'));
  made.types[type] = 100;
  made.present = 100;
  made.distinct_estimate = 50;
  return made;
}

/// One field for each rule that the profile decides.
Profile one_of_each() {
  Profile profile;
  profile.documents = 100;
  profile.bytes = 10'000;
  profile.fields = {field("_id", bson::Type::ObjectId),
                    field("good"),
                    field("tags"),
                    field("version"),
                    field("address", bson::Type::Document),
                    field("address.city", bson::Type::String),
                    field("comment", bson::Type::String),
                    field("a.b.c.d"),
                    field("a.b.c"),
                    field("rare"),
                    field("half"),
                    field("nothing", bson::Type::Null),
                    field("sizes.x1")};
  profile.fields[2].arrays = 3;
  profile.fields[2].first_array_row = 17;
  profile.fields[3].distinct_estimate = 1;
  profile.fields[6].average_string_bytes = 256.5;
  profile.fields[9].missing_or_null_bytes = 5'001;
  profile.fields[10].missing_or_null_bytes = 5'000;
  profile.wide_families["sizes"] = 300;
  return profile;
}

TEST(CandidatesChoose, EveryFieldRuleIsNamedWithAnExample) {
  const FieldChoice choice = choose_fields(one_of_each(), {}, {}, {});
  EXPECT_THAT(choice.paths, ElementsAre("_id", "good", "address.city", "a.b.c", "half"));
  const std::pair<const char*, const char*> rules[] = {
      {"array on the path", "tags (first in row 17)"},
      {"constant", "version"},
      {"sub-document", "address"},
      {"long string", "comment (256 bytes on average)"},
      {"path too deep", "a.b.c.d"},
      {"missing in over half of the bytes", "rare (50.0 %)"},
      {"dynamic names", "sizes.* (300 names)"}};
  for (const auto& [rule, example] : rules) {
    const Omitted* omitted = find_rule(choice.omitted, rule);
    ASSERT_NE(omitted, nullptr) << rule;
    EXPECT_EQ(omitted->example, example);
  }
  EXPECT_EQ(find_rule(choice.omitted, "constant")->count, 2u) << "version and nothing";
}

TEST(CandidatesChoose, StringsOf256BytesAreTaken) {
  Profile profile = one_of_each();
  profile.fields[6].average_string_bytes = 256;
  EXPECT_EQ(find_rule(choose_fields(profile, {}, {}, {}).omitted, "long string"), nullptr);
}

TEST(CandidatesChoose, NullAndOneValueAreTwo) {
  Profile profile = one_of_each();
  profile.fields[3].missing = 1;
  EXPECT_EQ(example_of(choose_fields(profile, {}, {}, {}).omitted, "constant"), "nothing");
}

TEST(CandidatesChoose, KeysPresentKeyAndIndexesAreAlwaysColumns) {
  CandidateOptions options;
  options.keys = {parse_key_pattern("{tags: 1, month: 1}"), parse_key_pattern("{unknown: 1}")};
  options.present_key = parse_key_pattern("{version: 1}");
  options.derive = {"month = month(created)"};
  datasets::CollectionMetadata metadata;
  datasets::IndexSpec index;
  index.key = parse_key_pattern("{comment: 1, address: 'text', '$**': 1}").fields;
  metadata.indexes = {index};
  EXPECT_THAT(choose_fields(one_of_each(), options, {}, metadata).paths,
              ElementsAre("_id", "good", "tags", "version", "address.city", "comment", "a.b.c",
                          "half", "unknown"));
}

TEST(CandidatesChoose, FieldsRestricts) {
  CandidateOptions options;
  options.fields = {"half", "month", "deep.unseen"};
  options.derive = {"month=month(created)"};
  const FieldChoice choice = choose_fields(one_of_each(), options, {}, {});
  EXPECT_THAT(choice.paths, ElementsAre("_id", "half", "deep.unseen"));
  EXPECT_EQ(find_rule(choice.omitted, "not in --fields")->count, 11u) << "not _id";
}

TEST(CandidatesChoose, AllOrdersTakesAllButArrays) {
  CandidateOptions options;
  options.all_orders = true;
  const FieldChoice choice = choose_fields(one_of_each(), options, {}, {});
  EXPECT_EQ(choice.paths.size(), one_of_each().fields.size() - 1);
  EXPECT_EQ(find_rule(choice.omitted, "array on the path")->count, 1u);
}

TEST(CandidatesChoose, PathsBeyondTheLimitAreCountedAndNamed) {
  Profile profile = one_of_each();
  profile.other_paths = 12;
  profile.other_path_examples = {"x.y"};
  const FieldChoice choice = choose_fields(profile, {}, {}, {});
  EXPECT_EQ(find_rule(choice.omitted, "paths beyond --max-paths")->count, 12u);
  EXPECT_EQ(example_of(choice.omitted, "paths beyond --max-paths"), "x.y");
  profile.other_paths_at_least = true;
  EXPECT_NE(find_rule(choose_fields(profile, {}, {}, {}).omitted,
                      "paths beyond --max-paths (at least: what lies below some of them is not "
                      "counted)"),
            nullptr);
  profile.other_paths_error = 0.008;
  EXPECT_NE(find_rule(choose_fields(profile, {}, {}, {}).omitted,
                      "paths beyond --max-paths (about: an estimate with a standard error of 0.8 "
                      "%)"),
            nullptr);
}

TEST(CandidatesChoose, AWideTopLevelIsNoFamily) {
  Profile profile = one_of_each();
  const FieldChoice narrow = choose_fields(profile, {}, {}, {});
  profile.wide_families[""] = 1'000;
  EXPECT_EQ(choose_fields(profile, {}, {}, {}).paths, narrow.paths);
}

TEST(CandidatesChoose, NamesThatTheServerDoesNotTakeAreLeftOut) {
  Profile profile = one_of_each();
  const FieldChoice before = choose_fields(profile, {}, {}, {});
  FieldProfile field = *find_profile(profile, "_id");
  for (const char* path : {"$x", "s.$y"}) {
    field.path = path;
    profile.fields.push_back(field);
  }
  const FieldChoice choice = choose_fields(profile, {}, {}, {});
  EXPECT_EQ(choice.paths, before.paths);
  EXPECT_EQ(find_rule(choice.omitted, "refused by the server")->count, 2u);
  EXPECT_THAT(example_of(choice.omitted, "refused by the server"),
              ::testing::HasSubstr("begins with '$'"));
}

TEST(CandidatesChoose, WithASizeFieldTheColumnsSayWhatIsMissing) {
  ClusterOptions cluster;
  cluster.size_field = "size";
  const FieldChoice choice = choose_fields(one_of_each(), {}, cluster, {});
  EXPECT_THAT(choice.paths, ::testing::Contains("rare"));
  EXPECT_EQ(find_rule(choice.omitted, "missing in over half of the bytes"), nullptr);
}

TEST(Omissions, CountsSaturate) {
  Omissions omissions;
  omissions.add(rule::limit, "{a: 1}", UINT64_MAX);
  omissions.add(rule::limit, "{b: 1}", 5);
  const std::vector<Omitted> list = omissions.take();
  ASSERT_EQ(list.size(), 1u);
  EXPECT_EQ(list[0].count, UINT64_MAX);
  EXPECT_EQ(list[0].example, "{a: 1}");
}

TEST(CandidatesChoose, AnEmptyCollectionHasNothing) {
  EXPECT_THAT(choose_fields({}, {}, {}, {}).paths, IsEmpty());
}

}  // namespace
}  // namespace shardsweep::host
