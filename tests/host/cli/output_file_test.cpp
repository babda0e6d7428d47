#include "host/cli/output_file.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "datasets/error.hpp"

namespace shardsweep::host {
namespace {

namespace fs = std::filesystem;

class OutputFiles : public testing::Test {
 protected:
  OutputFiles() {
    std::string name = testing::TempDir() + "/shardsweep-output-XXXXXX";
    folder_ = ::mkdtemp(name.data());
  }
  ~OutputFiles() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const { return folder_ / name; }
  static std::string content(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  std::size_t entries() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), {}));
  }
  template <class Action>
  static std::string resource_error(Action action) {
    try {
      action();
    } catch (const datasets::ResourceError& error) {
      return error.what();
    }
    return "no error";
  }

  fs::path folder_;
  std::ostringstream out_;
};

TEST_F(OutputFiles, AppearsWholeOnCommit) {
  OutputFile file(path("a.json"), out_);
  file.write("one ");
  file.write("two");
  EXPECT_FALSE(fs::exists(path("a.json")));
  file.commit();
  EXPECT_EQ(content(path("a.json")), "one two");
  EXPECT_EQ(entries(), 1);
  EXPECT_EQ(out_.str(), "");
}

TEST_F(OutputFiles, LeavesTheOldFileWhenNotCommitted) {
  std::ofstream(path("a.json")) << "old";
  {
    OutputFile file(path("a.json"), out_);
    file.write("new");
    EXPECT_EQ(content(path("a.json")), "old");
  }
  EXPECT_EQ(content(path("a.json")), "old");
  EXPECT_EQ(entries(), 1);
}

TEST_F(OutputFiles, ReplacesTheOldFileAndKeepsItsPermissions) {
  std::ofstream(path("a.json")) << "a longer old text";
  ASSERT_EQ(::chmod(path("a.json").c_str(), 0640), 0);
  OutputFile file(path("a.json"), out_);
  file.write("new");
  file.commit();
  EXPECT_EQ(content(path("a.json")), "new");
  EXPECT_EQ(fs::status(path("a.json")).permissions(),
            fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_read);
}

TEST_F(OutputFiles, FollowsSymbolicLinks) {
  std::ofstream(path("real")) << "old";
  fs::create_symlink("real", path("link"));
  fs::create_symlink("later", path("dangling"));
  for (const std::string name : {"link", "dangling"}) {
    OutputFile file(path(name), out_);
    file.write("new");
    file.commit();
    EXPECT_TRUE(fs::is_symlink(path(name)));
  }
  EXPECT_EQ(content(path("real")), "new");
  EXPECT_EQ(content(path("later")), "new");
}

TEST_F(OutputFiles, MinusIsTheStream) {
  OutputFile file("-", out_);
  file.write("text");
  file.commit();
  EXPECT_EQ(out_.str(), "text");
}

TEST_F(OutputFiles, AStreamThatFailsIsNamed) {
  out_.setstate(std::ios::badbit);
  OutputFile file("-", out_);
  EXPECT_THAT(resource_error([&] { file.write("text"); }),
              testing::StartsWith("cannot write standard output: "));
}

TEST_F(OutputFiles, DevicesAreWrittenAndStay) {
  OutputFile file("/dev/null", out_);
  file.write("text");
  file.commit();
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST_F(OutputFiles, AFullDeviceIsNamedWithTheSystemsWords) {
  OutputFile file("/dev/full", out_);
  EXPECT_EQ(resource_error([&] { file.write("text"); }),
            "cannot write /dev/full: No space left on device");
}

TEST_F(OutputFiles, AFileThatMayNotGrowLeavesNothing) {
  rlimit before{};
  ::getrlimit(RLIMIT_FSIZE, &before);
  const auto old_handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{1000, before.rlim_max};
  ::setrlimit(RLIMIT_FSIZE, &small);
  std::string message;
  {
    OutputFile file(path("big"), out_);
    message = resource_error([&] { file.write(std::string(5000, 'x')); });
  }
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, old_handler);
  EXPECT_EQ(message, "cannot write " + path("big") + ": File too large");
  EXPECT_EQ(entries(), 0);
}

TEST_F(OutputFiles, AFolderThatIsNotThereIsNamed) {
  EXPECT_EQ(resource_error([&] { OutputFile(path("no/a.json"), out_); }),
            "cannot create " + path("no/a.json") + ": No such file or directory");
  EXPECT_EQ(resource_error([&] { OutputFile(folder_, out_); }),
            "cannot write " + folder_.string() + ": Is a directory");
}

TEST_F(OutputFiles, UnfinishedFilesAreRemovedWhenASignalEndsTheProcess) {
  const pid_t child = ::fork();
  if (child == 0) {
    // As the program's handler does it: remove, then end.
    std::signal(SIGTERM, [](int) {
      remove_unfinished_outputs();
      ::_exit(42);
    });
    OutputFile first(path("first"), out_);
    OutputFile second(path("second"), out_);
    OutputFile third(path("third"), out_);
    second.write("whole");
    second.commit();
    std::raise(SIGTERM);
    ::_exit(1);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 42);
  EXPECT_EQ(content(path("second")), "whole");
  EXPECT_EQ(entries(), 1);
}

TEST_F(OutputFiles, MoreThanTheTableHoldsStillWork) {
  std::vector<std::unique_ptr<OutputFile>> files;
  for (int i = 0; i < 40; ++i) {
    files.push_back(std::make_unique<OutputFile>(path(std::to_string(i)), out_));
  }
  for (const auto& file : files) file->commit();
  EXPECT_EQ(entries(), 40);
}

}  // namespace
}  // namespace shardsweep::host
