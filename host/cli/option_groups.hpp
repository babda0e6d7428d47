#pragma once

#include <boost/program_options.hpp>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "host/options.hpp"

/// Groups of options that several commands share. Each `add_*` declares options and each `read_*`
/// takes their values out of the parsed map. Everything wrong is a UsageError that names the
/// option.
namespace shardsweep::host {

void add_input_options(boost::program_options::options_description& group);
InputOptions read_input_options(const boost::program_options::variables_map& values);

void add_cluster_options(boost::program_options::options_description& group);
ClusterOptions read_cluster_options(const boost::program_options::variables_map& values);

void add_candidate_options(boost::program_options::options_description& group);
CandidateOptions read_candidate_options(const boost::program_options::variables_map& values);

/// Parses `arguments` with the visible groups plus a hidden positional INPUT list. Unknown options,
/// missing values and doubled ones become UsageError.
boost::program_options::variables_map parse_options(
    const std::vector<std::string>& arguments,
    const boost::program_options::options_description& visible);

/// The value of a number option within [least, most].
std::uint64_t in_range(const boost::program_options::variables_map& values, const char* name,
                       std::uint64_t least, std::uint64_t most);

/// "64M", "2GiB", "1000000": bytes, powers of 1024. Throws UsageError naming `option`.
std::uint64_t parse_size(std::string_view text, std::string_view option);
/// "100000" or "1e9" or "20M" (powers of 1000): a count of documents.
std::uint64_t parse_count(std::string_view text, std::string_view option);
/// "a=1,b=2.5" added to `into`. Throws UsageError naming `option`.
void parse_assignments(std::string_view text, std::string_view option,
                       std::map<std::string, double>& into);
/// Splits at commas, trims blanks, drops empty parts.
std::vector<std::string> split_list(std::string_view text);

}  // namespace shardsweep::host
