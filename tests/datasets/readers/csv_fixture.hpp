#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tests/datasets/input/support.hpp"

namespace shardsweep::datasets {

class CsvReader : public testing::Test {
 protected:
  std::string write(std::string_view text, const std::string& name = "a.csv") const {
    return folder_.write(name, text);
  }
  std::vector<std::string> read(std::string_view text, const std::string& name = "a.csv",
                                const OpenOptions& options = {}) const {
    return test::as_json(test::read_inputs({write(text, name)}, options).documents);
  }
  std::string error(std::string_view text, const std::string& name = "a.csv") const {
    const std::string path = write(text, name);
    std::string message = test::error_of([&] { test::read_inputs({path}); });
    if (message.starts_with(path)) message.erase(0, path.size() + 1);
    return message;
  }
  static OpenOptions skipping() {
    OpenOptions options;
    options.skip_bad = true;
    return options;
  }
  test::TempFolder folder_;
};

}  // namespace shardsweep::datasets
