#include "tests/support/process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace shardsweep::tests {
namespace {

struct Pipe {
  int read = -1;
  int write = -1;
  Pipe() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("pipe");
    read = ends[0];
    write = ends[1];
  }
};

[[noreturn]] void become(const std::vector<std::string>& arguments, const Pipe& in, const Pipe& out,
                         const Pipe& err) {
  dup2(in.read, STDIN_FILENO);
  dup2(out.write, STDOUT_FILENO);
  dup2(err.write, STDERR_FILENO);
  std::vector<char*> argv;
  for (const auto& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  execvp(argv[0], argv.data());
  _exit(127);
}

/// Appends what is there; false at the end.
bool drain(int descriptor, std::string& into) {
  char block[65536];
  const auto size = read(descriptor, block, sizeof block);
  if (size <= 0) return false;
  into.append(block, static_cast<std::size_t>(size));
  return true;
}

void talk(const std::string& input, const Pipe& in, const Pipe& out, const Pipe& err,
          Outcome& outcome) {
  std::size_t sent = 0;
  pollfd polled[3] = {{out.read, POLLIN, 0}, {err.read, POLLIN, 0}, {in.write, POLLOUT, 0}};
  if (input.empty()) polled[2].fd = -1, close(in.write);
  while (polled[0].fd >= 0 || polled[1].fd >= 0) {
    poll(polled, 3, -1);
    if (polled[0].revents != 0 && !drain(out.read, outcome.out)) polled[0].fd = -1;
    if (polled[1].revents != 0 && !drain(err.read, outcome.err)) polled[1].fd = -1;
    if (polled[2].fd < 0 || polled[2].revents == 0) continue;
    const auto written =
        write(in.write, input.data() + sent, std::min<std::size_t>(input.size() - sent, 4096));
    if (written > 0) sent += static_cast<std::size_t>(written);
    if (written <= 0 || sent == input.size()) polled[2].fd = -1, close(in.write);
  }
  if (polled[2].fd >= 0) close(in.write);
}

}  // namespace

Outcome run_process(const std::vector<std::string>& arguments, const std::string& input) {
  std::signal(SIGPIPE, SIG_IGN);
  const Pipe in, out, err;
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("fork");
  if (child == 0) {
    std::signal(SIGPIPE, SIG_DFL);
    become(arguments, in, out, err);
  }
  close(in.read);
  close(out.write);
  close(err.write);
  Outcome outcome;
  talk(input, in, out, err, outcome);
  close(out.read);
  close(err.read);
  int status = 0;
  waitpid(child, &status, 0);
  outcome.status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  return outcome;
}

Outcome run_shell(const std::string& line) {
  return run_process({"bash", "-c", line});
}

std::string program() {
  return SHARDSWEEP_BINARY_DIR "/bin/shardsweep";
}

TempFolder::TempFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "shardsweep-test-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("mkdtemp");
  folder_ = name;
}

TempFolder::~TempFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

std::string TempFolder::write(const std::string& name, const std::string& bytes) const {
  const std::string where = path(name);
  std::filesystem::create_directories(std::filesystem::path(where).parent_path());
  std::ofstream(where, std::ios::binary) << bytes;
  return where;
}

std::vector<std::string> TempFolder::files() const {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
    names.push_back(entry.path().filename().string());
  }
  std::ranges::sort(names);
  return names;
}

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace shardsweep::tests
