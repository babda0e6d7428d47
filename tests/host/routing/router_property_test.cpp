#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <set>

#include "datasets/extended_json/write.hpp"
#include "host/error.hpp"
#include "host/routing/compiled_operation.hpp"
#include "host/routing/predicate_bounds.hpp"
#include "host/routing/route.hpp"
#include "host/values/order.hpp"
#include "tests/host/routing/matcher.hpp"
#include "tests/host/routing/naive_router.hpp"

namespace shardsweep::host::routing {
namespace {

using bson::DocumentView;
using bson::Value;
using datasets::OperationKind;
using test::chance;
using test::Filter;
using test::NaiveRouter;
using test::pick;
using test::RandomBits;

constexpr int map_count = 4'000;
constexpr int filters_per_map = 26;
constexpr int documents_per_map = 6;

std::uint64_t first_seed() {
  const char* const text = std::getenv("SHARDSWEEP_TEST_SEED");
  return text != nullptr ? std::strtoull(text, nullptr, 10) : 1;
}

KeyPattern random_key(RandomBits& random) {
  static const std::vector<std::string> keys = {
      "{a: 1}",
      "{a: 'hashed'}",
      "{'n.x': 1}",
      "{n: 1}",
      "{'n.x': 'hashed'}",
      "{a: 1, b: 1}",
      "{a: 1, b: 1, d: 1}",
      "{a: 'hashed', b: 1}",
      "{a: 1, b: 'hashed'}",
      "{a: 1, b: 'hashed', 'n.x': 1}",
      "{'n.x': 'hashed', a: 1, b: 1}",
      "{n: 1, 'n.x': 1}",
      "{b: 1, 'n.x': 1, a: 'hashed'}",
  };
  return parse_key_pattern(keys[pick(random, keys.size())]);
}

KeyValues random_split(RandomBits& random, const KeyPattern& key,
                       const std::vector<Value>& values) {
  KeyValues made;
  for (std::size_t i = 0; i < key.fields.size(); ++i) {
    if (i > 0 && chance(random, 0.3)) break;  // completed with MinKey
    const Value& value = values[pick(random, values.size())];
    if (!key.hashed_at(i)) {
      made.push_back(value);
    } else {
      made.push_back(chance(random, 0.5) ? hash_of(value)
                                         : int64_value(static_cast<std::int64_t>(random())));
    }
  }
  made.resize(key.fields.size(), min_key());
  return made;
}

ChunkMap random_map(RandomBits& random, const std::vector<Value>& values) {
  const KeyPattern key = random_key(random);
  const auto less = [](const KeyValues& a, const KeyValues& b) { return compare_keys(a, b) < 0; };
  std::set<KeyValues, decltype(less)> splits(less);
  splits.insert(KeyValues(key.fields.size(), min_key()));
  splits.insert(KeyValues(key.fields.size(), max_key()));
  for (std::size_t i = pick(random, 12); i > 0; --i)
    splits.insert(random_split(random, key, values));
  const std::size_t shard_count = 1 + pick(random, 5);
  std::vector<std::string> shards;
  for (std::size_t i = 0; i < shard_count; ++i) shards.push_back("s" + std::to_string(i));
  std::vector<Chunk> chunks;
  for (auto split = splits.begin(); std::next(split) != splits.end(); ++split)
    chunks.push_back(
        {*split, *std::next(split), static_cast<std::uint32_t>(pick(random, shard_count)), {}});
  return ChunkMap(key, std::move(chunks), std::move(shards));
}

bool contains(const IntervalList& list, const bson::ValueView& value) {
  return std::ranges::any_of(list, [&](const Interval& interval) {
    const auto low = compare_values(value, interval.low);
    const auto high = compare_values(value, interval.high);
    return (low > 0 || (low == 0 && interval.low_inclusive)) &&
           (high < 0 || (high == 0 && interval.high_inclusive));
  });
}

bool asks(const Target& target, std::uint32_t chunk) {
  return std::ranges::any_of(
      target.chunks, [&](const ChunkRun& run) { return run.first <= chunk && chunk <= run.last; });
}

std::vector<std::uint32_t> list_of(const Target& target) {
  std::vector<std::uint32_t> list;
  for (const ChunkRun& run : target.chunks)
    for (std::uint32_t chunk = run.first; chunk <= run.last; ++chunk) list.push_back(chunk);
  return list;
}

std::string json(const std::string& document) {
  return extended_json::to_json({bson::Type::Document, document}, extended_json::Style::relaxed);
}

/// What the cases came across, so that none of it is missed unseen.
struct Tally {
  std::uint64_t filters = 0, matches = 0, full_keys = 0, some_chunks = 0, all_chunks = 0,
                contradictions = 0, refusals = 0, broadcasts = 0;
};

/// One map with its documents and the release in force.
struct Scene {
  RandomBits random;
  RoutingOptions options;
  std::vector<Value> stored, all_values;
  std::vector<std::string> documents;
  std::vector<std::uint32_t> chunk_of_document;
  ChunkMap map;

  explicit Scene(std::uint64_t seed)
      : random(seed),
        options(options_of(static_cast<ServerVersion>(pick(random, 6)))),
        stored(test::stored_values(options.server == ServerVersion::v8_0)),
        all_values(with_absent(stored)),
        map(random_map(random, all_values)) {
    for (int i = 0; i < documents_per_map; ++i) {
      documents.push_back(test::random_document(random, stored));
      chunk_of_document.push_back(test::naive_chunk_of(map, DocumentView(documents.back())));
    }
  }

