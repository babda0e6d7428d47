#include "datasets/readers/archive_reader.hpp"

#include <utility>

#include "datasets/bson/printable.hpp"
#include "datasets/bson/validate.hpp"
#include "datasets/bson/view.hpp"
#include "datasets/readers/archive_prelude.hpp"
#include "datasets/readers/bson_reader.hpp"
#include "datasets/readers/crc64.hpp"
#include "datasets/readers/document_cutter.hpp"

namespace shardsweep::datasets {
namespace {

using Found = DocumentCutter::Found;

/// What opens a block, or closes a collection.
struct BlockHeader {
  std::string data_name;
  bool closes = false;
  std::uint64_t crc = 0;
};

BlockHeader block_header(std::string_view document) {
  std::string database;
  std::string collection;
  BlockHeader header;
  for (const bson::Element& element : bson::DocumentView(document)) {
    const bson::ValueView& value = element.value;
    const bool text = value.type == bson::Type::String;
    if (element.name == "db" && text) database = value.as_string();
    if (element.name == "collection" && text) collection = value.as_string();
    if (element.name == "EOF" && value.type == bson::Type::Bool) header.closes = value.as_bool();
    if (element.name == "CRC" && value.type == bson::Type::Int64)
      header.crc = static_cast<std::uint64_t>(value.as_int64());
  }
  header.data_name = database + '.' + collection;
  return header;
}

class ArchiveReader final : public FormatReader {
 public:
  ArchiveReader(ReadAhead& input, const std::string& name, std::string data_name,
                ReadContext& context)
      : input_(input),
        cutter_(input),
        name_(name),
        data_name_(std::move(data_name)),
        context_(context) {
    read_archive_prelude(input_, cutter_, name_);
  }

  bool fill(DocumentBatch& batch) override {
    while (!context_.full(batch)) {
      const Found found = cutter_.next();
      const bool more = in_block_ ? inside(found, batch) : between(found);
      if (!more) return false;
    }
    return true;
  }

 private:
  /// Between blocks: a header must come, or the end.
  bool between(Found found) {
    if (found == Found::end) {
      if (closed_) return false;
      return give_up("the archive ends before the end of " + shown_data_name() +
                     " (it is cut short)");
    }
    if (found == Found::terminator)
      return give_up("an end of block stands where a block must begin");
    if (found == Found::damage) return give_up(cutter_.problem());
    if (const auto defect = bson::validate(cutter_.document()))
      return give_up("bad block header: " + defect->what);
    const BlockHeader header = block_header(cutter_.document());
    ours_ = header.data_name == data_name_;
    closing_ = header.closes;
    in_block_ = true;
    if (ours_ && closed_) return give_up("more of " + shown_data_name() + " follows its end");
    if (ours_ && closing_) close_collection(header.crc);
    return true;
  }

  bool inside(Found found, DocumentBatch& batch) {
    if (found == Found::terminator) {
      in_block_ = false;
      return true;
    }
    if (found == Found::end) return give_up("the archive ends inside a block (it is cut short)");
    if (found == Found::damage) return give_up(cutter_.problem());
    if (closing_) return give_up("documents follow the end of a collection");
    if (!ours_) return true;
    crc_.update(cutter_.document());
    accept_bson(cutter_.document(), cutter_.start(), name_, check_, context_, batch);
    return true;
  }

  void close_collection(std::uint64_t crc) {
    closed_ = true;
    if (crc == crc_.value()) return;
    context_.reject(place(), "the checksum (CRC-64) of " + shown_data_name() +
                                 " does not fit its documents: some bytes are damaged");
  }

  bool give_up(const std::string& reason) {
    context_.reject_rest(place(), reason);
    input_.discard_rest();
    return false;
  }

  std::string place() const { return name_ + " byte " + std::to_string(cutter_.start()); }
  std::string shown_data_name() const { return bson::printable(data_name_, 120); }

  ReadAhead& input_;
  DocumentCutter cutter_;
  const std::string& name_;
  std::string data_name_;
  ReadContext& context_;
  DocumentCheck check_;
  Crc64 crc_;
  bool in_block_ = false;
  bool ours_ = false;     ///< the block is of our collection
  bool closing_ = false;  ///< the block only says that its collection ends
  bool closed_ = false;   ///< our collection has ended
};

}  // namespace

std::unique_ptr<FormatReader> read_archive(ReadAhead& input, const std::string& name,
                                           std::string data_name, ReadContext& context) {
  return std::make_unique<ArchiveReader>(input, name, std::move(data_name), context);
}

}  // namespace shardsweep::datasets
