// Linked into GoogleTest programs on the emulator: a test that leaves a fault behind fails, even
// where the code under test swallowed the error.
#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/ptx_emulator/control.hpp"

namespace shardsweep::ptx {

namespace {

class Guard : public testing::EmptyTestEventListener {
 private:
  void OnTestStart(const testing::TestInfo&) override {
    settings() = {};
    fail_call(0, 0);
    clear_error();
    delay_streams(std::getenv("PTX_EMULATOR_DELAYS_STREAMS") != nullptr);
  }
  void OnTestEnd(const testing::TestInfo&) override {
    delay_streams(false);
    for (const Fault& fault : take_faults()) ADD_FAILURE() << "PTX emulator: " << fault.message;
  }
};

// Listeners belong to GoogleTest, which deletes them.
const bool installed = [] {
  testing::UnitTest::GetInstance()->listeners().Append(new Guard);
  return true;
}();

}  // namespace

}  // namespace shardsweep::ptx
