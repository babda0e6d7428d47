#include "datasets/error.hpp"
#include "datasets/extended_json/parse.hpp"
#include "datasets/extended_json/stream.hpp"
#include "datasets/input/message_text.hpp"
#include "datasets/operations/record_reader.hpp"
#include "datasets/operations/server_record.hpp"

namespace shardsweep::datasets {
namespace {

constexpr std::size_t longest_line = extended_json::JsonSplitter::default_text_limit;

class LogRecords final : public RecordReader {
 public:
  LogRecords(ReadAhead& input, const std::string& name, ReadContext& context, Tally& tally)
      : input_(input), name_(name), context_(context), tally_(tally) {}

  bool next(Record& record) override {
    std::string_view line;
    while (next_line(line)) {
      record.place = {&name_, "line", line_};
      if (parse(line, record)) return true;
    }
    return false;
  }

 private:
  /// The next line without its break; false at the end. `line` is valid until the next call.
  bool next_line(std::string_view& line) {
    for (;;) {
      const std::size_t end = buffer_.find('\n', scan_);
      const bool found = end != std::string::npos;
      if (!found && buffer_.size() - at_ <= longest_line && read_more()) continue;
      if (!found && at_ == buffer_.size()) return false;
      ++line_;
      if (!found && buffer_.size() - at_ > longest_line) {
        drop_line();
        continue;
      }
      const std::size_t last = found ? end : buffer_.size();
      line = std::string_view(buffer_).substr(at_, last - at_);
      at_ = scan_ = found ? end + 1 : last;
      return true;
    }
  }

  /// Appends a block; false at the end of the input. Invalidates lines.
  bool read_more() {
    const std::string_view window = input_.window();
    if (window.empty()) return false;
    buffer_.erase(0, at_);
    at_ = 0;
    scan_ = buffer_.size();
    buffer_ += window;
    input_.consume(window.size());
    return true;
  }

  void drop_line() {
    context_.reject(name_ + " line " + std::to_string(line_),
                    "longer than the limit of " + byte_count(longest_line));
    do {
      at_ = scan_ = buffer_.size();
      if (!read_more()) return;
      at_ = buffer_.find('\n');
    } while (at_ == std::string::npos);
    scan_ = ++at_;
  }

  /// True where the line is a document that may matter.
  bool parse(std::string_view line, Record& record) {
    const std::size_t brace = line.find('{');
    if (brace == std::string_view::npos || !may_matter(line)) {
      tally_.other_line();
      return false;
    }
    const bool of_server = line.find("\"id\"") != std::string_view::npos;
    try {
      document_.clear();
      extended_json::parse_document(line.substr(brace), document_);
    } catch (const DataError& error) {
      const std::string reason = error.what();
      const std::uint64_t byte = input_.position() - (buffer_.size() - at_);
      if (at_end())
        tally_.leave_out(Reason::broken_last_line, record.place, {});
      else if (!of_server)
        tally_.other_line();
      else
        context_.reject(record.place.text(),
                        "line that ends before byte " + std::to_string(byte) + ": " + reason);
      return false;
    }
    record.document = bson::DocumentView(document_);
    return true;
  }

  bool at_end() { return at_ == buffer_.size() && !read_more(); }

  ReadAhead& input_;
  const std::string& name_;
  ReadContext& context_;
  Tally& tally_;
  std::string buffer_;
  std::size_t at_ = 0;    ///< begin of the next line
  std::size_t scan_ = 0;  ///< no line break is before it
  std::uint64_t line_ = 0;
  std::string document_;
};

}  // namespace

std::unique_ptr<RecordReader> read_log_records(ReadAhead& input, const std::string& name,
                                               ReadContext& context, Tally& tally) {
  return std::make_unique<LogRecords>(input, name, context, tally);
}

}  // namespace shardsweep::datasets
