#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/bson/view.hpp"
#include "datasets/generate/write.hpp"

namespace shardsweep::generate::test {

/// All documents of a preset, read back from the BSON that its writer makes.
class Documents {
 public:
  /// With `renamed`, every field has another name in the documents; paths below stay the old ones.
  Documents(const std::string& preset, const Recipe& recipe, bool renamed = false);

  std::size_t size() const { return offsets_.size() - 1; }
  std::string_view document(std::size_t row) const;
  const std::string& bytes() const { return bytes_; }

  /// The value at a dotted path in every document; nullopt where it is missing.
  std::vector<std::optional<bson::ValueView>> column(const std::string& path) const;
  /// The same, all there and int32, int64, double (exact) or date.
  std::vector<std::int64_t> numbers(const std::string& path) const;
  std::vector<double> doubles(const std::string& path) const;
  /// The same, all there: text of strings, data of binaries, bytes of ObjectIds; byte order is BSON
  /// order as long as all are of one type and, for binaries, of one length.
  std::vector<std::string> texts(const std::string& path) const;

 private:
  std::string new_path(const std::string& path) const;
  std::string bytes_;
  std::vector<std::size_t> offsets_;
  std::vector<std::string> old_paths_;
  std::vector<std::string> new_paths_;
};

/// Every field of a preset renamed: "a.b" to "f0.f1" and so on.
Renames rename_everything(const Preset& preset);

/// One way to run a test of a preset: the stated outcome must hold for any seed, size and names.
struct Case {
  std::uint64_t seed;
  std::uint64_t documents;
  bool renamed;
};

class Generated : public testing::TestWithParam<Case> {
 protected:
  Recipe recipe() const { return {GetParam().seed, GetParam().documents}; }
  Documents make(const std::string& preset) const {
    return Documents(preset, recipe(), GetParam().renamed);
  }
};

inline auto all_cases() {
  return testing::Values(Case{1, 20'000, false}, Case{2, 20'000, false}, Case{3, 20'000, false},
                         Case{1, 60'000, false}, Case{2, 60'000, false}, Case{3, 60'000, false},
                         Case{4, 20'000, true});
}

inline std::string case_name(const testing::TestParamInfo<Case>& info) {
  return "seed" + std::to_string(info.param.seed) + "_docs" + std::to_string(info.param.documents) +
         (info.param.renamed ? "_renamed" : "");
}

}  // namespace shardsweep::generate::test
