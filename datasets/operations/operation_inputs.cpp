#include "datasets/operations/operation_inputs.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "datasets/error.hpp"
#include "datasets/input/message_text.hpp"
#include "datasets/input/read_ahead.hpp"
#include "datasets/readers/archive_prelude.hpp"
#include "datasets/readers/document_cutter.hpp"

namespace shardsweep::datasets {
namespace {

bool holds_records(const ArchivedCollection& collection) {
  if (collection.name == "system.profile") return true;
  return collection.database == "config" &&
         (collection.name == "sampledQueries" || collection.name == "sampledQueriesDiff");
}

class Opening {
 public:
  explicit Opening(const OperationOptions& options) : options_(options) {}

  void add(const std::string& path) {
    std::error_code error;
    if (path == "-") {
      if (!add_input(path, open_standard_input(options_.temp_directory))) refuse("standard input");
    } else if (std::filesystem::is_directory(path, error)) {
      add_folder(path);
    } else if (!add_input(path, open_file(path))) {
      refuse(shown_name(path));
    }
  }

  OperationInputs take() { return std::move(inputs_); }

 private:
  void add_folder(const std::string& folder) {
    const std::size_t before = inputs_.parts.size();
    for (const std::string& path : files_below(folder))
      if (!add_input(path, open_file(path))) inputs_.passed_over.push_back(shown_name(path));
    if (inputs_.parts.size() == before)
      throw DataError(shown_name(folder) +
                      ": no file in this folder holds records of operations; " + known_records());
  }

  /// False where it holds no records.
  bool add_input(const std::string& path, const std::shared_ptr<StoredInput>& input) {
    const auto container = recognise_records(*input);
    if (!container) return false;
    const std::size_t file = inputs_.files.size();
    const std::size_t before = inputs_.parts.size();
    if (*container == RecordContainer::archive)
      add_archive(input, file);
    else
      inputs_.parts.push_back({input, *container, "", file});
    if (inputs_.parts.size() == before) return false;
    inputs_.files.push_back({path, input->size().value_or(0), 0});
    return true;
  }

  void add_archive(const std::shared_ptr<StoredInput>& input, std::size_t file) {
    ReadAhead ahead(*input);
    DocumentCutter cutter(ahead);
    for (const ArchivedCollection& collection : read_archive_prelude(ahead, cutter, input->name()))
      if (holds_records(collection))
        inputs_.parts.push_back({input, RecordContainer::archive, collection.data_name(), file});
  }

  [[noreturn]] static void refuse(const std::string& name) {
    throw DataError(name + ": no record of operations among its first 64 KiB; " + known_records() +
                    " (text logs of 4.2 and older cannot be read)");
  }

  const OperationOptions& options_;
  OperationInputs inputs_;
};

}  // namespace

OperationInputs open_inputs(const std::vector<std::string>& paths,
                            const OperationOptions& options) {
  if (paths.empty())
    throw DataError("no records of operations are named; give files, folders or -");
  if (std::ranges::count(paths, "-") > 1)
    throw DataError("standard input (-) is named twice; it can be read once");
  Opening opening(options);
  for (const std::string& path : paths) opening.add(path);
  return opening.take();
}

}  // namespace shardsweep::datasets
