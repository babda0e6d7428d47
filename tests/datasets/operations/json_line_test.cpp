#include "datasets/operations/json_line.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "datasets/error.hpp"
#include "datasets/extended_json/write.hpp"

namespace shardsweep::datasets {
namespace {

using testing::HasSubstr;

std::string json(bson::DocumentView document) {
  return extended_json::to_json({bson::Type::Document, document.bytes()},
                                extended_json::Style::relaxed);
}

std::string refusal(const std::string& line) {
  try {
    parse_operation(line);
  } catch (const DataError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(OperationLine, ReadsAFind) {
  const Operation find = parse_operation(
      R"({"op": "find", "ns": "shop.orders", "filter": {"customer": 7}, "sort": {"ts": -1},
          "limit": 20, "skip": 5, "ts": {"$date": "2024-03-01T10:00:00Z"}, "weight": 2.5,
          "durationMillis": 3, "keysExamined": 40, "docsExamined": 25, "nreturned": 20,
          "planSummary": "IXSCAN { customer: 1 }", "collation": {"locale": "de"},
          "let": {"x": 1}, "host": "a:27017"})");
  EXPECT_EQ(find.kind, OperationKind::find);
  EXPECT_EQ(find.ns, "shop.orders");
  EXPECT_EQ(json(find.filter.view()), R"({"customer":7})");
  EXPECT_EQ(json(find.sort.view()), R"({"ts":-1})");
  EXPECT_EQ(find.limit, 20);
  EXPECT_EQ(find.skip, 5);
  EXPECT_EQ(find.time_ms, 1709287200000);
  EXPECT_EQ(find.weight, 2.5);
  EXPECT_EQ(find.duration_ms, 3);
  EXPECT_EQ(find.keys_examined, 40);
  EXPECT_EQ(find.documents_examined, 25);
  EXPECT_EQ(find.returned, 20);
  EXPECT_EQ(find.plan_summary, "IXSCAN { customer: 1 }");
  EXPECT_EQ(json(find.collation.view()), R"({"locale":"de"})");
  EXPECT_EQ(json(find.let.view()), R"({"x":1})");
  EXPECT_EQ(find.source.host, "a:27017");
  EXPECT_EQ(find.source.format, "jsonl");
  EXPECT_FALSE(find.session.has_value());
}

TEST(OperationLine, KnowsEveryKindByName) {
  for (const std::string name :
       {"find", "aggregate", "count", "distinct", "update", "replace", "delete", "findAndModify"}) {
    const Operation operation = parse_operation("{\"op\": \"" + name + "\"}");
    EXPECT_EQ(to_text(operation.kind), name);
    EXPECT_FALSE(operation.filter.given());
    EXPECT_EQ(json(operation.filter.view()), "{}");
  }
  const Operation insert = parse_operation(R"({"op": "insert", "document": {"a": 1}})");
  EXPECT_EQ(insert.kind, OperationKind::insert);
  EXPECT_EQ(json(insert.document.view()), R"({"a":1})");
}

TEST(OperationLine, ReadsWrites) {
  const Operation update = parse_operation(
      R"({"op": "update", "filter": {"a": 1}, "update": [{"$set": {"b": 2}}], "multi": true,
          "upsert": true})");
  EXPECT_TRUE(update.multi);
  EXPECT_TRUE(update.upsert);
  EXPECT_EQ(update.update.type, bson::Type::Array);
  const Operation replace =
      parse_operation(R"({"op": "replace", "filter": {}, "document": {"a": 2}})");
  EXPECT_EQ(replace.update.type, bson::Type::Document);
  EXPECT_FALSE(replace.document.given());
  EXPECT_TRUE(parse_operation(R"({"op": "findAndModify", "filter": {}})").remove);
  EXPECT_FALSE(parse_operation(R"({"op": "findAndModify", "update": {"$set": {"a": 1}}})").remove);
}

TEST(OperationLine, TellsTransactionsFromRetryableWrites) {
  const std::string session = R"("lsid": {"id": {"$uuid": "00000000-0000-4000-8000-000000000001"}},
                                 "txnNumber": 4)";
  const Operation retryable = parse_operation("{\"op\": \"delete\", " + session + "}");
  ASSERT_TRUE(retryable.session.has_value());
  EXPECT_EQ(retryable.session->transaction_number, 4);
  EXPECT_FALSE(retryable.session->multi_statement);
  const Operation statement =
      parse_operation("{\"op\": \"find\", " + session + ", \"autocommit\": false}");
  EXPECT_TRUE(statement.session->multi_statement);
  EXPECT_EQ(statement.session->id, retryable.session->id);
  const Operation plain = parse_operation(R"({"op": "find", "lsid": {"id": 1}})");
  ASSERT_TRUE(plain.session.has_value());
  EXPECT_FALSE(plain.session->transaction_number.has_value());
  EXPECT_FALSE(plain.session->multi_statement);
}

TEST(OperationLine, TakesTheFirstOfANameGivenTwice) {
  EXPECT_EQ(parse_operation(R"({"op": "find", "limit": 1, "limit": 2})").limit, 1);
}

TEST(OperationLine, NamesTheFieldThatIsWrong) {
  EXPECT_EQ(refusal("{}"), "field op is missing; name the operation, as in {\"op\": \"find\"}");
  EXPECT_EQ(refusal(R"({"op": "fnd"})"),
            "field op: \"fnd\" is not one of find, aggregate, count, distinct, insert, update, "
            "replace, delete, findAndModify");
  EXPECT_EQ(refusal(R"({"op": "find", "filter": [1]})"), "field filter: [1] is not an object");
  EXPECT_EQ(refusal(R"({"op": "find", "weight": 0})"), "field weight: 0 is not a number over 0");
  EXPECT_EQ(refusal(R"({"op": "find", "weight": {"$numberDouble": "NaN"}})"),
            "field weight: {\"$numberDouble\":\"NaN\"} is not a number over 0");
  EXPECT_EQ(refusal(R"({"op": "find", "limit": -1})"),
            "field limit: -1 is not a whole number of at least 0");
  EXPECT_EQ(refusal(R"({"op": "find", "ts": "now"})"),
            "field ts: \"now\" is not a date or whole milliseconds since 1970");
  EXPECT_EQ(refusal(R"({"op": "update", "multi": 1})"), "field multi: 1 is not true or false");
  EXPECT_EQ(refusal(R"({"op": "update", "update": 1})"),
            "field update: 1 is not an object or a pipeline");
  EXPECT_EQ(refusal(R"({"op": "aggregate", "pipeline": [1]})"),
            "field pipeline: [1] is not an array of stages");
  EXPECT_THAT(refusal(R"({"op": "find", "fil\u0007ter": {}})"),
              HasSubstr("field 'fil\\x07ter' is not known; the fields are op, filter, "));
  EXPECT_THAT(refusal("{\"op\": \"find\""), HasSubstr("at byte"));
  EXPECT_THAT(refusal("[1]"), HasSubstr("at byte"));
}

TEST(OperationLine, RefusesFieldsOfOtherKinds) {
  EXPECT_EQ(refusal(R"({"op": "insert"})"),
            "field document is missing: an insert needs the document");
  EXPECT_EQ(refusal(R"({"op": "insert", "document": {}, "filter": {}})"),
            "field filter: not for op insert; an insert has a document");
  EXPECT_EQ(refusal(R"({"op": "find", "pipeline": []})"),
            "field pipeline: not for op find; only aggregate has one");
  EXPECT_EQ(refusal(R"({"op": "delete", "update": {}})"),
            "field update: not for op delete; update, replace and findAndModify have one");
  EXPECT_EQ(refusal(R"({"op": "find", "document": {}})"),
            "field document: not for op find; insert and replace have one");
  EXPECT_EQ(refusal(R"({"op": "delete", "upsert": true})"),
            "field upsert: not for op delete; nothing is inserted by it");
  EXPECT_EQ(refusal(R"({"op": "findAndModify", "multi": true})"),
            "field multi: not for op findAndModify; update and delete have it");
  EXPECT_EQ(refusal(R"({"op": "delete", "remove": true})"),
            "field remove: not for op delete; only findAndModify has it");
  EXPECT_EQ(refusal(R"({"op": "replace", "update": {}, "document": {}})"),
            "fields document and update: a replace has one of them");
}

}  // namespace
}  // namespace shardsweep::datasets