  static std::vector<Value> with_absent(std::vector<Value> values) {
    for (Value& value : test::absent_values())
      if (value.type != bson::Type::Array) values.push_back(std::move(value));
    return values;
  }
  bool old_null() const { return options.server < ServerVersion::v8_0; }
};

/// The bounds hold exactly the values that the naive router allows.
void check_bounds(Scene& scene, const NaiveRouter& naive, const std::vector<IntervalList>& bounds) {
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    for (int draw = 0; draw < 6; ++draw) {
      Value value = scene.all_values[pick(scene.random, scene.all_values.size())];
      if (scene.map.key().hashed_at(i)) value = hash_of(value);
      ASSERT_EQ(contains(bounds[i], value), naive.allows(i, value))
          << scene.map.key().fields[i].path << " = "
          << extended_json::to_json(value, extended_json::Style::canonical);
    }
  }
}

datasets::Operation random_operation(RandomBits& random, const std::string& filter) {
  constexpr OperationKind kinds[] = {OperationKind::find,   OperationKind::count,
                                     OperationKind::update, OperationKind::replace,
                                     OperationKind::remove, OperationKind::find_and_modify};
  datasets::Operation operation;
  operation.kind = kinds[pick(random, 6)];
  operation.filter.bytes = filter;
  const bool update = operation.kind == OperationKind::update;
  operation.multi = (update || operation.kind == OperationKind::remove) && chance(random, 0.5);
  operation.upsert = (update || operation.kind == OperationKind::replace) && chance(random, 0.3);
  if (chance(random, 0.3)) operation.session = datasets::Session{"s", 1, chance(random, 0.5)};
  return operation;
}

/// Every shard with a matching document gets the operation.
void check_route(Scene& scene, const Filter& filter, const std::string& document, Tally& tally) {
  const datasets::Operation operation = random_operation(scene.random, document);
  try {
    const Route found =
        route(compile_operation(operation, scene.options), scene.map, scene.options);
    ASSERT_TRUE(std::ranges::includes(found.sent_to, found.selected.shards) ||
                found.by_replacement);
    if (found.by_replacement) return;
    if (found.sent_to.size() > found.selected.shards.size()) ++tally.broadcasts;
    for (std::size_t i = 0; i < scene.documents.size(); ++i) {
      if (!test::matches(filter, DocumentView(scene.documents[i]), scene.old_null())) continue;
      const std::uint32_t shard = scene.map.chunks()[scene.chunk_of_document[i]].shard;
      ASSERT_TRUE(std::ranges::binary_search(found.sent_to, shard));
    }
  } catch (const RefusedError& refused) {
    ++tally.refusals;
    ASSERT_TRUE(refused.code == "ShardKeyNotFound" || refused.code == "InvalidOptions")
        << refused.code;
    ASSERT_TRUE(datasets::is_write(operation.kind));
  }
}

void note(const Target& target, const ChunkMap& map, Tally& tally) {
  ++tally.filters;
  if (target.has_full_key) ++tally.full_keys;
  if (target.contradictory) ++tally.contradictions;
  const std::uint64_t chunks = target.chunk_count();
  if (chunks == map.chunks().size()) ++tally.all_chunks;
  if (chunks > 1 && chunks < map.chunks().size()) ++tally.some_chunks;
}

void check_filter(Scene& scene, Tally& tally) {
  const Filter filter = test::random_filter(scene.random, scene.stored);
  const std::string document = test::filter_document(filter, scene.random);
  SCOPED_TRACE(json(document) + " on " + to_text(scene.map.key()) + " under " +
               to_text(scene.options.server));
  datasets::Operation find;
  find.filter.bytes = document;
  const CompiledOperation compiled = compile_operation(find, scene.options);
  const NaiveRouter naive(filter, scene.map.key(), scene.old_null());
  const std::vector<IntervalList> bounds = key_bounds(compiled.filter, scene.map.key());
  check_bounds(scene, naive, bounds);
  const Target target = target_filter(compiled.filter, scene.map);
  ASSERT_EQ(full_key(compiled.filter, scene.map.key()).has_value(), naive.full_key().has_value());
  ASSERT_EQ(list_of(target), naive.chunks(scene.map, bounds));
  for (std::size_t i = 0; i < scene.documents.size(); ++i) {
    if (!test::matches(filter, DocumentView(scene.documents[i]), scene.old_null())) continue;
    ++tally.matches;
    ASSERT_TRUE(asks(target, scene.chunk_of_document[i])) << json(scene.documents[i]);
  }
  note(target, scene.map, tally);
  check_route(scene, filter, document, tally);
}

TEST(RouterProperty, AsksWhereMatchesLieAndAgreesWithTheNaiveRouter) {
  const std::uint64_t seed = first_seed();
  std::cout << "seed " << seed << "\n";
  Tally tally;
  for (int i = 0; i < map_count && !HasFatalFailure(); ++i) {
    Scene scene(seed + static_cast<std::uint64_t>(i));
    SCOPED_TRACE("seed " + std::to_string(seed + static_cast<std::uint64_t>(i)));
    for (int k = 0; k < filters_per_map && !HasFatalFailure(); ++k) check_filter(scene, tally);
  }
  EXPECT_GE(tally.filters, 100'000U);
  EXPECT_GE(tally.matches, 50'000U);
  EXPECT_GE(tally.full_keys, 2'000U);
  EXPECT_GE(tally.some_chunks, 2'000U);
  EXPECT_GE(tally.all_chunks, 5'000U);
  EXPECT_GE(tally.contradictions, 1'000U);
  EXPECT_GE(tally.refusals, 2'000U);
  EXPECT_GE(tally.broadcasts, 2'000U);
}

}  // namespace
}  // namespace shardsweep::host::routing
