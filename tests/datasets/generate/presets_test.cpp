// What every preset has to be: a pure function of seed, size and row, and as it describes itself.
#include <gmock/gmock.h>

#include <algorithm>
#include <optional>
#include <set>

#include "datasets/bson/validate.hpp"
#include "tests/datasets/generate/documents.hpp"
#include "tests/datasets/input/support.hpp"

namespace shardsweep::generate::test {
namespace {

constexpr std::uint64_t rows = 300;

std::string rendered(const RowWriter& writer, std::uint64_t first, std::uint64_t last) {
  std::string out;
  writer.append_rows(first, last, out);
  return out;
}

void collect_paths(const bson::DocumentView& document, const std::string& parent,
                   std::set<std::string>& paths) {
  for (const bson::Element& element : document) {
    const std::string path = parent + std::string(element.name);
    if (element.value.type == bson::Type::Document) {
      collect_paths(bson::DocumentView(element.value), path + ".", paths);
    } else {
      paths.insert(path);
    }
  }
}

class EveryPreset : public testing::TestWithParam<std::string> {
 protected:
  const Preset& preset() const { return *find_preset(GetParam()); }
};

TEST_P(EveryPreset, RowsMadeAloneAndBackwardsAreTheWhole) {
  for (const Format format : {Format::bson, Format::jsonl, Format::csv}) {
    const auto writer = make_writer(preset(), {5, rows}, format);
    std::string backwards;
    for (std::uint64_t row = rows; row-- > 0;) {
      backwards.insert(0, rendered(*make_writer(preset(), {5, rows}, format), row, row + 1));
    }
    EXPECT_EQ(backwards, rendered(*writer, 0, rows));
    EXPECT_EQ(rendered(*writer, 0, 100) + rendered(*writer, 100, rows), rendered(*writer, 0, rows));
  }
}

std::optional<bson::ValueView> value_at(const bson::DocumentView& document,
                                        const std::string& path) {
  const std::size_t dot = std::min(path.find('.'), path.size());
  for (const bson::Element& element : document) {
    if (element.name != path.substr(0, dot)) continue;
    if (dot == path.size()) return element.value;
    return value_at(bson::DocumentView(element.value), path.substr(dot + 1));
  }
  return std::nullopt;
}

bool carried_by_csv(const bson::ValueView& value) {
  switch (value.type) {
    case bson::Type::Int32:
    case bson::Type::Int64:
    case bson::Type::Double:
    case bson::Type::Decimal128:
    case bson::Type::Date:
    case bson::Type::Bool:
      return true;
    default:
      return value.type == bson::Type::String;
  }
}

TEST_P(EveryPreset, CsvReadBackHasTheValuesAndTypes) {
  if (GetParam() == "yardstick") return;  // a projection of its own, of a fixed checksum
  const shardsweep::test::TempFolder folder;
  const Recipe recipe{6, 3000};
  const auto writer = make_writer(preset(), recipe, Format::csv);
  const std::string csv = writer->header() + rendered(*writer, 0, 3000);
  const auto read = shardsweep::test::read_inputs({folder.write("d.csv", csv)});
  ASSERT_EQ(read.documents.size(), 3000U);
  const Documents documents(GetParam(), recipe);
  for (const std::string& path : preset().fields) {
    if (csv.substr(0, csv.find('\n')).find(path + ".auto()") != std::string::npos) continue;
    const auto before = documents.column(path);
    for (std::size_t row = 0; row < before.size(); ++row) {
      // CSV cannot tell null, "" and a missing field apart.
      const bool empty =
          !before[row] || before[row]->type == bson::Type::Null ||
          (before[row]->type == bson::Type::String && before[row]->as_string().empty());
      const auto after = value_at(bson::DocumentView(read.documents[row]), path);
      ASSERT_EQ(after.has_value(), !empty) << path << " of row " << row;
      if (empty || !carried_by_csv(*before[row])) continue;
      ASSERT_EQ(after->type, before[row]->type) << path << " of row " << row;
      ASSERT_EQ(after->bytes, before[row]->bytes) << path << " of row " << row;
    }
  }
}

TEST_P(EveryPreset, SeedsMakeDifferentCollections) {
  const Documents one(GetParam(), {1, rows});
  const Documents again(GetParam(), {1, rows});
  const Documents other(GetParam(), {2, rows});
  EXPECT_EQ(one.bytes(), again.bytes());
  EXPECT_NE(one.bytes(), other.bytes());
}

TEST_P(EveryPreset, DocumentsAreValidAndHaveTheListedFields) {
  const Documents documents(GetParam(), {3, rows});
  ASSERT_EQ(documents.size(), rows);
  std::set<std::string> paths;
  for (std::size_t row = 0; row < rows; ++row) {
    const auto defect = bson::validate(documents.document(row));
    ASSERT_FALSE(defect.has_value()) << "row " << row << ": " << defect->what;
    collect_paths(bson::DocumentView(documents.document(row)), "", paths);
  }
  EXPECT_THAT(preset().fields, testing::UnorderedElementsAreArray(paths));
  EXPECT_FALSE(preset().description.empty());
}

TEST_P(EveryPreset, IdsAreUnique) {
  const Documents documents(GetParam(), {4, 20'000});
  const std::vector<std::string> ids = documents.texts("_id");
  EXPECT_EQ(std::set<std::string>(ids.begin(), ids.end()).size(), ids.size());
}

TEST_P(EveryPreset, RenamingChangesNamesOnly) {
  const Documents plain(GetParam(), {6, rows});
  const Documents renamed(GetParam(), {6, rows}, true);
  for (const std::string& path : preset().fields) {
    const auto before = plain.column(path);
    const auto after = renamed.column(path);
    for (std::size_t row = 0; row < rows; ++row) {
      ASSERT_EQ(before[row].has_value(), after[row].has_value()) << path << " in row " << row;
      if (!before[row]) continue;
      EXPECT_EQ(before[row]->type, after[row]->type) << path << " in row " << row;
      EXPECT_EQ(before[row]->bytes, after[row]->bytes) << path << " in row " << row;
    }
  }
}

TEST_P(EveryPreset, TinyCollectionsWork) {
  for (const std::uint64_t documents : {0, 1, 2, 3}) {
    EXPECT_EQ(Documents(GetParam(), {1, documents}).size(), documents);
  }
}

std::vector<std::string> names() {
  std::vector<std::string> all;
  for (const Preset& preset : presets()) all.push_back(preset.name);
  return all;
}

std::string test_name(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::ranges::replace(name, '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Presets, EveryPreset, testing::ValuesIn(names()), test_name);

TEST(Presets, CoverEveryScenario) {
  for (const std::string name :
       {"hosts",     "shuffled",  "blog",       "monthts",      "asya",   "sorting", "game",
        "ingest",    "noinserts", "readmostly", "readrecent",   "ends",   "expire",  "comments",
        "provinces", "composed",  "lowcard",    "two-of-three", "users",  "uuid7",   "iot",
        "orders",    "reports",   "lookup",     "odm",          "growth", "quiet",   "unique",
        "seeds",     "jitter",    "dayhash",    "floats",       "nulls",  "arrays",  "tenants",
        "sampled",   "yardstick"}) {
    EXPECT_NE(find_preset(name), nullptr) << name;
  }
  EXPECT_EQ(find_preset("host"), nullptr);
}

TEST(Presets, OfTheSameDocumentsAreTheSame) {
  const std::pair<std::string, std::string> pairs[] = {
      {"sorting", "blog"},  {"noinserts", "ingest"}, {"readrecent", "readmostly"},
      {"growth", "users"},  {"quiet", "users"},      {"reports", "orders"},
      {"lookup", "orders"}, {"odm", "orders"}};
  for (const auto& [left, right] : pairs) {
    EXPECT_EQ(Documents(left, {2, rows}).bytes(), Documents(right, {2, rows}).bytes())
        << left << " and " << right;
  }
}

}  // namespace
}  // namespace shardsweep::generate::test
