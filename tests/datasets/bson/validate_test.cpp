#include "datasets/bson/validate.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "datasets/bson/builder.hpp"
#include "tests/datasets/bson/documents.hpp"

namespace shardsweep::bson {
namespace {

using testing::document_of;
using testing::element_of;
using testing::from_hex;
using testing::nested;
using testing::number_bytes;
using testing::string_of;

void expect_defect(const std::string& document, const std::string& what, std::size_t offset,
                   const std::string& path) {
  const auto defect = validate(document);
  ASSERT_TRUE(defect) << testing::to_hex(document);
  EXPECT_EQ(defect->what, what);
  EXPECT_EQ(defect->offset, offset);
  EXPECT_EQ(defect->path, path);
}

std::string with(Type type, std::string_view value) {
  return document_of(element_of(type, "f", value));
}

TEST(Validate, AcceptsTheEmptyDocument) {
  EXPECT_FALSE(validate(from_hex("05000000 00")));
}

TEST(Validate, ChecksTheEnvelope) {
  expect_defect("", "a document takes at least 5 bytes, there are 0", 0, "");
  expect_defect(from_hex("05000000"), "a document takes at least 5 bytes, there are 4", 0, "");
  expect_defect(from_hex("00000000 00"), "document length 0 is below 5", 0, "");
  expect_defect(from_hex("ffffffff 00"), "document length -1 is below 5", 0, "");
  expect_defect(from_hex("06000000 00"), "document length is 6, but there are 5 bytes", 0, "");
  expect_defect(from_hex("05000000 00 00"), "document length is 5, but there are 6 bytes", 0, "");
  expect_defect(from_hex("05000000 01"), "the document ends with byte 0x01 instead of 0x00", 4, "");
}

TEST(Validate, KnowsTheLimitOfSize) {
  const auto of_size = [](std::size_t size) {
    const std::string head = element_of(Type::String, "s", "");
    return document_of(head + string_of(std::string(size - head.size() - 10, 'x')));
  };
  ASSERT_EQ(of_size(max_document_bytes).size(), max_document_bytes);
  EXPECT_FALSE(validate(of_size(max_document_bytes)));
  expect_defect(of_size(max_document_bytes + 1),
                "document length 16793601 is over the limit of 16793600 bytes", 0, "");
}

TEST(Validate, ChecksStrings) {
  for (const Type type : {Type::String, Type::Code, Type::Symbol}) {
    EXPECT_FALSE(validate(with(type, string_of(""))));
    EXPECT_FALSE(validate(with(type, string_of(std::string_view("\0a\0", 3)))));
    EXPECT_FALSE(validate(with(type, string_of("\xc3\xa9\xf0\x9f\x98\x80"))));
  }
  expect_defect(with(Type::String, from_hex("00000000 00")),
                "the value of type string has length 0, which is too small", 7, "f");
  expect_defect(with(Type::Code, from_hex("ffffffff 00")),
                "the value of type javascript has length -1, which is too small", 7, "f");
  expect_defect(with(Type::String, from_hex("03000000 61 00")),
                "the value of type string has length 3, which is more than is left", 7, "f");
  expect_defect(with(Type::String, from_hex("02000000 61 62")),
                "a string ends with byte 0x62 instead of 0x00", 12, "f");
  expect_defect(with(Type::String, from_hex("0200")),
                "the value of type string runs over the end of its document", 7, "f");
}

TEST(Validate, RefusesTextThatIsNotUtf8AtItsPlace) {
  const std::vector<std::string> bad = {"\x80",
                                        "\xc3",
                                        "\xc0\xaf",
                                        "\xe0\x80\x80",
                                        "\xed\xa0\x80",
                                        "\xf4\x90\x80\x80",
                                        "\xf8\x88\x80\x80\x80"};
  for (const std::string& text : bad) {
    expect_defect(with(Type::String, string_of("abc" + text)), "a string is not valid UTF-8",
                  7 + 4 + 3, "f");
    const auto name = validate(document_of(element_of(Type::Null, "n" + text, "")));
    ASSERT_TRUE(name);
    EXPECT_EQ(name->what, "the field name is not valid UTF-8");
    EXPECT_EQ(name->offset, 5U);
    EXPECT_EQ(name->path.substr(0, 3), "n\\x");
    expect_defect(with(Type::Regex, text + std::string(2, '\0')), "the regex is not valid UTF-8", 7,
                  "f");
  }
}

TEST(Validate, ChecksBooleansAndTypeBytes) {
  expect_defect(with(Type::Bool, "\2"), "a boolean is byte 0x02, neither 0 nor 1", 7, "f");
  expect_defect(with(Type::Bool, "\xff"), "a boolean is byte 0xff, neither 0 nor 1", 7, "f");
  expect_defect(with(static_cast<Type>(0x14), ""), "byte 0x14 is no BSON type", 4, "f");
  expect_defect(with(static_cast<Type>(0x80), ""), "byte 0x80 is no BSON type", 4, "f");
}

TEST(Validate, ChecksBinary) {
  EXPECT_FALSE(validate(with(Type::Binary, from_hex("00000000 00"))));
  EXPECT_FALSE(validate(with(Type::Binary, from_hex("02000000 80 ffff"))));
  EXPECT_FALSE(validate(with(Type::Binary, from_hex("06000000 02 02000000 ffff"))));
  expect_defect(with(Type::Binary, from_hex("03000000 02 000000")),
                "binary of subtype 2 has no room for its inner length", 7, "f");
  for (const std::string inner : {"03000000", "01000000", "ffffffff"}) {
    const auto defect = validate(with(Type::Binary, from_hex("06000000 02" + inner + "ffff")));
    ASSERT_TRUE(defect) << inner;
    EXPECT_EQ(defect->offset, 12U);
  }
  expect_defect(with(Type::Binary, from_hex("03000000 00 ffff")),
                "the value of type binData has length 3, which is more than is left", 7, "f");
}

TEST(Validate, ChecksPointersAndRegexes) {
  EXPECT_FALSE(validate(with(Type::DbPointer, string_of("a.b") + std::string(12, 'x'))));
  expect_defect(with(Type::DbPointer, string_of("a.b") + std::string(11, 'x')),
                "the value of type dbPointer has length 4, which is more than is left", 7, "f");
  EXPECT_FALSE(validate(with(Type::Regex, std::string("ab\0im\0", 6))));
  EXPECT_TRUE(validate(with(Type::Regex, std::string("ab\0im\0i\0", 8))));
}

TEST(Validate, ChecksNestedLengths) {
  const std::string inner = element_of(Type::Int32, "x", number_bytes(1));
  EXPECT_FALSE(validate(with(Type::Document, document_of(inner))));
  std::string too_long = document_of(inner);
  too_long[0] = 13;
  EXPECT_TRUE(validate(with(Type::Document, too_long)));
  std::string too_short = document_of(inner);
  too_short[0] = 11;
  expect_defect(with(Type::Document, too_short),
                "the value of type int runs over the end of its document", 14, "f.x");
  std::string early_end = document_of(inner);
  early_end[4] = 0;
  expect_defect(with(Type::Array, early_end), "the document ends 7 bytes before its stated length",
                11, "f");
}

TEST(Validate, AcceptsArraysWithAnyNames) {
  for (const std::string name : {"", "7", "ab", "0"}) {
    const std::string items = element_of(Type::Int32, name, number_bytes(1));
    EXPECT_FALSE(validate(with(Type::Array, document_of(items + items)))) << name;
  }
}

TEST(Validate, ChecksCodeWithScope) {
  const auto code = [](std::int32_t total, const std::string& text, const std::string& scope) {
    return with(Type::CodeWithScope, number_bytes(total) + text + scope);
  };
  const std::string scope = document_of(element_of(Type::Int32, "x", number_bytes(1)));
  EXPECT_FALSE(validate(code(14, string_of(""), document_of({}))));
  EXPECT_FALSE(validate(code(22, string_of("f"), scope)));
  for (const std::int32_t total : {0, -1, 13, 21, 23}) {
    EXPECT_TRUE(validate(code(total, string_of("f"), scope))) << total;
  }
  for (const std::int32_t length : {0, -1, 3, 1000}) {
    EXPECT_TRUE(validate(code(22, number_bytes(length) + std::string("f\0", 2), scope))) << length;
  }
  std::string long_scope = scope;
  long_scope[0] = 13;
  expect_defect(code(22, string_of("f"), long_scope),
                "the scope's length is 13, but 12 bytes are left for it", 17, "f");
  expect_defect(code(21, string_of("f"), document_of(element_of(Type::Bool, "xyz", "\3"))),
                "a boolean is byte 0x03, neither 0 nor 1", 26, "f.xyz");
}

TEST(Validate, NamesThePath) {
  const std::string items = element_of(Type::Bool, "0", "\1") + element_of(Type::Bool, "1", "\4");
  const std::string deep = document_of(element_of(
      Type::Document, "a", document_of(element_of(Type::Array, "b", document_of(items)))));
  EXPECT_EQ(validate(deep)->path, "a.b.1");
  const std::string odd = document_of(element_of(Type::Bool, "a\x1b[31m\n", "\4"));
  EXPECT_EQ(validate(odd)->path, "a\\x1b[31m\\n");
}

TEST(Validate, AcceptsTwoHundredLevelsAndNoMore) {
  for (const Type type : {Type::Document, Type::Array, Type::CodeWithScope}) {
    EXPECT_FALSE(validate(nested(type, 1)));
    EXPECT_FALSE(validate(nested(type, 100)));
    EXPECT_FALSE(validate(nested(type, max_nesting)));
    for (const int levels : {max_nesting + 1, 5000}) {
      const auto defect = validate(nested(type, levels));
      ASSERT_TRUE(defect);
      EXPECT_EQ(defect->what, "nested deeper than 200 levels");
      EXPECT_LT(defect->path.size(), 130U);
      EXPECT_EQ(defect->path.substr(0, 3), type == Type::Array ? "0.0" : "a.a");
    }
  }
}

TEST(Validate, RefusesEveryCut) {
  testing::RandomDocuments documents(20);
  for (int i = 0; i < 40; ++i) {
    const std::string document = documents.document();
    ASSERT_FALSE(validate(document)) << testing::to_hex(document);
    for (std::size_t size = 0; size < document.size(); ++size) {
      const std::string cut = document.substr(0, size);
      EXPECT_TRUE(validate(cut));
    }
  }
}

// Whatever a byte is changed to, the verdict comes without a read outside; what is accepted can be
// walked to its end.
TEST(Validate, SurvivesEveryChangedByte) {
  testing::RandomDocuments documents(21);
  std::mt19937 random(22);
  std::size_t accepted = 0;
  for (int i = 0; i < 20; ++i) {
    const std::string document = documents.document();
    for (std::size_t at = 0; at < document.size(); ++at) {
      for (const unsigned flip : {1U, 0x80U, 0xffU, static_cast<unsigned>(random() % 255 + 1)}) {
        std::string changed = document;
        changed[at] = static_cast<char>(static_cast<unsigned char>(changed[at]) ^ flip);
        const auto defect = validate(changed);
        if (defect) {
          EXPECT_LE(defect->offset, changed.size());
          EXPECT_FALSE(defect->what.empty());
          continue;
        }
        ++accepted;
        std::size_t bytes = 5;
        for (const Element& element : DocumentView(changed)) {
          bytes += element.name.size() + 2 + element.value.bytes.size();
        }
        EXPECT_EQ(bytes, changed.size());
      }
    }
  }
  EXPECT_GT(accepted, 1000U);
}

}  // namespace
}  // namespace shardsweep::bson
