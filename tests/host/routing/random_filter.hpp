#pragma once

#include <random>
#include <string>
#include <vector>

#include "datasets/bson/builder.hpp"

namespace shardsweep::test {

using RandomBits = std::mt19937_64;

/// A number from 0 to count - 1.
std::size_t pick(RandomBits& random, std::size_t count);
bool chance(RandomBits& random, double share);

enum class Test {
  all,     ///< children
  any,     ///< children
  nor,     ///< children
  negate,  ///< one child
  equal,
  less,
  less_equal,
  greater,
  greater_equal,
  expr_equal,
  expr_less,
  expr_less_equal,
  expr_greater,
  expr_greater_equal,
  in,  ///< values; Regex values are patterns
  exists,
  type,   ///< values: one alias
  regex,  ///< values: one Regex
  mod,    ///< values: divisor, remainder
  size,
};

/// A filter of a test: what it means is written down three times, here as BSON, in matches() and in
/// NaiveRouter.
struct Filter {
  Test test = Test::all;
  std::string path;
  std::vector<bson::Value> values;
  std::vector<Filter> children;
};

/// The pattern of a Regex value and the prefix that all its strings have, as far as a router sees.
struct Pattern {
  std::string pattern;
  std::string flags;
  std::string prefix;  ///< "": none
};
const std::vector<Pattern>& patterns();

/// Values of all types that may be in a document; no arrays. `undefined`: that too.
std::vector<bson::Value> stored_values(bool undefined);
/// Values that no document holds.
std::vector<bson::Value> absent_values();

/// Fields of filters and documents.
const std::vector<std::string>& field_paths();

/// A random document (BSON bytes) with some of the fields.
std::string random_document(RandomBits& random, const std::vector<bson::Value>& values);

/// A random filter; half of its constants are absent from the documents.
Filter random_filter(RandomBits& random, const std::vector<bson::Value>& stored, int depth = 2);

/// The filter as a BSON document.
std::string filter_document(const Filter& filter, RandomBits& random);

bson::Value json_value(const std::string& json);

}  // namespace shardsweep::test
