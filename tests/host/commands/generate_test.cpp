#include "host/commands/generate.hpp"

#include <gmock/gmock.h>
#include <pty.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include "datasets/error.hpp"
#include "host/cli/cli.hpp"
#include "host/error.hpp"

namespace shardsweep::host {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

std::string generated(const std::vector<std::string>& arguments) {
  std::istringstream in;
  std::ostringstream out;
  std::ostringstream err;
  EXPECT_EQ(command_generate(arguments, in, out, err), 0);
  EXPECT_EQ(err.str(), "");
  return out.str();
}

std::string usage_error(const std::vector<std::string>& arguments) {
  try {
    parse_generate(arguments);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "no error";
}

class GenerateFiles : public testing::Test {
 protected:
  GenerateFiles() {
    std::string name = testing::TempDir() + "/shardsweep-generate-XXXXXX";
    folder_ = ::mkdtemp(name.data());
  }
  ~GenerateFiles() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const { return folder_ / name; }
  std::string content(const std::string& name) const {
    std::ifstream in(path(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  fs::path folder_;
};

TEST(GenerateCommand, WritesBsonToAPipeByDefault) {
  const std::string bson = generated({"orders", "--docs", "10"});
  EXPECT_EQ(bson, generated({"orders", "--docs=10", "--format", "bson", "--seed", "1"}));
  EXPECT_NE(bson, generated({"orders", "--docs", "10", "--seed", "2"}));
  EXPECT_EQ(static_cast<unsigned char>(bson[4]), 0x07);  // _id, an ObjectId
}

TEST(GenerateCommand, PartsJoinToTheWhole) {
  for (const std::string format : {"bson", "jsonl", "csv"}) {
    const std::vector<std::string> common{"tenants", "--docs", "20000", "--format", format};
    const auto part = [&common](const std::string& first, const std::string& rows) {
      std::vector<std::string> arguments = common;
      arguments.insert(arguments.end(), {"--first", first, "--rows", rows});
      return generated(arguments);
    };
    EXPECT_EQ(part("0", "1") + part("1", "9999") + part("10000", "999999"), generated(common));
    EXPECT_EQ(part("20000", "5"), "");
  }
}

TEST(GenerateCommand, ThreadsDoNotChangeTheBytes) {
  const std::vector<std::string> one{"hosts", "--docs", "30000", "--threads", "1"};
  const std::vector<std::string> seven{"hosts", "--docs", "30000", "--threads", "7"};
  EXPECT_EQ(generated(one), generated(seven));
}

TEST(GenerateCommand, CsvFlattensAndQuotes) {
  const std::string csv = generated({"orders", "--docs", "50", "--format", "csv"});
  EXPECT_THAT(csv, StartsWith("_id.string(),order_id.int64(),customer.int64(),"
                              "created.date(2006-01-02T15:04:05.000Z),"));
  EXPECT_THAT(csv,
              testing::HasSubstr(",items.string(),shipping.city.string(),shipping.zip.string()\n"));
  const std::string line =
      csv.substr(csv.find('\n') + 1, csv.find('\n', csv.find('\n') + 1) - csv.find('\n') - 1);
  EXPECT_THAT(line, testing::MatchesRegex("[0-9a-f]+,1,[0-9]+,2023-01-[0-9T:.-]+Z,[a-z]+,[0-9.]+,"
                                          "(\\[[0-9]+\\]|\"\\[[0-9,]+\\]\"),[A-Z][a-z]+,[0-9]+"));
}

TEST(GenerateCommand, CsvLeavesMissingAndNullEmpty) {
  const std::string csv = generated({"nulls", "--docs", "200", "--format", "csv"});
  EXPECT_THAT(csv, testing::ContainsRegex("\n[0-9a-f]{24},,[0-9]+,"));
  EXPECT_THAT(csv, testing::ContainsRegex("\n[0-9a-f]{24},[0-9]+,,"));
}

TEST(GenerateCommand, CsvPrintsDecimalsAndUuidsAsText) {
  EXPECT_THAT(generated({"floats", "--docs", "100", "--format", "csv"}),
              testing::ContainsRegex("\n[0-9a-f]{24},[0-9.]+,[0-9]+\\.[0-9][0-9],"));
  EXPECT_THAT(generated({"users", "--docs", "5", "--format", "csv"}),
              testing::ContainsRegex("\n[0-9a-f]{24},[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-"));
}

TEST(GenerateCommand, RenamesFields) {
  EXPECT_THAT(generated({"game", "--docs", "3", "--format", "csv", "--rename",
                         "inventory.gold=coins,level=rank", "--rename", "inventory=bag"}),
              StartsWith("_id.string(),name.string(),rank.int32(),rating.double(),"
                         "bag.coins.int64(),bag.potions.int32()\n"));
  const std::string json = generated({"game", "--docs", "1", "--format", "jsonl", "--rename",
                                      "inventory=bag,inventory.gold=coins"});
  EXPECT_THAT(json, AllOf(HasSubstr("\"bag\":{\"coins\":{\"$numberLong\":"),
                          testing::Not(HasSubstr("inventory"))));
}

TEST(GenerateCommand, ListsPresets) {
  const std::string list = generated({"--list"});
  EXPECT_THAT(list, HasSubstr("yardstick\n    the benchmark collection"));
  EXPECT_THAT(list, HasSubstr("    fields: _id ts hostname level message\n"));
  EXPECT_THAT(generated({"--help"}),
              AllOf(HasSubstr("usage: shardsweep generate PRESET --docs N"),
                    HasSubstr("two-of-three"), testing::Not(HasSubstr("ops-out"))));
}

TEST(GenerateCommand, RefusesWhatItCannotDo) {
  EXPECT_THAT(usage_error({}), StartsWith("generate: name a preset, one of: arrays asya blog"));
  EXPECT_THAT(usage_error({"hots", "--docs", "1"}),
              StartsWith("generate: no preset is called 'hots'; there are: arrays asya"));
  EXPECT_EQ(usage_error({"hosts", "game", "--docs", "1"}),
            "generate: one preset at a time, but 'hosts' and 'game' are given");
  EXPECT_EQ(usage_error({"hosts"}), "generate: --docs N is missing");
  for (const std::string bad : {"-1", "1e6", " 7", "18446744073709551616", "7x"}) {
    EXPECT_EQ(usage_error({"hosts", "--docs=" + bad}),
              "generate: --docs wants a number from 0 to 18446744073709551615, not '" + bad + "'");
  }
  EXPECT_EQ(usage_error({"hosts", "--docs", "5", "--first", "6"}),
            "generate: --first 6 is beyond --docs 5");
  EXPECT_THAT(usage_error({"hosts", "--docs", "5", "--speed", "6"}), HasSubstr("--speed"));
  EXPECT_THAT(usage_error({"hosts", "--doc", "5"}), HasSubstr("--doc"));
  EXPECT_EQ(usage_error({"hosts", "--docs", "5", "--ops-out", "x"}),
            "generate: --ops-out is not there yet; operations come with a later release");
}

TEST(GenerateCommand, TellsTheFormat) {
  const auto format = [](const std::string& out) {
    return parse_generate({"hosts", "--docs", "1", "--out", out}).format;
  };
  EXPECT_EQ(format("a.bson"), generate::Format::bson);
  EXPECT_EQ(format("a.json"), generate::Format::jsonl);
  EXPECT_EQ(format("a.jsonl"), generate::Format::jsonl);
  EXPECT_EQ(format("a.b/c.csv"), generate::Format::csv);
  EXPECT_EQ(format("a.csv/c"), generate::Format::bson);
  EXPECT_EQ(usage_error({"hosts", "--docs", "1", "--out", "a.parquet"}),
            "generate: the extension '.parquet' of --out says no format; add --format bson, jsonl "
            "or csv");
  EXPECT_EQ(usage_error({"hosts", "--docs", "1", "--out", "a.bson.gz"}),
            "generate: compressed files are not written; send --out - --format F through gzip "
            "instead");
  EXPECT_EQ(usage_error({"hosts", "--docs", "1", "--format", "xml"}),
            "generate: --format is bson, jsonl or csv, not 'xml'");
}

TEST(GenerateCommand, RefusesBadRenames) {
  const auto error = [](const std::string& rename) {
    try {
      generated({"orders", "--docs", "1", "--rename", rename});
    } catch (const UsageError& thrown) {
      return std::string(thrown.what());
    }
    return std::string("no error");
  };
  EXPECT_EQ(error("order_id"), "generate: --rename wants OLD=NEW,..., not 'order_id'");
  EXPECT_EQ(error("x=y"),
            "generate: --rename: there is no field x; there are _id, order_id, customer, created, "
            "status, amount, items, shipping.city, shipping.zip");
  EXPECT_EQ(error("order_id=customer"), "generate: --rename: two fields would be named customer");
  EXPECT_EQ(error("order_id=shipping"), "generate: --rename: two fields would be named shipping");
  EXPECT_EQ(error("order_id=$a"),
            "generate: --rename: '$a' for order_id is no field name: it must not be empty, begin "
            "with $ or hold a dot");
  EXPECT_THAT(error("order_id=a.b"), HasSubstr("is no field name"));
  EXPECT_THAT(error("order_id="), HasSubstr("is no field name"));
}

TEST_F(GenerateFiles, WritesTheFileWhole) {
  EXPECT_EQ(generated({"iot", "--docs", "9000", "--out", path("iot.jsonl")}), "");
  EXPECT_EQ(content("iot.jsonl"), generated({"iot", "--docs", "9000", "--format", "jsonl"}));
  EXPECT_EQ(generated({"iot", "--docs", "0", "--out", path("empty.bson")}), "");
  EXPECT_EQ(fs::file_size(path("empty.bson")), 0);
}

TEST_F(GenerateFiles, LeavesNothingBehindWhenRefused) {
  EXPECT_THROW(generated({"iot", "--docs", "9", "--out", path("x.bson"), "--rename", "a=b"}),
               UsageError);
  EXPECT_TRUE(fs::is_empty(folder_));
  try {
    generated({"iot", "--docs", "9", "--format", "csv", "--out", "/dev/full"});
    FAIL() << "a full device took the rows";
  } catch (const datasets::ResourceError& error) {
    EXPECT_STREQ(error.what(), "cannot write /dev/full: No space left on device");
  }
}

// Standard output as a terminal, for as long as it lives.
class OnATerminal {
 public:
  OnATerminal() : saved_(::dup(STDOUT_FILENO)) {
    int slave = -1;
    if (::openpty(&master_, &slave, nullptr, nullptr, nullptr) == 0) {
      ::dup2(slave, STDOUT_FILENO);
      ::close(slave);
    }
  }
  ~OnATerminal() {
    ::dup2(saved_, STDOUT_FILENO);
    ::close(saved_);
    ::close(master_);
  }
  OnATerminal(const OnATerminal&) = delete;
  OnATerminal& operator=(const OnATerminal&) = delete;

 private:
  int saved_;
  int master_ = -1;
};

TEST(GenerateCommand, DoesNotWriteBsonToATerminal) {
  std::string message = "no error";
  {
    const OnATerminal terminal;
    try {
      command_generate({"hosts", "--docs", "1"}, std::cin, std::cout, std::cerr);
    } catch (const UsageError& error) {
      message = error.what();
    }
  }
  EXPECT_EQ(message,
            "generate: BSON is not for a terminal; give --out FILE, --format jsonl, or a pipe");
}

}  // namespace
}  // namespace shardsweep::host
