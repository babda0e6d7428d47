#include "tests/datasets/input/memory_input.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace shardsweep::test {
namespace {

class MemoryInput final : public datasets::StoredInput {
 public:
  MemoryInput(std::string bytes, const std::string& name)
      : StoredInput(name), bytes_(std::move(bytes)) {}

  void rewind() override { position_ = 0; }
  std::size_t read(char* out, std::size_t size, const std::stop_token&) override {
    const std::size_t count = std::min(size, bytes_.size() - position_);
    std::memcpy(out, bytes_.data() + position_, count);
    position_ += count;
    return count;
  }
  std::optional<std::uint64_t> size() const override { return bytes_.size(); }

 private:
  std::string bytes_;
  std::size_t position_ = 0;
};

}  // namespace

std::unique_ptr<datasets::StoredInput> open_memory(std::string bytes, const std::string& name) {
  return std::make_unique<MemoryInput>(std::move(bytes), name);
}

}  // namespace shardsweep::test
