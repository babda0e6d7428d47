#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace shardsweep::host {

/// Exit statuses of the program.
inline constexpr int exit_done = 0;
inline constexpr int exit_crossed = 1;  ///< a --fail-if threshold was crossed
inline constexpr int exit_usage = 2;
inline constexpr int exit_data = 3;
inline constexpr int exit_device = 4;
inline constexpr int exit_resource = 5;
inline constexpr int exit_bug = 70;

/// The whole program: reads the arguments (without the program's name), runs one command, returns
/// the exit status of the contract (0 done, 1 --fail-if crossed, 2 usage, 3 data, 4 device, 5
/// resources, 70 a bug).
int run(const std::vector<std::string>& arguments, std::istream& in, std::ostream& out,
        std::ostream& err);

/// One command. `arguments` are those after the command's name. Errors are thrown.
using Command = int (*)(const std::vector<std::string>& arguments, std::istream& in,
                        std::ostream& out, std::ostream& err);

int command_hash(const std::vector<std::string>& arguments, std::istream& in, std::ostream& out,
                 std::ostream& err);
int command_order(const std::vector<std::string>& arguments, std::istream& in, std::ostream& out,
                  std::ostream& err);
int command_generate(const std::vector<std::string>& arguments, std::istream& in, std::ostream& out,
                     std::ostream& err);
int command_analyze(const std::vector<std::string>& arguments, std::istream& in, std::ostream& out,
                    std::ostream& err);
int command_route(const std::vector<std::string>& arguments, std::istream& in, std::ostream& out,
                  std::ostream& err);
int command_sweep(const std::vector<std::string>& arguments, std::istream& in, std::ostream& out,
                  std::ostream& err);
int command_devices(const std::vector<std::string>& arguments, std::istream& in, std::ostream& out,
                    std::ostream& err);

}  // namespace shardsweep::host
