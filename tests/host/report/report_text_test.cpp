#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <simdjson.h>

#include "host/report/report.hpp"
#include "host/text/printable.hpp"
#include "host/text/wrap.hpp"
#include "tests/support/memory_sweep.hpp"

namespace shardsweep::host {
namespace {

using testing::HasSubstr;
using testing::Not;

/// Names and texts that break reports: control bytes, quotes, marks of other formats, directions.
const std::vector<std::string>& hostile() {
  static const std::vector<std::string> texts = {"\x1b[31mred",
                                                 "\x1b]0;title\x07",
                                                 "a\rb",
                                                 "a\nb",
                                                 "a\tb",
                                                 std::string("a\0b", 3),
                                                 "a\x7f"
                                                 "b",
                                                 "\xc2\x9b"
                                                 "31m",
                                                 "</script><script>",
                                                 "a|b",
                                                 "||",
                                                 "=cmd()",
                                                 "+1+1",
                                                 "-1",
                                                 "@SUM(A1)",
                                                 "=HYPERLINK(\"http://x\")",
                                                 "\xe2\x80\xae"
                                                 "rtl",
                                                 "\xe2\x80\x8f"
                                                 "mark",
                                                 "\xe2\x81\xa6iso",
                                                 "\xd8\x9c",
                                                 "\xff\xfe",
                                                 "\xc0\xaf",
                                                 "\xed\xa0\x80",
                                                 "\xf4\x90\x80\x80",
                                                 "\xe2\x82",
                                                 "\xf0\x9f\x98\x80",
                                                 "\"quoted\"",
                                                 "'single'",
                                                 "back\\slash",
                                                 "`code`",
                                                 "*bold*_it_",
                                                 "[link](javascript:x)",
                                                 "# heading",
                                                 "<!-- comment -->",
                                                 "&amp;",
                                                 "$(reboot)",
                                                 "%s%n",
                                                 ",comma;semicolon",
                                                 "\xe2\x80\xa8line",
                                                 "\xef\xbb\xbf"
                                                 "bom",
                                                 " leading space",
                                                 std::string(10'240, 'x')};
  return texts;
}

SweepResult hostile_result(const std::string& text) {
  test::MemoryTable table;
  table.set_sizes(std::vector<std::uint32_t>(8, 100));
  table.add_text("name", std::vector<std::string>(8, text));
  table.add("_id", {1, 2, 3, 4, 5, 6, 7, 8});
  SweepResult result = test::sweep_memory(table, {"{name: 1}", "{_id: 1}"}, {});
  for (CandidateResult& candidate : result.candidates) {
    candidate.key.fields[0].path = text;
    candidate.reasons.insert(candidate.reasons.begin(), text);
    candidate.index.existing = text;
  }
  result.refused = {{KeyPattern{{{text, 1, text}}}, text, text}};
  result.omitted = {{text, 1, text}};
  result.notes.push_back(text);
  result.documents.arrival_source = text;
  result.documents.arrival_note = text;
  result.settings.push_back({"--size-field", text});
  result.run.inputs = {{text, 1, "00"}};
  result.run.command = text;
  return result;
}

/// No control character but line breaks, and UTF-8 throughout.
void expect_clean(const std::string& report, const std::string& allowed) {
  for (const char c : report) {
    const auto byte = static_cast<unsigned char>(c);
    const bool control = byte < 0x20 || byte == 0x7f;
    ASSERT_TRUE(!control || allowed.find(c) != std::string::npos) << int(byte);
  }
  EXPECT_TRUE(simdjson::validate_utf8(report.data(), report.size()));
  for (const char* mark :
       {"\xe2\x80\xae", "\xe2\x80\x8f", "\xe2\x81\xa6", "\xd8\x9c", "\xc2\x9b"}) {
    EXPECT_THAT(report, Not(HasSubstr(mark)));
  }
}

TEST(ReportText, ThePresentKeyIsMarkedEverywhere) {
  test::MemoryTable rows = test::sample_table();
  SweepOptions options;
  options.candidates.present_key = parse_key_pattern("{tenant: 1}");
  const SweepResult result = test::sweep_memory(rows, test::sample_keys(), options);
  const std::string table = report_table(result, {20, 120, false});
  EXPECT_THAT(table, HasSubstr("{tenant: 1} (present key)"));
  EXPECT_EQ(table.find("(present key)"), table.rfind("(present key)")) << "only one is marked";
  const std::string markdown = report_markdown(result, 20);
  EXPECT_THAT(markdown, HasSubstr("| \\{tenant: 1\\} (present key) |"));
  const std::string csv = report_csv(result);
  EXPECT_THAT(csv, HasSubstr(",reasons,presentKey\r\n"));
  EXPECT_THAT(csv, testing::ContainsRegex("\"\\{tenant: 1\\}\"[^\n]*,true\r\n"));
  EXPECT_THAT(csv, testing::ContainsRegex("\"\\{_id: 1\\}\"[^\n]*,false\r\n"));
  EXPECT_THAT(report_json(result), HasSubstr("\"present\":true"));
  const SweepResult unknown = test::sweep_memory(rows, test::sample_keys(), {});
  EXPECT_THAT(report_table(unknown, {20, 120, false}), Not(HasSubstr("(present key)")));
  EXPECT_THAT(report_json(unknown), Not(HasSubstr("\"present\":true")));
}

TEST(ReportText, WithoutKeysThereIsNoHeading) {
  test::MemoryTable rows = test::sample_table();
  SweepResult result = test::sweep_memory(rows, test::sample_keys(), {});
  EXPECT_THAT(report_table(result, {20, 120, false}), HasSubstr("  KEY "));
  result.candidates.clear();
  const std::string table = report_table(result, {20, 120, false});
  EXPECT_THAT(table, Not(testing::AnyOf(HasSubstr("KEY"), HasSubstr("RANK"))));
}

TEST(ReportText, HostileNamesCannotBreakTheTable) {
  for (const std::string& text : hostile()) {
    SCOPED_TRACE(printable(text, 40));
    const std::string table = report_table(hostile_result(text), {20, 100, false});
    expect_clean(table, "\n");
    EXPECT_LT(table.size(), 60'000);
  }
}

TEST(ReportText, HostileNamesCannotBreakMarkdown) {
  for (const std::string& text : hostile()) {
    SCOPED_TRACE(printable(text, 40));
    const std::string markdown = report_markdown(hostile_result(text), 20);
    expect_clean(markdown, "\n");
    EXPECT_THAT(markdown, Not(HasSubstr("<")));
    std::size_t at = markdown.find("| 1 |");
    ASSERT_NE(at, std::string::npos);
    const std::string row = markdown.substr(at, markdown.find('\n', at) - at);
    std::size_t bars = 0;
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (row[i] == '\\') {
        ++i;
      } else if (row[i] == '|') {
        ++bars;
      }
    }
    EXPECT_EQ(bars, 11) << row;
  }
}

std::vector<std::vector<std::string>> parse_csv(const std::string& text) {
  std::vector<std::vector<std::string>> lines(1, std::vector<std::string>(1));
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string& cell = lines.back().back();
    if (quoted && text[i] == '"' && i + 1 < text.size() && text[i + 1] == '"') {
      cell += text[++i];
    } else if (text[i] == '"') {
      quoted = !quoted;
    } else if (!quoted && text[i] == ',') {
      lines.back().emplace_back();
    } else if (!quoted && text[i] == '\r') {
      EXPECT_EQ(text[++i], '\n');
      lines.emplace_back(1);
    } else {
      cell += text[i];
    }
  }
  EXPECT_FALSE(quoted);
  lines.pop_back();
  return lines;
}

TEST(ReportText, HostileNamesCannotBreakCsv) {
  for (const std::string& text : hostile()) {
    SCOPED_TRACE(printable(text, 40));
    const std::string csv = report_csv(hostile_result(text));
    expect_clean(csv, "\r\n");
    const auto lines = parse_csv(csv);
    ASSERT_EQ(lines.size(), 3);
    for (const auto& line : lines) {
      ASSERT_EQ(line.size(), lines[0].size());
      for (const std::string& cell : line) {
        const bool formula =
            !cell.empty() && std::string("=+@\t").find(cell[0]) != std::string::npos;
        EXPECT_FALSE(formula) << cell;
      }
      EXPECT_NE(line[20].substr(0, 1), "-");
    }
  }
}

TEST(ReportText, HostileNamesSurviveInJson) {
  for (const std::string& text : hostile()) {
    SCOPED_TRACE(printable(text, 40));
    const std::string json = report_json(hostile_result(text));
    for (const char c : json) ASSERT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= 0x20);
    EXPECT_TRUE(simdjson::validate_utf8(json.data(), json.size()));
    simdjson::dom::parser parser;
    simdjson::dom::element root;
    ASSERT_EQ(parser.parse(json).get(root), simdjson::SUCCESS);
    if (!simdjson::validate_utf8(text.data(), text.size())) continue;
    EXPECT_EQ(std::string_view(root["run"]["command"]), text);
    EXPECT_EQ(std::string_view(root["candidates"].at(0)["index"]["existing"]), text);
  }
}

TEST(ReportText, TheTableFitsItsWidth) {
  test::MemoryTable table = test::sample_table();
  SweepOptions options;
  options.cluster.chunk_bytes = 1024 * 1024;
  SweepResult result = test::sweep_memory(table, test::sample_keys(), options);
  result.candidates[0].key.fields[0].path = "\xe5\x9b\xbd\xe5\xae\xb6" + std::string(200, 'n');
  for (const unsigned width : {80U, 100U, 200U}) {
    const std::string text = report_table(result, {20, width, false});
    std::size_t begin = 0;
    for (std::size_t end; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1) {
      EXPECT_LE(display_width(text.substr(begin, end - begin)), width);
    }
  }
}

TEST(ReportText, AReasonLongerThanItsColumnGoesOn) {
  SweepResult result = hostile_result("plain");
  result.candidates[0].reasons = {"one two three four five six seven eight nine ten eleven twelve"};
  const std::string text = report_table(result, {20, 80, false});
  EXPECT_THAT(text, HasSubstr("eleven"));
  EXPECT_THAT(text, HasSubstr("twelve\n"));
  EXPECT_THAT(text, Not(HasSubstr("…")));
}

TEST(Wrap, BreaksAtSpacesAndLongWordsAnywhere) {
  using testing::ElementsAre;
  EXPECT_THAT(wrap("", 10), ElementsAre(""));
  EXPECT_THAT(wrap("a b", 10), ElementsAre("a b"));
  EXPECT_THAT(wrap("one two three", 8), ElementsAre("one two", " three"));
  EXPECT_THAT(wrap("0123456789 x", 6), ElementsAre("0123", " 4567", " 89 x"));
  EXPECT_THAT(wrap("\xe5\x9b\xbd\xe5\x9b\xbd\xe5\x9b\xbd", 4),
              ElementsAre("\xe5\x9b\xbd", " \xe5\x9b\xbd", " \xe5\x9b\xbd"));
}

TEST(ReportText, TheTableSaysDefaultsAndWhy) {
  test::MemoryTable table = test::sample_table();
  SweepOptions options;
  options.cluster.chunk_bytes = 1024 * 1024;
  const SweepResult result = test::sweep_memory(table, test::sample_keys(), options);
  const std::string text = report_table(result, {3, 1000, false});
  EXPECT_THAT(text, HasSubstr("Targeting is unknown"));
  EXPECT_THAT(text, HasSubstr("--shards 4 --server 8.0 --chunk-size 1 --start existing --ranges "
                              "1024 --windows 100 --arrival auto"));
  EXPECT_THAT(text, HasSubstr("--weights cardinality=1,growth=1,writes=1"));
  EXPECT_THAT(text, HasSubstr("--threshold hottestShard=0.75"));
  EXPECT_LT(text.find("in force"), text.find("RANK"));
  EXPECT_THAT(text, HasSubstr("WHY"));
  EXPECT_THAT(text, HasSubstr("7 more keys"));
  EXPECT_THAT(text, HasSubstr("{random: 1}"));
}

TEST(ReportText, ColourOnlyWhenAsked) {
  const SweepResult result = hostile_result("plain");
  EXPECT_THAT(report_table(result, {20, 100, false}), Not(HasSubstr("\x1b")));
  EXPECT_THAT(report_table(result, {20, 100, true}), HasSubstr("\x1b[31mnot advised"));
}

TEST(Printable, EscapesAndCuts) {
  EXPECT_EQ(printable("plain \\ text"), "plain \\ text");
  EXPECT_EQ(printable("a\x1b\n"), "a\\u{1b}\\u{a}");
  EXPECT_EQ(printable("\xff"), "\\x{ff}");
  EXPECT_EQ(printable("abcdef", 6), "abcdef");
  EXPECT_EQ(printable("abcdefg", 6), "abcde…");
  EXPECT_EQ(printable("\xe5\x9b\xbd\xe5\x9b\xbd", 3), "\xe5\x9b\xbd…");
  EXPECT_EQ(printable("", 1), "");
  EXPECT_EQ(display_width("\xe5\x9b\xbd"
                          "e\xcc\x81"),
            3);
}

TEST(Printable, Numbers) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(1234567), "1,234,567");
  EXPECT_EQ(bytes_text(1), "1 byte");
  EXPECT_EQ(bytes_text(1023), "1,023 bytes");
  EXPECT_EQ(bytes_text(134217728), "128.0 MiB");
  EXPECT_EQ(percent_text(0.2734), "27.3 %");
  EXPECT_EQ(short_number(0.75), "0.75");
  EXPECT_EQ(short_number(3), "3");
}

}  // namespace
}  // namespace shardsweep::host
