#include "datasets/input/stored_input.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>
#include <xxhash.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <thread>

#include "datasets/error.hpp"
#include "datasets/input/read_ahead.hpp"
#include "tests/datasets/input/memory_input.hpp"
#include "tests/datasets/input/support.hpp"

namespace shardsweep::datasets {
namespace {

using test::error_of;
using test::TempFolder;
using testing::HasSubstr;

std::string read_to_end(StoredInput& input, std::size_t block = 7) {
  StoredReader reader(input, block, {});
  std::string all;
  for (;;) {
    const std::string_view window = reader.window();
    if (window.empty()) return all;
    all += window;
    reader.consume(window.size());
  }
}

TEST(FileInput, ReadsTheSameBytesEachTime) {
  const TempFolder folder;
  const auto input = open_file(folder.write("a.bson", "some bytes in a file"));
  EXPECT_EQ(input->size(), 20U);
  EXPECT_EQ(read_to_end(*input), "some bytes in a file");
  EXPECT_EQ(read_to_end(*input, 1), "some bytes in a file");
}

TEST(FileInput, NamesWhatCannotBeOpened) {
  const TempFolder folder;
  const std::string missing = folder.path() + "/no\x1b[31m.bson";
  EXPECT_THAT(
      error_of([&] { open_file(missing); }),
      HasSubstr("cannot open " + folder.path() + "/no\\x1b[31m.bson: No such file or directory"));
  EXPECT_THAT(error_of([&] { open_file(folder.path()); }), HasSubstr("it is a folder, not a file"));
  EXPECT_THAT(error_of([&] { open_file("/dev/null"); }), HasSubstr("it is a device, not a file"));

  const std::string fifo = folder.path() + "/fifo";
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  EXPECT_THAT(error_of([&] { open_file(fifo); }),
              HasSubstr("it is a FIFO, not a file; send the data to standard input and name it -"));
}

TEST(FileInput, NamesASocket) {
  const TempFolder folder;
  const int descriptor = ::socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  const std::string path = folder.path() + "/s";
  ASSERT_LT(path.size(), sizeof address.sun_path);
  path.copy(address.sun_path, path.size());
  ASSERT_EQ(::bind(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  EXPECT_THAT(error_of([&] { open_file(path); }), HasSubstr("it is a socket, not a file"));
  ::close(descriptor);
}

TEST(FileInput, NamesByteAndReasonOfAFailedRead) {
  // Reading the memory of this process at address 0 is an input/output error.
  const auto input = open_file("/proc/self/mem");
  EXPECT_EQ(error_of([&] { read_to_end(*input); }),
            "cannot read /proc/self/mem at byte 0: Input/output error");
}

TEST(FileInput, NoticesThatItChangesWhileItIsRead) {
  const TempFolder folder;
  const std::string path = folder.write("a", std::string(100, 'a'));
  const auto with_change = [&](const std::function<void()>& change) {
    const auto input = open_file(path);
    StoredReader reader(*input, 10, {});
    reader.consume(reader.window().size());
    change();
    return error_of([&] { reader.drain(); });
  };
  EXPECT_THAT(with_change([&] { std::filesystem::resize_file(path, 50); }),
              HasSubstr("changed while it was read (100 bytes at the begin, 50 read)"));
  EXPECT_THAT(with_change([&] { std::filesystem::resize_file(path, 80); }),
              HasSubstr("changed while it was read (50 bytes at the begin, 80 read)"));
  EXPECT_THAT(with_change([&] {
                folder.write("a", std::string(80, 'b'));
                std::filesystem::last_write_time(
                    path, std::filesystem::file_time_type::clock::now() + std::chrono::seconds(5));
              }),
              HasSubstr("changed while it was read"));
}

/// A pipe whose write end a thread feeds.
class FedPipe {
 public:
  FedPipe(std::string bytes, std::size_t piece, bool keep_open = false) {
    if (::pipe(ends_) != 0) throw std::runtime_error("no pipe");
    writer_ = std::jthread([this, bytes = std::move(bytes), piece, keep_open] {
      for (std::size_t at = 0; at < bytes.size(); at += piece)
        if (::write(ends_[1], bytes.data() + at, std::min(piece, bytes.size() - at)) < 0) break;
      if (!keep_open) ::close(ends_[1]);
    });
  }
  ~FedPipe() {
    ::close(ends_[0]);
    writer_.join();
  }
  int reader() const { return ends_[0]; }

 private:
  int ends_[2] = {-1, -1};
  std::jthread writer_;
};

TEST(PipeInput, CanBeReadAgain) {
  const TempFolder folder;
  const std::string bytes = test::numbered_documents(500);
  const FedPipe pipe(bytes, 1000);
  const auto input = open_descriptor(pipe.reader(), "standard input", folder.path());
  EXPECT_EQ(input->size(), std::nullopt);
  {
    // A first reading that stops half-way.
    StoredReader reader(*input, 100, {});
    EXPECT_EQ(reader.window(300).substr(0, 300), bytes.substr(0, 300));
  }
  EXPECT_EQ(read_to_end(*input, 4096), bytes);
  EXPECT_EQ(input->size(), bytes.size());
  EXPECT_EQ(read_to_end(*input, 33), bytes);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path())) << "the copy has a name";
}

TEST(PipeInput, NamesTheFolderThatHasNoRoom) {
  const FedPipe pipe("some bytes", 100);
  const auto input = open_descriptor(pipe.reader(), "standard input", "/no/such\nfolder");
  try {
    read_to_end(*input);
    FAIL();
  } catch (const ResourceError& error) {
    EXPECT_STREQ(error.what(),
                 "cannot keep a copy of standard input in /no/such\\nfolder: No such file or "
                 "directory; name a folder with more room by --temp");
  }
}

TEST(PipeInput, NamesALimitOfTheDisk) {
  const TempFolder folder;
  rlimit before = {};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small = {1000, before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const FedPipe pipe(std::string(5000, 'a'), 5000);
  const auto input = open_descriptor(pipe.reader(), "standard input", folder.path());
  const std::string error = error_of([&] { read_to_end(*input, 700); });
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_THAT(
      error, HasSubstr(folder.path() + ": File too large; name a folder with more room by --temp"));
}

TEST(PipeInput, EndsSoonThoughThePipeKeepsSilent) {
  const TempFolder folder;
  const FedPipe pipe("abcdef", 6, true);
  const auto input = open_descriptor(pipe.reader(), "standard input", folder.path());
  const auto begin = std::chrono::steady_clock::now();
  {
    ReadAhead ahead(*input);
    EXPECT_EQ(ahead.window(), "abcdef");
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
}

TEST(RedirectedInput, IsReadInPlaceFromWhereItStood) {
  const TempFolder folder;
  const std::string path = folder.write("a", "skipped and the rest");
  FILE* file = std::fopen(path.c_str(), "rb");
  ASSERT_NE(file, nullptr);
  ASSERT_EQ(::lseek(::fileno(file), 8, SEEK_SET), 8);
  const auto input = open_descriptor(::fileno(file), "standard input", "/no/such/folder");
  EXPECT_EQ(input->size(), 12U);
  EXPECT_EQ(read_to_end(*input), "and the rest");
  EXPECT_EQ(read_to_end(*input), "and the rest");
  std::filesystem::resize_file(path, 10);
  EXPECT_THAT(error_of([&] { read_to_end(*input); }),
              HasSubstr("standard input changed while it was read"));
  std::fclose(file);
}

TEST(OpenDescriptor, RefusesFoldersAndClosedOnes) {
  const TempFolder folder;
  FILE* file = std::fopen(folder.path().c_str(), "r");
  ASSERT_NE(file, nullptr);
  const int descriptor = ::fileno(file);
  EXPECT_THAT(error_of([&] { open_descriptor(descriptor, "standard input", ""); }),
              HasSubstr("standard input: it is a folder"));
  std::fclose(file);
  EXPECT_THAT(error_of([&] { open_descriptor(1'000'000, "standard input", ""); }),
              HasSubstr("cannot read standard input: Bad file descriptor"));
}

TEST(ReadAhead, ChecksumIsOfTheStoredBytesForAnyBlockSize) {
  const std::string bytes = test::numbered_documents(2000);
  for (const std::size_t block :
       {std::size_t{1}, std::size_t{7}, std::size_t{4096}, bytes.size()}) {
    const auto input = test::open_memory(bytes, "memory");
    std::atomic<std::uint64_t> done = 0;
    ReadAheadOptions options;
    options.block_bytes = block;
    options.stored_bytes_done = &done;
    ReadAhead ahead(*input, options);
    std::string all;
    for (std::string_view window = ahead.window(); !window.empty(); window = ahead.window()) {
      const std::size_t count = std::min<std::size_t>(window.size(), 5);
      all += window.substr(0, count);
      ahead.consume(count);
    }
    EXPECT_EQ(all, bytes);
    EXPECT_EQ(ahead.position(), bytes.size());
    EXPECT_EQ(ahead.stored_bytes(), bytes.size());
    EXPECT_EQ(done, bytes.size());
    EXPECT_EQ(ahead.xxh3(), XXH3_64bits(bytes.data(), bytes.size()));
  }
}

TEST(ReadAhead, DiscardedRestStillCountsInTheChecksum) {
  const std::string bytes = test::filtered("gzip -c", test::numbered_documents(20000, 50));
  const auto input = test::open_memory(bytes, "memory");
  ReadAheadOptions options;
  options.block_bytes = 4096;
  ReadAhead ahead(*input, options);
  EXPECT_FALSE(ahead.window().empty());
  ahead.discard_rest();
  EXPECT_TRUE(ahead.window().empty());
  EXPECT_EQ(ahead.stored_bytes(), bytes.size());
  EXPECT_EQ(ahead.xxh3(), XXH3_64bits(bytes.data(), bytes.size()));
}

TEST(ReadAhead, StopsWhileBlocksWait) {
  const auto input = test::open_memory(std::string(1'000'000, 'a'), "memory");
  ReadAheadOptions options;
  options.block_bytes = 10;
  const ReadAhead never_read(*input, options);
}

}  // namespace
}  // namespace shardsweep::datasets
