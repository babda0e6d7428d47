#include "datasets/generate/yardstick.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "datasets/generate/alias_table.hpp"
#include "datasets/generate/calendar.hpp"
#include "datasets/generate/presets/families.hpp"
#include "datasets/generate/random.hpp"

namespace shardsweep::generate {
namespace {

constexpr std::uint32_t users = 1'000'000;
constexpr std::uint32_t devices = 50'000;
constexpr std::uint32_t countries = 195;
constexpr std::uint32_t hosts = 500;
constexpr std::uint32_t domains = 40;
constexpr std::uint32_t months = 24;

struct Tables {
  AliasTable user{users, 1.05};
  AliasTable country{countries, 1.0};
  AliasTable host{hosts, 0.5};
  std::array<std::int64_t, months + 1> month_begins{};
  std::array<std::string, countries> country_names;
  std::array<std::string, hosts> host_names;
  std::array<std::string, months> month_names;

  Tables() {
    for (std::uint32_t m = 0; m <= months; ++m) {
      month_begins[m] = midnight(2024 + static_cast<int>(m / 12), m % 12 + 1, 1);
    }
    for (std::uint32_t c = 0; c < countries; ++c) country_names[c] = yardstick_country(c);
    for (std::uint32_t h = 0; h < hosts; ++h) host_names[h] = yardstick_host(h);
    for (std::uint32_t m = 0; m < months; ++m) month_names[m] = yardstick_month(m);
  }
};

const Tables& tables() {
  static const Tables built;
  return built;
}

// The published checksums of the collection fix the columns of each row's numbers (16 a row).
class Numbers {
 public:
  Numbers(std::uint64_t seed, std::uint64_t row) : base_(seed + row * 16) {}
  std::uint64_t operator()(std::uint64_t column) const { return mix(base_ + column); }

 private:
  std::uint64_t base_;
};

std::uint32_t country_of(std::uint64_t bits, std::uint64_t seed, std::int64_t user) {
  if ((bits & 0xffff) % 100 < 3) return static_cast<std::uint32_t>((bits >> 16) % countries);
  const std::uint64_t key = seed ^ (std::uint64_t{0xc0} << 56) ^ static_cast<std::uint64_t>(user);
  return tables().country.draw(mix(key));
}

std::uint32_t status_of(std::uint64_t percent) {
  return percent < 70 ? 0 : percent < 85 ? 1 : percent < 93 ? 2 : percent < 98 ? 3 : 4;
}

// Floating point as the checksums fix it: the slot's width is rounded before it is multiplied.
std::int64_t created_at(const Recipe& recipe, std::uint64_t row, std::uint64_t bits) {
  const auto& begins = tables().month_begins;
  const double step =
      static_cast<double>(begins.back() - begins.front()) / static_cast<double>(recipe.documents);
  return begins.front() + static_cast<std::int64_t>((static_cast<double>(row) + unit(bits)) * step);
}

}  // namespace

YardstickRow yardstick_row(const Recipe& recipe, std::uint64_t row) {
  const Tables& table = tables();
  const std::uint64_t seed = mix(recipe.seed);
  const Numbers number(seed, row);
  YardstickRow values;
  values.user = (std::int64_t{table.user.draw(number(0))} * 611953 + 12345) % users;
  const std::uint64_t device_key = static_cast<std::uint64_t>(values.user) * 4 + number(1) % 3;
  values.device =
      static_cast<std::int32_t>(mix(device_key + (std::uint64_t{0xde} << 48)) % devices);
  values.country = country_of(number(2), seed, values.user);
  values.status = status_of(number(3) % 100);
  values.created = created_at(recipe, row, number(4));
  const auto next = std::upper_bound(table.month_begins.begin() + 1, table.month_begins.end() - 1,
                                     values.created);
  values.month = static_cast<std::uint32_t>(next - table.month_begins.begin() - 1);
  values.order = static_cast<std::int64_t>(row) + 1;
  values.uuid = uuid_v4(number(5), number(6));
  values.host = table.host.draw(number(7));
  const double mean = (unit(number(8)) + unit(number(9)) + unit(number(10))) / 3;
  values.score_thousandths = static_cast<std::uint32_t>(std::floor(mean * 100000 + 0.5));
  values.session = static_cast<std::int64_t>(number(11));
  return values;
}

Bytes12 yardstick_object_id(const YardstickRow& values, std::uint64_t row) {
  static constexpr unsigned char process[] = {0x5c, 0xa1, 0xab, 0x1e, 0x00};
  const auto seconds = static_cast<std::uint32_t>(values.created / 1000);
  Bytes12 id{};
  for (std::size_t i = 0; i < 4; ++i) id.bytes[i] = static_cast<char>(seconds >> (24 - 8 * i));
  for (std::size_t i = 0; i < 5; ++i) id.bytes[4 + i] = static_cast<char>(process[i]);
  for (std::size_t i = 0; i < 3; ++i) id.bytes[9 + i] = static_cast<char>(row >> (16 - 8 * i));
  return id;
}

std::string_view yardstick_status(std::uint32_t status) {
  static constexpr std::string_view names[] = {"completed", "pending", "shipped", "cancelled",
                                               "refunded"};
  return names[status];
}

std::string yardstick_country(std::uint32_t country) {
  return {static_cast<char>('A' + country / 14),
          static_cast<char>('A' + country % 14 + country % 14 % 7)};
}

std::string yardstick_email(std::int64_t user) {
  const std::uint64_t domain =
      mix((std::uint64_t{0xd0} << 56) ^ static_cast<std::uint64_t>(user)) % domains;
  return "user" + std::to_string(user) + (domain % 3 != 0 ? "@m" : "@mail") +
         std::to_string(domain) + ".example";
}

std::string yardstick_month(std::uint32_t month) {
  return std::to_string(2024 + month / 12) + "-" + padded(month % 12 + 1, 2);
}

std::string yardstick_host(std::uint32_t host) {
  return (host % 3 != 0 ? "web-" : "api-") + padded(host, 3) +
         (host % 2 != 0 ? ".eu-west.example.net" : ".us-east.example.net");
}

namespace {

void yardstick_document(const Recipe& recipe, std::uint64_t row, bson::Builder& document) {
  const Tables& table = tables();
  const YardstickRow values = yardstick_row(recipe, row);
  document.append_object_id("_id", yardstick_object_id(values, row).view());
  document.append_int64("user_id", values.user);
  document.append_int32("device_id", values.device);
  document.append_string("country", table.country_names[values.country]);
  document.append_string("status", yardstick_status(values.status));
  document.append_date("created_at", values.created);
  document.append_int64("order_id", values.order);
  document.append_binary("uuid", 4, values.uuid.view());
  document.append_string("email", yardstick_email(values.user));
  document.append_string("month", table.month_names[values.month]);
  document.append_string("hostname", table.host_names[values.host]);
  document.append_double("score", values.score_thousandths / 1000.0);
  document.append_int64("session_id", values.session);
}

}  // namespace

std::vector<Preset> yardstick_presets() {
  return {{"yardstick",
           "the benchmark collection: twelve fields of many kinds over 24 months",
           {"_id", "user_id", "device_id", "country", "status", "created_at", "order_id", "uuid",
            "email", "month", "hostname", "score", "session_id"},
           yardstick_document,
           yardstick_writer}};
}

}  // namespace shardsweep::generate
