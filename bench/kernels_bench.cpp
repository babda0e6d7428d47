// Speed of the CPU executor alone: skewed columns of ranks made in memory, 50 compound keys, CPU
// seconds of the whole process (so that a shared machine matters little).
//   kernels_bench [rows [threads [core|full|all|each [key...]]]]     key: fields joined by commas
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <map>
#include <numeric>
#include <random>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernels/executor.hpp"
#include "kernels/thread_pool.hpp"

namespace {

namespace kernels = shardsweep::kernels;
using Ranks = std::vector<std::uint32_t>;

const std::vector<std::string> all_keys = {"country,user_id",
                                           "country,device_id",
                                           "country,status",
                                           "country,month",
                                           "country,hostname",
                                           "country,created_at",
                                           "country,order_id",
                                           "country,email",
                                           "country,score",
                                           "country,session_id",
                                           "status,user_id",
                                           "status,device_id",
                                           "status,hostname",
                                           "status,month",
                                           "status,created_at",
                                           "month,user_id",
                                           "month,device_id",
                                           "month,hostname",
                                           "month,country",
                                           "month,status",
                                           "hostname,user_id",
                                           "hostname,created_at",
                                           "hostname,device_id",
                                           "user_id,device_id",
                                           "user_id,created_at",
                                           "user_id,order_id",
                                           "user_id,month",
                                           "user_id,score",
                                           "device_id,created_at",
                                           "device_id,user_id",
                                           "email,device_id",
                                           "email,month",
                                           "email,created_at",
                                           "score,user_id",
                                           "session_id,uuid",
                                           "country,status,user_id",
                                           "country,status,month",
                                           "country,month,user_id",
                                           "country,user_id,device_id",
                                           "country,hostname,month",
                                           "status,country,month",
                                           "month,country,device_id",
                                           "month,hostname,status",
                                           "user_id,device_id,month",
                                           "hostname,month,user_id",
                                           "country,status,month,hostname",
                                           "country,status,month,user_id",
                                           "country,user_id,device_id,created_at",
                                           "month,country,status,device_id",
                                           "hostname,status,month,device_id"};

/// The finaliser of splitmix64.
std::uint64_t mix(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

double unit(std::uint64_t x) {
  return static_cast<double>(x >> 11) * 0x1p-53;
}

/// A draw below n whose frequency falls as 1 / (value + 1).
std::uint32_t skewed(std::uint64_t random, std::uint32_t n) {
  const double draw = std::exp(unit(random) * std::log(n + 1.0)) - 1;
  return std::min(n - 1, static_cast<std::uint32_t>(draw));
}

struct Table {
  std::map<std::string, std::pair<Ranks, std::uint32_t>, std::less<>> fields;
  Ranks sizes;

  explicit Table(std::uint32_t rows) : sizes(rows) {
    for (const auto& [name, distinct] : std::map<std::string, std::uint32_t>{{"user_id", 1'000'000},
                                                                             {"email", 1'000'000},
                                                                             {"device_id", 50'000},
                                                                             {"country", 195},
                                                                             {"status", 5},
                                                                             {"month", 24},
                                                                             {"hostname", 500},
                                                                             {"score", 100'001},
                                                                             {"created_at", rows},
                                                                             {"order_id", rows},
                                                                             {"session_id", rows},
                                                                             {"uuid", rows}}) {
      fields[name] = {Ranks(rows), distinct};
    }
    for (std::uint32_t row = 0; row < rows; ++row) fill(row, rows);
    for (const char* name : {"session_id", "uuid"}) {
      Ranks& ranks = fields[name].first;
      std::iota(ranks.begin(), ranks.end(), 0u);
      std::shuffle(ranks.begin(), ranks.end(), std::mt19937_64(1));
    }
  }

  void fill(std::uint32_t row, std::uint32_t rows) {
    const auto random = [&](std::uint64_t column) { return mix(std::uint64_t{row} * 16 + column); };
    const std::uint32_t user = skewed(random(0), 1'000'000);
    const std::uint64_t status = random(3) % 100;
    const double score = (unit(random(8)) + unit(random(9)) + unit(random(10))) / 3;
    set("user_id", row,
        static_cast<std::uint32_t>((std::uint64_t{user} * 611'953 + 12'345) % 1'000'000));
    set("email", row, static_cast<std::uint32_t>((std::uint64_t{user} * 377'771 + 99) % 1'000'000));
    set("device_id", row, static_cast<std::uint32_t>(mix(user * 4ull + random(1) % 3) % 50'000));
    set("country", row,
        random(2) % 100 < 3 ? static_cast<std::uint32_t>(random(4) % 195)
                            : skewed(mix(user + 77), 195) * 61 % 195);
    set("status", row, status < 70 ? 0 : status < 85 ? 1 : status < 93 ? 2 : status < 98 ? 3 : 4);
    set("month", row, static_cast<std::uint32_t>(std::uint64_t{row} * 24 / rows));
    set("hostname", row, static_cast<std::uint32_t>(500 * unit(random(7)) * unit(random(6))));
    set("score", row, static_cast<std::uint32_t>(score * 100'000));
    set("created_at", row, row);
    set("order_id", row, row);
    sizes[row] = static_cast<std::uint32_t>(270 + random(11) % 40);
  }

  void set(std::string_view name, std::uint32_t row, std::uint32_t rank) {
    fields.find(name)->second.first[row] = rank;
  }
};

struct Bench {
  kernels::Plan plan;
  std::vector<kernels::ColumnView> views;
  std::map<std::string, std::uint32_t> index;

  Bench(const Table& table, const std::vector<std::string>& keys) {
    for (const auto& [name, field] : table.fields) {
      index[name] = static_cast<std::uint32_t>(views.size());
      views.push_back({field.first, field.second});
    }
    for (const std::string& key : keys) {
      std::stringstream stream(key);
      std::int32_t parent = -1;
      for (std::string name; std::getline(stream, name, ',');) {
        plan.nodes.push_back({parent, index.at(name), 0});
        parent = static_cast<std::int32_t>(plan.nodes.size()) - 1;
      }
      plan.nodes.back().wants = kernels::want_all;
    }
  }
};

double cpu_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

void measure(const char* level, std::uint32_t wants, Bench bench, const kernels::Columns& columns,
             kernels::Executor& executor, std::size_t keys) {
  for (kernels::PlanNode& node : bench.plan.nodes) node.wants = node.wants == 0 ? 0 : wants;
  std::uint64_t groups = 0;
  const double cpu = cpu_seconds();
  const auto wall = std::chrono::steady_clock::now();
  executor.execute(bench.plan, columns,
                   [&](std::size_t, kernels::NodeResult&& result) { groups += result.distinct; },
                   {});
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - wall;
  const double used = cpu_seconds() - cpu;
  std::printf("%-6s %7.3f s CPU, %7.3f s, %6.2f ns CPU per document and key, %llu groups\n", level,
              used, elapsed.count(), used * 1e9 / columns.rows / static_cast<double>(keys),
              static_cast<unsigned long long>(groups));
}

}  // namespace

int main(int argc, char** argv) {
  const auto rows =
      static_cast<std::uint32_t>(argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 5'000'000);
  const auto threads = static_cast<unsigned>(argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 1);
  const std::string level = argc > 3 ? argv[3] : "each";
  std::vector<std::string> keys(argv + std::min(argc, 4), argv + argc);
  if (keys.empty()) keys = all_keys;
  const Table table(rows);
  kernels::ThreadPool pool(threads);
  const auto executor = kernels::make_cpu_executor(pool);
  const Bench bench(table, keys);
  const kernels::Columns columns{rows, bench.views, table.sizes};
  const std::uint32_t core = kernels::want_distinct | kernels::want_top;
  const std::pair<const char*, std::uint32_t> levels[] = {
      {"core", core},
      {"full", core | kernels::want_heaviest | kernels::want_ranges | kernels::want_correlation},
      {"all", kernels::want_all}};
  for (const auto& [name, wants] : levels) {
    if (level == "each" || level == name) {
      measure(name, wants, bench, columns, *executor, keys.size());
    }
  }
  return 0;
}
