#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "host/key_pattern.hpp"

namespace shardsweep::host {

/// What the commands that read documents share. Plain data with the defaults of `--help`.
struct InputOptions {
  std::vector<std::string> inputs;
  std::string ns;
  std::string format = "auto";
  std::optional<std::vector<std::string>> csv_fields;
  bool skip_bad = false;
  bool legacy_json = false;
  std::string temp;                ///< "" = the system's temporary folder
  unsigned threads = 0;            ///< 0 = all
  std::uint64_t memory_bytes = 0;  ///< 0 = 75 % of RAM
  std::string backend = "auto";    ///< auto | cpu | cuda
  bool quiet = false;
  bool verbose = false;
};

/// The cluster and sizes to judge at.
struct ClusterOptions {
  std::uint32_t shards = 4;
  ServerVersion server = ServerVersion::v8_0;
  std::uint64_t chunk_bytes = 0;   ///< 0 = the server's default
  std::string start = "existing";  ///< empty | existing | reshard | present
  std::uint32_t ranges = 1024;
  std::uint32_t windows = 100;
  std::optional<std::uint64_t> total_docs;
  std::optional<std::uint64_t> total_bytes;
  std::optional<std::uint64_t> expect_docs;
  std::string size_field;

  std::uint64_t chunk_bytes_in_force() const {
    if (chunk_bytes != 0) return chunk_bytes;
    const std::uint64_t mib = 1024 * 1024;
    return server >= ServerVersion::v6_0 ? 128 * mib
                                         : 64 * mib;  // chunks by release: 5.2 and later 128
  }
};

/// Which keys to look at.
struct CandidateOptions {
  std::vector<KeyPattern> keys;     ///< --key and --keys-file
  std::vector<std::string> fields;  ///< --fields, empty = all
  std::uint32_t max_fields = 3;
  std::uint32_t max_candidates = 500;
  std::uint32_t max_paths = 256;
  bool all_orders = false;
  std::vector<std::string> derive;        ///< "month=month(created)"
  std::optional<KeyPattern> present_key;  ///< of a sharded collection
};

struct SweepOptions {
  InputOptions input;
  ClusterOptions cluster;
  CandidateOptions candidates;
  std::string arrival = "auto";
  std::uint64_t seed = 1;
  std::uint32_t top = 20;                    ///< rows of the table
  std::uint32_t most_common = 5;             ///< values listed per key
  std::map<std::string, double> weights;     ///< --weights writes=2,...
  std::map<std::string, double> thresholds;  ///< --threshold NAME=VALUE
  std::optional<std::string> json_file;
  std::optional<std::string> csv_file;
  std::optional<std::string> markdown_file;
  std::vector<std::string> fail_if;  ///< "score<60", "class=notAdvised"
  bool dry_run = false;
  std::string command_line;  ///< for the run record
};

}  // namespace shardsweep::host
