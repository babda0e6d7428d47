#include <algorithm>
#include <span>

#include "hashing/presplit.hpp"
#include "tests/conformance/checkers.hpp"
#include "tests/conformance/sha256.hpp"

namespace shardsweep::conformance {
namespace {

using Texts = std::vector<std::string>;

std::string join(std::span<const std::string> texts, const std::string& separator) {
  std::string joined;
  for (const std::string& text : texts) joined += (joined.empty() ? "" : separator) + text;
  return joined;
}

std::optional<Mismatch> compare(const Texts& expected, std::span<const std::string> got) {
  if (std::ranges::equal(expected, got)) return std::nullopt;
  return Mismatch{"[" + join(expected, ", ") + "]", "[" + join(got, ", ") + "]"};
}

std::optional<Mismatch> compare(const std::string& expected, const std::string& got) {
  if (expected == got) return std::nullopt;
  return Mismatch{expected, got};
}

/// Long lists are given by their length, both ends and a digest of all.
std::optional<Mismatch> check_summary(const Case& test, const Texts& points) {
  std::optional<Mismatch> mismatch =
      compare(test.text("splitPointCount", ""), std::to_string(points.size()));
  if (!mismatch && test.has("first")) {
    const Texts first = test.texts("first");
    mismatch = compare(first, std::span(points).first(std::min(first.size(), points.size())));
  }
  if (!mismatch && test.has("last")) {
    const Texts last = test.texts("last");
    mismatch = compare(last, std::span(points).last(std::min(last.size(), points.size())));
  }
  if (!mismatch && test.has("sha256OfNewlineJoined")) {
    mismatch = compare(test.text("sha256OfNewlineJoined", ""), sha256_hex(join(points, "\n")));
  }
  return mismatch;
}

}  // namespace

std::optional<Mismatch> check_split_points(const Case& test) {
  const std::int64_t chunks = test.integer("numInitialChunks", 0);
  if (chunks < 1 || chunks > UINT32_MAX) {
    return Mismatch{"numInitialChunks of at least 1", std::to_string(chunks)};
  }
  Texts points;
  for (const std::int64_t point : hashing::presplit_points(static_cast<std::uint32_t>(chunks))) {
    points.push_back(std::to_string(point));
  }
  if (test.has("splitPoints")) return compare(test.texts("splitPoints"), points);
  return check_summary(test, points);
}

}  // namespace shardsweep::conformance
