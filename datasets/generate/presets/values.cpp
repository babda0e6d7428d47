// Values that surprise: fractions, missing fields, arrays.
#include <array>

#include "datasets/generate/presets/common.hpp"
#include "datasets/generate/presets/families.hpp"

namespace shardsweep::generate {
namespace {

std::int64_t time_of(const Recipe& recipe, std::uint64_t row, const RowRandom& random) {
  return rising_time({midnight(2024, 1, 1), midnight(2024, 3, 1)}, row, recipe.documents,
                     random.bits(0));
}

// coefficient * 10^-2 as IEEE 754-2008 decimal128 in the binary encoding that BSON uses; the bias
// of the exponent is 6176.
void append_hundredths(bson::Builder& document, std::string_view name, std::uint64_t coefficient) {
  constexpr std::uint64_t exponent = std::uint64_t{6176 - 2} << 49;
  std::array<char, 16> bytes{};
  for (std::size_t i = 0; i < 8; ++i) {
    bytes[i] = static_cast<char>(coefficient >> (8 * i));
    bytes[8 + i] = static_cast<char>(exponent >> (8 * i));
  }
  document.append(name, {bson::Type::Decimal128, {bytes.data(), bytes.size()}});
}

// `price`: a hundred doubles share each integer part. `amount`: quarters, half of them as double,
// half as decimal, so that equal numbers occur in both types.
void fractions(const Recipe& recipe, std::uint64_t row, bson::Builder& document) {
  const RowRandom random(recipe.seed, row);
  const std::uint64_t quarters = random.below(1, 4000);
  append_object_id(document, recipe, row, time_of(recipe, row, random));
  document.append_double("price", static_cast<double>(random.below(2, 100'000)) / 100);
  if (random.chance(3, 50)) {
    document.append_double("amount", static_cast<double>(quarters) / 4);
  } else {
    append_hundredths(document, "amount", quarters * 25);
  }
  document.append_string("text", prose(random.bits(4), 20 + random.below(5, 60)));
}

// `code` is missing and `partner` is null, each in two documents of five.
void missing(const Recipe& recipe, std::uint64_t row, bson::Builder& document) {
  const RowRandom random(recipe.seed, row);
  append_object_id(document, recipe, row, time_of(recipe, row, random));
  if (!random.chance(1, 40)) document.append_int64("code", scattered_id(recipe.seed, 'M', row));
  if (random.chance(2, 40)) {
    document.append_null("partner");
  } else {
    document.append_int64("partner", scattered_id(recipe.seed, 'P', row));
  }
  document.append_string("text", prose(random.bits(3), 20 + random.below(4, 60)));
}

// The rows are cut into as many equal stretches as there are to be arrays; one row of each has one.
bool has_array(const Recipe& recipe, std::uint64_t row) {
  const std::uint64_t wanted =
      std::min(recipe.documents, std::max<std::uint64_t>(3, recipe.documents * 3 / 1'000'000));
  const std::uint64_t stretch = recipe.documents / wanted;
  const std::uint64_t index = row / stretch;
  return index < wanted && row % stretch == below(of_thing(recipe.seed, 'A', index), stretch);
}

void rare_arrays(const Recipe& recipe, std::uint64_t row, bson::Builder& document) {
  const RowRandom random(recipe.seed, row);
  const std::string tag = scattered_name("tag", recipe.seed, 'T', row);
  append_object_id(document, recipe, row, time_of(recipe, row, random));
  if (has_array(recipe, row)) {
    document.open("tag", bson::Type::Array);
    document.append_string("0", tag);
    document.append_string("1", "extra");
    document.close();
  } else {
    document.append_string("tag", tag);
  }
  document.append_string("text", prose(random.bits(1), 20 + random.below(2, 60)));
}

}  // namespace

std::vector<Preset> value_presets() {
  return {
      {"floats",
       "doubles with fractions, and doubles mixed with Decimal128",
       {"_id", "price", "amount", "text"},
       fractions},
      {"nulls",
       "a field that 40 % of documents lack, and one that is null in 40 %",
       {"_id", "code", "partner", "text"},
       missing},
      {"arrays",
       "a field that is an array in 3 documents of a million (at least 3)",
       {"_id", "tag", "text"},
       rare_arrays},
  };
}

}  // namespace shardsweep::generate
