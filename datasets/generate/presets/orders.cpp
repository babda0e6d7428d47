// Orders and their customers.
#include "datasets/generate/presets/common.hpp"
#include "datasets/generate/presets/families.hpp"

namespace shardsweep::generate {
namespace {

std::int64_t customer_id(const Recipe& recipe, std::uint64_t rank) {
  return scattered_id(recipe.seed, 'C', rank);
}

void append_items(const RowRandom& random, bson::Builder& document) {
  const std::uint64_t count = 1 + random.below(8, 3);
  document.open("items", bson::Type::Array);
  for (std::uint64_t i = 0; i < count; ++i) {
    document.append_int32(std::to_string(i), static_cast<std::int32_t>(random.skewed(9 + i, 9000)));
  }
  document.close();
}

void order(const Recipe& recipe, std::uint64_t row, std::int64_t order_id,
           bson::Builder& document) {
  static constexpr std::string_view states[] = {"new", "paid", "sent", "returned", "done"};
  static constexpr std::uint32_t state_percent[] = {3, 7, 10, 5, 75};
  static constexpr std::string_view cities[] = {"Aachen",  "Berlin", "Bremen", "Dresden", "Essen",
                                                "Hamburg", "Jena",   "Kiel",   "Mainz",   "Ulm"};
  const RowRandom random(recipe.seed, row);
  const Period period{midnight(2023, 1, 1), midnight(2025, 1, 1)};
  const std::int64_t time = rising_time(period, row, recipe.documents, random.bits(0));
  append_object_id(document, recipe, row, time);
  document.append_int64("order_id", order_id);
  document.append_int64("customer",
                        customer_id(recipe, random.skewed(1, things(recipe, 10, 1000))));
  document.append_date("created", time);
  document.append_string("status", states[weighted(state_percent, random.below(2, 100))]);
  document.append_double("amount", static_cast<double>(1 + random.skewed(3, 500'000)) / 100);
  append_items(random, document);
  document.open("shipping", bson::Type::Document);
  document.append_string("city", cities[random.skewed(4, std::size(cities))]);
  document.append_string("zip", padded(random.below(5, 100'000), 5));
  document.close();
}

void counted_order(const Recipe& recipe, std::uint64_t row, bson::Builder& document) {
  order(recipe, row, static_cast<std::int64_t>(row) + 1, document);
}

void random_order(const Recipe& recipe, std::uint64_t row, bson::Builder& document) {
  order(recipe, row, scattered_id(recipe.seed, 'O', row), document);
}

// Row r is the customer of rank r in the orders of the same seed.
void customer(const Recipe& recipe, std::uint64_t row, bson::Builder& document) {
  const RowRandom random(recipe.seed, row);
  const Period period{midnight(2015, 1, 1), midnight(2023, 1, 1)};
  const std::int64_t time = rising_time(period, row, recipe.documents, random.bits(0));
  append_object_id(document, recipe, row, time);
  document.append_int64("customer", customer_id(recipe, row));
  document.append_string("name", prose(random.bits(1), 8 + random.below(2, 16)));
  document.append_date("since", time);
}

}  // namespace

std::vector<Preset> order_presets() {
  const std::vector<std::string> fields = {"_id",     "order_id",      "customer",
                                           "created", "status",        "amount",
                                           "items",   "shipping.city", "shipping.zip"};
  return {
      {"orders", "orders with auto-increment id, customer and rising time", fields, counted_order},
      {"orders-random", "the orders of orders with random ids", fields, random_order},
      {"reports", "the orders of orders, for reports beside point reads", fields, counted_order},
      {"lookup", "the orders of orders, to be joined from lookup-customers", fields, counted_order},
      {"lookup-customers",
       "the customers of lookup; a tenth as many are needed",
       {"_id", "customer", "name", "since"},
       customer},
      {"odm", "the orders of orders, for an object mapper that writes by _id", fields,
       counted_order},
  };
}

}  // namespace shardsweep::generate
