#include <ostream>

#include "datasets/error.hpp"
#include "hashing/mongo_hash.hpp"
#include "host/cli/cli.hpp"
#include "host/commands/value_lines.hpp"

namespace shardsweep::host {

int command_hash(const std::vector<std::string>& arguments, std::istream& in, std::ostream& out,
                 std::ostream&) {
  const ValueLineOptions options = parse_value_line_options(arguments, "hash", out);
  if (options.help) return 0;
  read_value_lines(options, in, [&](std::string&&, bson::Value&& value) {
    const auto type = static_cast<std::uint8_t>(value.type);
    out << hashing::hash_value(type, value.bytes, options.seed) << '\n';
  });
  if (!out.flush()) throw datasets::ResourceError("cannot write the hashes");
  return 0;
}

}  // namespace shardsweep::host
