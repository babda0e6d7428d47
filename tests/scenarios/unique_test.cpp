// A unique index beside the key (scenario `unique`).
//
// Held here: a unique index stands in the way unless it begins with the key's fields, in order and
// whatever their direction or hashing, or with `_id`; the key is then not advised and the index
// named; that `_id` is no longer unique across shards is said.
//
// Left to operations: nothing. (Collations of unique indexes are tested with the candidates.)
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/scenarios/scenario.hpp"

namespace shardsweep::tests {
namespace {

using testing::HasSubstr;

const std::vector<std::string> keys = {"{user_id: 1}", "{user_id: \"hashed\"}", "{email: 1}",
                                       "{email: \"hashed\"}", "{email: 1, user_id: 1}"};

const std::string not_unique = "_id stays unique inside a shard only";

struct Rule {
  std::vector<std::string> index;
  std::vector<std::string> allowed;  ///< of `keys`
};

const std::vector<Rule> rules = {
    {{"email"}, {"{email: 1}", "{email: \"hashed\"}"}},
    {{"user_id"}, {"{user_id: 1}", "{user_id: \"hashed\"}"}},
    {{"user_id", "email"}, {"{user_id: 1}", "{user_id: \"hashed\"}"}},
    {{"email", "user_id"}, {"{email: 1}", "{email: \"hashed\"}", "{email: 1, user_id: 1}"}},
    {{"_id", "email"}, keys},
};

void expect_rule(const Scenario& scenario, const Rule& rule) {
  std::string name;
  for (const auto& field : rule.index) {
    name += (name.empty() ? "" : "_") + scenario.name(field) + "_1";
  }
  for (const std::string& key : keys) {
    const auto& candidate = scenario.key(key);
    EXPECT_THAT(words(candidate), HasSubstr(not_unique)) << key;
    const std::string text = condition(candidate, "uniqueIndex");
    if (std::ranges::find(rule.allowed, key) != rule.allowed.end()) {
      EXPECT_EQ(text, "") << key << " beside " << name;
      EXPECT_EQ(candidate.klass, "sound") << key << " beside " << name;
    } else {
      EXPECT_THAT(text, HasSubstr("the unique index " + name + " would have to go")) << key;
      EXPECT_EQ(candidate.klass, "notAdvised") << key << " beside " << name;
    }
  }
}

TEST(Unique, AnIndexThatDoesNotBeginWithTheKeyWouldHaveToGo) {
  for (const Variant& variant : variants(10'000, 20'000)) {
    for (const Rule& rule : rules) {
      SCOPED_TRACE(describe(variant));
      Scenario scenario("unique", variant);
      scenario.unique_index(rule.index).keys(keys).run();
      expect_rule(scenario, rule);
    }
  }
}

TEST(Unique, NothingIsSaidOfAnIdThatIsTheKey) {
  for (const Variant& variant : variants(10'000, 20'000)) {
    SCOPED_TRACE(describe(variant));
    Scenario scenario("unique", variant);
    scenario.keys({"{_id: 1, email: 1}"}).run();
    for (const std::string key : {"{_id: 1}", "{_id: \"hashed\"}"}) {
      EXPECT_THAT(words(scenario.key(key)), testing::Not(HasSubstr(not_unique)));
    }
    EXPECT_THAT(words(scenario.key("{_id: 1, email: 1}")), HasSubstr(not_unique));
  }
}

}  // namespace
}  // namespace shardsweep::tests
