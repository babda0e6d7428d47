#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/collection.hpp"

namespace shardsweep::test {

/// A folder that goes away with its content.
class TempFolder {
 public:
  TempFolder();
  ~TempFolder();
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;

  const std::string& path() const { return path_; }
  /// Writes a file below the folder, making its folders; returns its path.
  std::string write(const std::string& name, std::string_view bytes) const;

 private:
  std::string path_;
};

/// A file of tests/datasets/data.
std::string data_file(const std::string& name);
std::string read_file(const std::string& path);

/// The bytes of `text` after the program `command` ("gzip -c") has filtered them.
std::string filtered(const std::string& command, std::string_view text);

/// {_id: <number>, pad: <string>} in BSON.
std::string numbered_document(std::int32_t number, std::size_t pad = 0);
std::string numbered_documents(std::int32_t count, std::size_t pad = 0);

/// What a whole reading gave.
struct Reading {
  std::vector<std::string> documents;
  datasets::ReadReport report;
};

Reading read_all(datasets::Collection& collection);
/// Opens and reads. Checks on the way that first_row of each batch is right.
Reading read_inputs(const std::vector<std::string>& inputs,
                    const datasets::OpenOptions& options = {});

/// The documents as canonical Extended JSON.
std::vector<std::string> as_json(const std::vector<std::string>& documents);

/// The text of the DataError (or ResourceError) that `call` throws; a test failure and "" if none.
std::string error_of(const std::function<void()>& call);

}  // namespace shardsweep::test
