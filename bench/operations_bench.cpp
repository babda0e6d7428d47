// Speed and memory of reading a log of operations: writes a mixed log and reads it in one pass.
//   operations_bench [lines [folder]]
#include <sys/resource.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>

#include "datasets/operations/operation_stream.hpp"

namespace {

std::string line_of(std::uint64_t number, std::uint64_t value) {
  const std::string begin = R"({"t":{"$date":"2025-06-02T08:30:00.250+02:00"},"s":"I",  "c":)";
  const std::string end =
      R"(,"planSummary":"IXSCAN { user: 1 }","keysExamined":20,"docsExamined":20,"nreturned":20,)"
      R"("numYields":0,"reslen":6120,"locks":{"Global":{"acquireCount":{"r":1}}},"storage":{},)"
      R"("remote":"10.0.0.3:5050","protocol":"op_msg","durationMillis":104}})";
  const std::string text = std::to_string(value);
  if (number % 10 < 3)
    return begin + R"("NETWORK",  "id":22943,   "ctx":"listener","msg":"Connection accepted",)" +
           R"("attr":{"remote":"10.0.0.1:5050","connectionId":)" + text + "}}";
  if (number % 10 < 7)
    return begin + R"("COMMAND",  "id":51803,   "ctx":"conn7","msg":"Slow query","attr":{)" +
           R"("type":"command","ns":"shop.cart","command":{"find":"cart","filter":{"user":)" +
           text + R"(,"state":{"$in":[1,2]}},"sort":{"at":-1},"limit":20,"$db":"shop"})" + end;
  return begin + R"("WRITE",    "id":51803,   "ctx":"conn8","msg":"Slow query","attr":{)" +
         R"("type":"update","ns":"shop.cart","command":{"q":{"_id":)" + text +
         R"(},"u":{"$set":{"state":2}},"multi":false,"upsert":false})" + end;
}

void write_log(const std::string& path, std::uint64_t lines) {
  std::mt19937_64 random(1);
  std::ofstream out(path, std::ios::binary);
  for (std::uint64_t i = 0; i < lines; ++i) out << line_of(i, random() % 1'000'000) << '\n';
}

void read_log(const std::string& path, std::uint64_t lines) {
  const auto begin = std::chrono::steady_clock::now();
  const auto stream = shardsweep::datasets::open_operations({path});
  shardsweep::datasets::OperationBatch batch;
  while (stream->next(batch)) {
  }
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  std::printf("%llu lines, %llu operations, %.2f s, %.0f lines/s, %.0f MB/s, peak %ld MiB\n",
              static_cast<unsigned long long>(lines),
              static_cast<unsigned long long>(stream->report().operations), time.count(),
              static_cast<double>(lines) / time.count(),
              static_cast<double>(std::filesystem::file_size(path)) / 1e6 / time.count(),
              usage.ru_maxrss / 1024);
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t lines = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1'000'000;
  const std::string path = std::string(argc > 2 ? argv[2] : "/tmp") + "/operations_bench.log";
  write_log(path, lines);
  read_log(path, lines);
  std::filesystem::remove(path);
}
