#include "tests/datasets/input/support.hpp"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "datasets/bson/builder.hpp"
#include "datasets/bson/validate.hpp"
#include "datasets/error.hpp"
#include "datasets/extended_json/write.hpp"

namespace shardsweep::test {

namespace fs = std::filesystem;

TempFolder::TempFolder() {
  std::string path = (fs::temp_directory_path() / "shardsweep-test-XXXXXX").string();
  if (::mkdtemp(path.data()) == nullptr) throw std::runtime_error("no temporary folder");
  path_ = path;
}

TempFolder::~TempFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

std::string TempFolder::write(const std::string& name, std::string_view bytes) const {
  const fs::path path = fs::path(path_) / name;
  fs::create_directories(path.parent_path());
  std::ofstream out(path, std::ios::binary);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (!out.flush()) throw std::runtime_error("cannot write " + path.string());
  return path.string();
}

std::string data_file(const std::string& name) {
  return std::string(SHARDSWEEP_SOURCE_DIR) + "/tests/datasets/data/" + name;
}

std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error("cannot open " + path);
  std::ostringstream bytes;
  bytes << in.rdbuf();
  return bytes.str();
}

std::string filtered(const std::string& command, std::string_view text) {
  const TempFolder folder;
  const std::string in = folder.write("in", text);
  const std::string out = folder.path() + "/out";
  const int status = std::system((command + " < " + in + " > " + out).c_str());
  if (status != 0) throw std::runtime_error("failed: " + command);
  return read_file(out);
}

std::string numbered_document(std::int32_t number, std::size_t pad) {
  std::string out;
  bson::Builder builder(out);
  builder.open_document();
  builder.append_int32("_id", number);
  builder.append_string("pad", std::string(pad, 'x'));
  builder.close();
  return out;
}

std::string numbered_documents(std::int32_t count, std::size_t pad) {
  std::string out;
  for (std::int32_t i = 0; i < count; ++i) out += numbered_document(i, pad);
  return out;
}

Reading read_all(datasets::Collection& collection) {
  const auto source = collection.read();
  Reading reading;
  datasets::DocumentBatch batch;
  while (source->next(batch)) {
    EXPECT_EQ(batch.first_row, reading.documents.size());
    for (std::size_t i = 0; i < batch.size(); ++i) {
      EXPECT_FALSE(bson::validate(batch.document(i)));
      reading.documents.emplace_back(batch.document(i));
    }
  }
  EXPECT_FALSE(source->next(batch));
  reading.report = source->report();
  EXPECT_EQ(reading.report.documents, reading.documents.size());
  EXPECT_EQ(source->progress().documents, reading.documents.size());
  return reading;
}

Reading read_inputs(const std::vector<std::string>& inputs, const datasets::OpenOptions& options) {
  return read_all(*datasets::open_collection(inputs, options));
}

std::vector<std::string> as_json(const std::vector<std::string>& documents) {
  std::vector<std::string> out;
  for (const std::string& document : documents)
    out.push_back(
        extended_json::to_json({bson::Type::Document, document}, extended_json::Style::canonical));
  return out;
}

std::string error_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const datasets::DataError& error) {
    return error.what();
  } catch (const datasets::ResourceError& error) {
    return error.what();
  }
  ADD_FAILURE() << "no error was thrown";
  return "";
}

}  // namespace shardsweep::test
