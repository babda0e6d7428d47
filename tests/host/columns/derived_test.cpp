#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <set>

#include "hashing/mongo_hash.hpp"
#include "host/columns/derived_field.hpp"
#include "host/columns/derived_value.hpp"
#include "host/columns/encode.hpp"
#include "host/error.hpp"
#include "tests/host/columns/naive_columns.hpp"
#include "tests/host/columns/random_documents.hpp"
#include "tests/support/memory_collection.hpp"

namespace shardsweep::host {
namespace {

using testing::HasSubstr;
using Function = DerivedField::Function;

TEST(DerivedField, IsReadWithAllItsFunctions) {
  const DerivedField month = parse_derived_field("month=month(created)");
  EXPECT_EQ(month.name, "month");
  EXPECT_EQ(month.function, Function::month);
  EXPECT_THAT(month.fields, testing::ElementsAre("created"));
  EXPECT_EQ(to_text(month), "month(created)");
  EXPECT_EQ(to_text(parse_derived_field(" p = prefix( a.b , 3 ) ")), "prefix(a.b, 3)");
  EXPECT_EQ(to_text(parse_derived_field("c=concat(a,b.c, d)")), "concat(a, b.c, d)");
  EXPECT_EQ(to_text(parse_derived_field("b=bucket(_id, 16)")), "bucket(_id, 16)");
  for (const char* name : {"year", "day", "hour", "yyyymm"})
    EXPECT_EQ(to_text(parse_derived_field(std::string("x=") + name + "(t)")),
              std::string(name) + "(t)");
}

TEST(DerivedField, MistakesShowTheGrammar) {
  for (const char* text :
       {"", "month", "month(created)", "m=month", "m=month()", "m=month(a, b)", "m=week(a)",
        "=month(a)", "a b=month(c)", "p=prefix(a)", "p=prefix(a, 0)", "p=prefix(a, x)",
        "p=prefix(a, -2)", "b=bucket(a, 1.5)", "m=month(a.)", "m=month(a) trailing", "c=concat()",
        "a.b=month(c)", "m=month(a))x"}) {
    try {
      parse_derived_field(text);
      ADD_FAILURE() << "accepted: " << text;
    } catch (const UsageError& error) {
      EXPECT_THAT(error.what(), HasSubstr("write NAME=FUNCTION(FIELD, ...)")) << text;
      EXPECT_THAT(error.what(), HasSubstr("--derive '" + std::string(text) + "'"));
    }
  }
}

TEST(DerivedValue, CalendarPartsInUtc) {
  // date -u -d @951868799.999: Tue Feb 29 23:59:59 UTC 2000
  const bson::Value leap = test::date_value(951868799999);
  EXPECT_EQ(calendar_part(leap, Function::year).bytes, test::int32_value(2000).bytes);
  EXPECT_EQ(calendar_part(leap, Function::month).bytes, test::int32_value(2).bytes);
  EXPECT_EQ(calendar_part(leap, Function::day).bytes, test::int32_value(29).bytes);
  EXPECT_EQ(calendar_part(leap, Function::hour).bytes, test::int32_value(23).bytes);
  EXPECT_EQ(calendar_part(leap, Function::yyyymm).bytes, test::int32_value(200002).bytes);
  const bson::Value before = test::date_value(-1);  // 1969-12-31T23:59:59.999Z
  EXPECT_EQ(calendar_part(before, Function::yyyymm).bytes, test::int32_value(196912).bytes);
  EXPECT_EQ(calendar_part(before, Function::hour).bytes, test::int32_value(23).bytes);
  const bson::Value id = test::object_id_value(951868799, 1);
  EXPECT_EQ(calendar_part(id, Function::day).bytes, test::int32_value(29).bytes);
  EXPECT_EQ(calendar_part(test::text_value("2000-01-01"), Function::day).type, bson::Type::Null);
  const bson::Value last = test::date_value(INT64_MAX);  // as far as dates go, in year 292278994
  EXPECT_EQ(calendar_part(last, Function::year).bytes, test::int32_value(292278994).bytes);
  EXPECT_EQ(calendar_part(last, Function::yyyymm).bytes, test::int64_value(29227899408).bytes);
}

TEST(DerivedValue, PrefixesCountCodePoints) {
  EXPECT_EQ(text_prefix(test::text_value("a\xc3\xa9z"), 2).bytes,
            test::text_value("a\xc3\xa9").bytes);
  EXPECT_EQ(text_prefix(test::text_value("ab"), 5).bytes, test::text_value("ab").bytes);
  EXPECT_EQ(text_prefix(test::text_value(""), 5).bytes, test::text_value("").bytes);
  EXPECT_EQ(text_prefix(test::int32_value(12), 1).type, bson::Type::Null);
}

TEST(DerivedValue, PlainTexts) {
  const auto text = [](const bson::Value& value) {
    std::string out;
    return append_plain_text(value, out) ? out : "(none)";
  };
  EXPECT_EQ(text(test::text_value("x")), "x");
  EXPECT_EQ(text(test::int64_value(-7)), "-7");
  EXPECT_EQ(text(test::double_value(3)), "3");
  EXPECT_EQ(text(test::double_value(0.1)), "0.1");
  EXPECT_EQ(text(test::double_value(1e300)), "1e+300");
  EXPECT_EQ(text(test::decimal_value("1.20")), "1.20");
  EXPECT_EQ(text(test::date_value(0)), "1970-01-01T00:00:00.000Z");
  EXPECT_EQ(text(test::object_id_value(0x5f000001, 0x0102030405060708)),
            "5f0000010102030405060708");
  EXPECT_EQ(text(test::binary_value(4, "0123456789abcdef")),
            "30313233-3435-3637-3839-616263646566");
  EXPECT_EQ(text(test::binary_value(0, "01")), "(none)");
  EXPECT_EQ(text({}), "(none)");
}

std::unique_ptr<ColumnTable> encode(const std::vector<std::string>& documents,
                                    std::vector<std::string> derive) {
  test::MemoryCollection collection(documents, 50);
  kernels::ThreadPool pool(2);
  datasets::ReadReport report;
  EncodeOptions options;
  options.paths = {"_id"};
  options.derive = std::move(derive);
  options.arrival = "row";
  return encode_columns(collection, options, pool, report);
}

/// The value a derived column must have for a document.
bson::Value naive_derived(const DerivedField& derived, const std::string& document) {
  const bson::Value value = test::look_up(document, derived.fields[0]).value;
  switch (derived.function) {
    case Function::prefix:
      return text_prefix(value, derived.number);
    case Function::bucket:
      return hash_bucket(hashing::hash_value(static_cast<std::uint8_t>(value.type), value.bytes),
                         derived.number);
    case Function::concat: {
      std::string text;
      for (const std::string& field : derived.fields)
        if (!append_plain_text(test::look_up(document, field).value, text)) return {};
      return string_value(text);
    }
    default:
      return calendar_part(value, derived.function);
  }
}

TEST(Derived, ColumnsAgreeWithValuesComputedPerDocument) {
  const std::vector<std::string> derive{"month=month(a)", "h=hour(a)",         "p=prefix(s, 2)",
                                        "b=bucket(a, 5)", "c=concat(d, s, n)", "one=concat(s)"};
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    const char* kinds[] = {"dates", "numbers", "mixed"};
    std::vector<std::string> documents;
    for (int i = 0; i < 400; ++i) {
      std::vector<std::pair<std::string, bson::Value>> fields{{"_id", test::int32_value(i)}};
      if (random() % 8 != 0)
        fields.emplace_back("a", test::random_value_of(kinds[seed % 3], random, 20));
      if (random() % 8 != 0)
        fields.emplace_back("d",
                            test::random_value_of(i % 2 ? "binary numbers" : "ids", random, 20));
      if (random() % 8 != 0) fields.emplace_back("s", test::random_value_of("strings", random, 9));
      fields.emplace_back("n", test::int32_value(static_cast<int>(random() % 3)));
      documents.push_back(test::document_of(fields));
    }
    const auto table = encode(documents, derive);
    ASSERT_EQ(table->fields().size(), 1 + derive.size());
    for (const std::string& text : derive) {
      const DerivedField derived = parse_derived_field(text);
      const FieldColumn& column = *table->find(derived.name);
      EXPECT_EQ(column.derived_from, to_text(derived));
      std::set<bson::Value, test::ValueLess> distinct;
      std::uint64_t nulls = 0;
      for (std::size_t row = 0; row < documents.size(); ++row) {
        const bson::Value expected = naive_derived(derived, documents[row]);
        const bson::ValueView actual = column.dictionary->value(column.ranks[row]);
        ASSERT_EQ(actual.type, expected.type) << text << " row " << row;
        ASSERT_EQ(actual.bytes, expected.bytes) << text << " row " << row;
        distinct.insert(expected);
        nulls += expected.type == bson::Type::Null ? 1 : 0;
      }
      EXPECT_EQ(column.distinct, distinct.size());
      EXPECT_EQ(column.missing + column.nulls, nulls) << text;
    }
  }
}

TEST(Derived, NamesMustBeNew) {
  EXPECT_THROW(encode({}, {"_id=month(a)"}), UsageError);
  EXPECT_THROW(encode({}, {"m=month(a)", "m=year(a)"}), UsageError);
}

}  // namespace
}  // namespace shardsweep::host
