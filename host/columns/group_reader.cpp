#include "host/columns/group_reader.hpp"

#include <exception>
#include <system_error>
#include <utility>

namespace shardsweep::host {
namespace {

// Batches are about a MiB; a group of unusually large ones ends early.
constexpr std::size_t most_group_bytes = std::size_t{64} << 20;

}  // namespace

GroupReader::GroupReader(datasets::DocumentSource& source, std::size_t batches)
    : source_(source), batches_(batches) {
  start_ahead();
}

GroupReader::~GroupReader() {
  if (reading_.valid()) reading_.wait();
}

void GroupReader::fill(Group& group) const {
  std::size_t used = 0;
  std::size_t bytes = 0;
  try {
    while (used < batches_ && bytes < most_group_bytes) {
      if (group.batches.size() == used) group.batches.emplace_back();
      WalkedBatch& batch = group.batches[used];
      batch.filtered = false;
      if (!source_.next(batch.documents)) {
        group.last = true;
        break;
      }
      bytes += batch.documents.bytes.size();
      ++used;
    }
  } catch (...) {
    group.failure = std::current_exception();
    group.last = true;
  }
  group.batches.resize(used);
}

void GroupReader::start_ahead() {
  try {
    reading_ = std::async(std::launch::async, [this] { fill(ahead_); });
  } catch (const std::system_error&) {
    fill(ahead_);  // no thread to be had: the same groups, only later
  }
}

std::vector<WalkedBatch>& GroupReader::next() {
  if (current_.failure) std::rethrow_exception(std::exchange(current_.failure, nullptr));
  if (current_.last) {
    current_.batches.clear();
    return current_.batches;
  }
  if (reading_.valid()) reading_.get();
  std::swap(current_, ahead_);
  if (!current_.last) start_ahead();
  if (current_.batches.empty() && current_.failure)
    std::rethrow_exception(std::exchange(current_.failure, nullptr));
  return current_.batches;
}

}  // namespace shardsweep::host
