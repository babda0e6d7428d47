#include "datasets/generate/write.hpp"

#include <algorithm>
#include <deque>
#include <future>
#include <utility>

#include "datasets/extended_json/write.hpp"
#include "datasets/generate/csv.hpp"

namespace shardsweep::generate {
namespace {

class CommonWriter final : public RowWriter {
 public:
  CommonWriter(const Preset& preset, const Recipe& recipe, Format format, Renames renames,
               std::vector<std::string> columns)
      : preset_(preset),
        recipe_(recipe),
        format_(format),
        renames_(std::move(renames)),
        columns_(std::move(columns)) {}

  std::string header() const override {
    if (format_ != Format::csv) return {};
    constexpr std::uint64_t looked_at = 1000;
    std::vector<std::string> documents(std::min(looked_at, recipe_.documents));
    for (std::size_t row = 0; row < documents.size(); ++row) append_document(row, documents[row]);
    return csv_header(columns_, documents);
  }

  void append_rows(std::uint64_t first, std::uint64_t last, std::string& out) const override {
    std::string document;
    for (std::uint64_t row = first; row < last; ++row) {
      if (format_ == Format::bson) {
        append_document(row, out);
        continue;
      }
      document.clear();
      append_document(row, document);
      append_text(document, out);
    }
  }

 private:
  void append_document(std::uint64_t row, std::string& out) const {
    if (renames_.empty()) {
      generate::append_document(preset_, recipe_, row, out);
      return;
    }
    std::string document;
    generate::append_document(preset_, recipe_, row, document);
    append_renamed(bson::DocumentView(document), renames_, out);
  }

  void append_text(std::string_view document, std::string& out) const {
    if (format_ == Format::csv) {
      append_csv_line(bson::DocumentView(document), columns_, out);
      return;
    }
    extended_json::write_value({bson::Type::Document, document}, extended_json::Style::canonical,
                               out);
    out += '\n';
  }

  const Preset& preset_;
  Recipe recipe_;
  Format format_;
  Renames renames_;
  std::vector<std::string> columns_;
};

}  // namespace

std::unique_ptr<RowWriter> make_writer(const Preset& preset, const Recipe& recipe, Format format,
                                       const Renames& renames) {
  std::vector<std::string> columns = renamed_paths(preset.fields, renames);
  if (preset.writer != nullptr) {
    if (auto own = preset.writer(recipe, format, columns)) return own;
  }
  return std::make_unique<CommonWriter>(preset, recipe, format, renames, std::move(columns));
}

void write_rows(const RowWriter& writer, std::uint64_t first, std::uint64_t last, unsigned threads,
                const std::function<void(std::string_view)>& sink) {
  constexpr std::uint64_t rows_a_piece = 4096;
  const auto make = [&writer](std::uint64_t begin, std::uint64_t end) {
    std::string piece;
    writer.append_rows(begin, end, piece);
    return piece;
  };
  if (first == 0) sink(writer.header());
  // Without a policy the library falls back to making a piece when it is asked for, should the
  // system have no thread to give; with one thread that is wanted.
  const auto policy =
      threads > 1 ? std::launch::async | std::launch::deferred : std::launch::deferred;
  std::deque<std::future<std::string>> ahead;
  for (std::uint64_t next = first; next < last || !ahead.empty();) {
    while (next < last && ahead.size() <= threads) {
      const std::uint64_t end = next + std::min(rows_a_piece, last - next);
      ahead.push_back(std::async(policy, make, next, end));
      next = end;
    }
    sink(ahead.front().get());
    ahead.pop_front();
  }
}

}  // namespace shardsweep::generate
