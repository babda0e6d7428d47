#include "hashing/mongo_hash.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstring>
#include <string>

namespace shardsweep::hashing {
namespace {

using namespace std::string_literals;

template <class T>
std::string raw(T value) {
  std::string bytes(sizeof value, '\0');
  std::memcpy(bytes.data(), &value, sizeof value);
  return bytes;
}

std::string text(const std::string& value) {
  return raw(static_cast<std::int32_t>(value.size() + 1)) + value + "\0"s;
}

/// A document of elements that are already encoded.
std::string document(const std::string& elements) {
  return raw(static_cast<std::int32_t>(elements.size() + 5)) + elements + "\0"s;
}

std::string element(int type, const std::string& name, const std::string& value) {
  return std::string(1, static_cast<char>(type)) + name + "\0"s + value;
}

std::string feed(std::uint8_t type, const std::string& bytes) {
  std::string out;
  append_feed(type, bytes, out);
  return out;
}

// Values of MongoDB src/mongo/db/hasher_test.cpp.
TEST(MongoHash, GivesTheServersHashesOfScalars) {
  EXPECT_EQ(hash_value(0x10, raw<std::int32_t>(42)), -944302157085130861);
  EXPECT_EQ(hash_value(0x12, raw<std::int64_t>(42)), -944302157085130861);
  EXPECT_EQ(hash_value(0x01, raw(42.123)), -944302157085130861);
  EXPECT_EQ(hash_value(0x01, raw(std::bit_cast<double>(0x7ff4000000000000))), 4854801880128277513);
  EXPECT_EQ(hash_value(0x0a, ""), 2338878944348059895);
  EXPECT_EQ(hash_value(0x06, ""), 40158834000849533);
  EXPECT_EQ(hash_value(0xff, ""), 7961148599568647290);
  EXPECT_EQ(hash_value(0x08, "\1"), 6405873908747105701);
  EXPECT_EQ(hash_value(0x02, text("abc")), 8478485326885698097);
}

TEST(MongoHash, GivesTheServersHashesOfNestedValues) {
  EXPECT_EQ(hash_value(0x03, document("")), 7980500913326740417);
  const std::string two = element(2, "a", text("abc")) + element(0x10, "b", raw<std::int32_t>(123));
  EXPECT_EQ(hash_value(0x03, document(two)), 4771603801758380216);
  const std::string scope = document(element(8, "c", "\1"));
  const std::string code = text("func f() { return 1; }");
  const std::string value =
      raw(static_cast<std::int32_t>(4 + code.size() + scope.size())) + code + scope;
  EXPECT_EQ(hash_value(0x0f, value), 501342939894575968);
}

TEST(MongoHash, TakesASeed) {
  EXPECT_EQ(hash_value(0x10, raw<std::int32_t>(42), 40513), 4302929669663179197);
  EXPECT_NE(hash_value(0x10, raw<std::int32_t>(4), 1), hash_value(0x10, raw<std::int32_t>(4), 0));
}

// Older and newer hasher_test.cpp differ in the timestamp alone.
TEST(MongoHash, KnowsTheTimestampOfOldServers) {
  const std::string zero(8, '\0');
  EXPECT_EQ(hash_value_before_3_0(0x11, zero), -1178696894582842035);
  EXPECT_NE(hash_value(0x11, zero), -1178696894582842035);
  const std::string nested = document(element(0x11, "t", zero));
  EXPECT_NE(hash_value_before_3_0(0x03, nested), hash_value(0x03, nested));
  EXPECT_EQ(hash_value_before_3_0(0x02, text("abc")), hash_value(0x02, text("abc")));
}

TEST(Feed, SquashesNumbersAtEveryLevel) {
  const auto in = [](const std::string& number_element) {
    return document(element(4, "x", document(number_element)));
  };
  EXPECT_EQ(feed(3, in(element(1, "0", raw(3.9)))),
            feed(3, in(element(0x10, "0", raw<std::int32_t>(3)))));
  EXPECT_EQ(feed(3, in(element(0x12, "0", raw<std::int64_t>(3)))),
            feed(3, in(element(0x10, "0", raw<std::int32_t>(3)))));
  const std::string decimal = raw<std::uint64_t>(31) + raw<std::uint64_t>(0x303e000000000000);
  EXPECT_EQ(feed(3, in(element(0x13, "0", decimal))),
            feed(3, in(element(0x10, "0", raw<std::int32_t>(3)))));
}

TEST(Feed, KeepsEveryOtherValueAsStored) {
  EXPECT_EQ(feed(7, "abcdefghijkl"), raw(35) + "abcdefghijkl");
  EXPECT_EQ(feed(5, "\2\0\0\0\4xy"s), raw(30) + "\2\0\0\0\4xy"s);
  EXPECT_EQ(feed(0x0b, "p\0i\0"s), raw(50) + "p\0i\0"s);
  EXPECT_EQ(feed(0x0c, text("ns") + "abcdefghijkl"), raw(55) + text("ns") + "abcdefghijkl");
  EXPECT_EQ(feed(0x0e, text("s")), raw(15) + text("s"));
  EXPECT_EQ(feed(0x0d, text("f")), raw(60) + text("f"));
  EXPECT_EQ(feed(0x7f, ""), raw(127));
}

TEST(Feed, ContinuesBehindEveryKindOfElement) {
  const std::string code_scope = raw<std::int32_t>(4 + 6 + 5) + text("f") + document("");
  const std::string all = element(0x0b, "r", "a\0i\0"s) + element(5, "b", "\1\0\0\0\0z"s) +
                          element(0x0f, "w", code_scope) +
                          element(0x0c, "p", text("n") + "abcdefghijkl") +
                          element(0x13, "d", std::string(16, '\0')) + element(0xff, "m", "") +
                          element(9, "t", std::string(8, '\1')) + element(3, "e", document(""));
  const std::string expected = raw(20) + raw(50) + "r\0a\0i\0"s + raw(30) + "b\0\1\0\0\0\0z"s +
                               raw(65) + "w\0f\0"s + raw(0) + raw(55) + "p\0"s + text("n") +
                               "abcdefghijkl" + raw(10) + "d\0"s + std::string(8, '\0') + raw(-1) +
                               "m\0"s + raw(45) + "t\0"s + std::string(8, '\1') + raw(20) + "e\0"s +
                               raw(0) + raw(0);
  EXPECT_EQ(feed(3, document(all)), expected);
}

TEST(Feed, NestsDeeperThanAnyStack) {
  constexpr int levels = 20000;
  std::string front, back(levels, '\0');
  for (int i = 0; i < levels; ++i) {
    const std::string head = i + 1 < levels ? "\3a\0"s : ""s;
    front += raw(static_cast<std::int32_t>(5 + (levels - 1 - i) * 8)) + head;
  }
  const std::string fed = feed(3, front + back);
  EXPECT_EQ(fed.size(), 4u + (levels - 1) * 6u + levels * 4u);
}

TEST(CanonicalNumber, OrdersTheTypes) {
  EXPECT_EQ(canonical_number(0xff), -1);
  EXPECT_EQ(canonical_number(0x0a), 5);
  EXPECT_EQ(canonical_number(0x13), 10);
  EXPECT_EQ(canonical_number(0x0e), canonical_number(0x02));
  EXPECT_EQ(canonical_number(0x11), 47);
  EXPECT_EQ(canonical_number(0x7f), 127);
}

}  // namespace
}  // namespace shardsweep::hashing
