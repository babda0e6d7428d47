#include "host/columns/spilled_dictionary.hpp"

#include <cstddef>

#include "datasets/bson/view.hpp"
#include "host/columns/spill_file.hpp"
#include "host/columns/value_bytes.hpp"

namespace shardsweep::host {
namespace {

class SpilledDictionary : public Dictionary {
 public:
  SpilledDictionary(const DictionarySource& source, const std::string& directory)
      : file_(directory), size_(static_cast<std::uint32_t>(source.first_items.size())) {
    write_values(source);
    write_rows(source);
    begin_ = file_.map();
  }

  std::uint32_t size() const override { return size_; }

  bson::ValueView value(std::uint32_t rank) const override {
    if (stride_ != variable_size) return {type_, {begin_ + rank * stride_, stride_}};
    const char* at = begin_ + load<std::uint64_t>(offsets_, rank);
    const auto type = static_cast<bson::Type>(*at);
    return {type, {at + 1, value_bytes(type, at + 1)}};
  }
  std::uint64_t documents(std::uint32_t rank) const override {
    return unique_ ? 1 : load<std::uint32_t>(documents_, rank);
  }
  std::uint64_t bytes(std::uint32_t rank) const override {
    return unique_ ? load<std::uint32_t>(bytes_, rank) : load<std::uint64_t>(bytes_, rank);
  }
  std::uint32_t first_row(std::uint32_t rank) const override {
    return load<std::uint32_t>(first_rows_, rank);
  }

 private:
  template <class T>
  T load(std::uint64_t section, std::uint32_t rank) const {
    return bson::load<T>(begin_ + section + rank * sizeof(T));
  }
  void write_values(const DictionarySource& source);
  void write_rows(const DictionarySource& source);

  SpillFile file_;
  std::uint32_t size_;
  bool unique_ = false;
  bson::Type type_ = bson::Type::Null;
  std::size_t stride_ = variable_size;  // of values that lie without type and offset
  std::uint64_t offsets_ = 0;           // sections of the file
  std::uint64_t first_rows_ = 0;
  std::uint64_t documents_ = 0;
  std::uint64_t bytes_ = 0;
  const char* begin_ = nullptr;
};

void SpilledDictionary::write_values(const DictionarySource& source) {
  const ValueStore& items = source.items;
  if (items.uniform_bytes() != variable_size) {
    type_ = items[0].type;
    stride_ = items.uniform_bytes();
    for (const std::uint32_t item : source.first_items)
      file_.write(items[item].bytes.data(), stride_);
    return;
  }
  PodVector<std::uint64_t> offsets;
  for (const std::uint32_t item : source.first_items) {
    const bson::ValueView value = items[item];
    offsets.push_back(file_.position());
    file_.write(&value.type, 1);
    file_.write(value.bytes.data(), value.bytes.size());
  }
  offsets_ = file_.align();
  file_.write(offsets.data(), offsets.size() * sizeof(std::uint64_t));
}

void SpilledDictionary::write_rows(const DictionarySource& source) {
  first_rows_ = file_.align();
  file_.write(source.first_rows.data(), source.first_rows.size_bytes());
  unique_ = source.documents.empty();
  bytes_ = file_.align();
  if (unique_) {
    for (const std::uint32_t row : source.first_rows)
      file_.write(&source.sizes[row], sizeof(std::uint32_t));
    return;
  }
  file_.write(source.bytes.data(), source.bytes.size_bytes());
  documents_ = file_.align();
  file_.write(source.documents.data(), source.documents.size_bytes());
}

}  // namespace

std::unique_ptr<Dictionary> spill_dictionary(const DictionarySource& source,
                                             const std::string& directory) {
  return std::make_unique<SpilledDictionary>(source, directory);
}

}  // namespace shardsweep::host
