#include "host/columns/spilled_dictionary.hpp"

#include <cstddef>

#include "host/columns/spill_file.hpp"
#include "host/columns/value_layout.hpp"

namespace shardsweep::host {
namespace {

// Values stay in row order where at least one in this many is distinct.
constexpr std::uint64_t rows_per_distinct = 4;
constexpr std::uint64_t always_sorted = 256;  // values: not worth the difference

class SpilledDictionary : public Dictionary {
 public:
  SpilledDictionary(const DictionarySource& source, const std::string& directory)
      : file_(directory),
        size_(static_cast<std::uint32_t>(source.first_items.size())),
        unique_(source.documents.empty()),
        by_row_(source.by_row && size_ > always_sorted &&
                size_ >= source.items.size() / rows_per_distinct),
        sizes_(source.sizes) {
    if (by_row_)
      write_values(source.items);
    else
      write_values(sorted_items(source));
    write_classes(source);
    map();
  }

  std::uint32_t size() const override { return size_; }
  bson::ValueView value(std::uint32_t rank) const override {
    return values_[by_row_ ? first_rows_[rank] : rank];
  }
  std::uint64_t documents(std::uint32_t rank) const override {
    return unique_ ? 1 : documents_[rank];
  }
  std::uint64_t bytes(std::uint32_t rank) const override {
    return unique_ ? (*sizes_)[first_rows_[rank]] : bytes_[rank];
  }
  std::uint32_t first_row(std::uint32_t rank) const override { return first_rows_[rank]; }
  bool by_row() const override { return by_row_; }
  bson::ValueView value_of_row(std::uint32_t row) const override { return values_[row]; }

 private:
  static ValueStore sorted_items(const DictionarySource& source);
  void write_values(const ValueStore& values);
  void write_classes(const DictionarySource& source);
  void map();
  template <class T>
  std::uint64_t write_section(const T* data, std::size_t count) {
    const std::uint64_t begin = file_.align();
    file_.write(data, count * sizeof(T));
    return begin;
  }

  SpillFile file_;
  std::uint32_t size_;
  bool unique_;
  bool by_row_;
  SharedSizes sizes_;
  // Sections of the file: their begins while writing, then where they are mapped.
  struct Begins {
    std::uint64_t values = 0, offsets = 0, tags = 0, first_rows = 0, documents = 0, bytes = 0;
  } begins_;
  ValueLayout values_;
  const std::uint32_t* first_rows_ = nullptr;
  const std::uint32_t* documents_ = nullptr;
  const std::uint64_t* bytes_ = nullptr;
};

ValueStore SpilledDictionary::sorted_items(const DictionarySource& source) {
  ValueStore sorted;
  for (const std::uint32_t item : source.first_items) sorted.append(source.items[item]);
  return sorted;
}

void SpilledDictionary::write_values(const ValueStore& values) {
  values_ = values.layout();
  begins_.values = write_section(values_.bytes, values.stored_bytes());
  if (values_.offsets != nullptr) begins_.offsets = write_section(values_.offsets, values.size());
  if (values_.tags != nullptr) begins_.tags = write_section(values_.tags, values.size());
}

void SpilledDictionary::write_classes(const DictionarySource& source) {
  begins_.first_rows = write_section(source.first_rows.data(), source.first_rows.size());
  if (unique_) return;
  begins_.documents = write_section(source.documents.data(), source.documents.size());
  begins_.bytes = write_section(source.bytes.data(), source.bytes.size());
}

void SpilledDictionary::map() {
  const char* begin = file_.map();
  const auto at = [begin](std::uint64_t section) {
    return static_cast<const void*>(begin + section);
  };
  values_.bytes = begin + begins_.values;
  if (values_.offsets != nullptr)
    values_.offsets = static_cast<const std::uint64_t*>(at(begins_.offsets));
  if (values_.tags != nullptr) values_.tags = static_cast<const std::uint8_t*>(at(begins_.tags));
  first_rows_ = static_cast<const std::uint32_t*>(at(begins_.first_rows));
  documents_ = static_cast<const std::uint32_t*>(at(begins_.documents));
  bytes_ = static_cast<const std::uint64_t*>(at(begins_.bytes));
}

}  // namespace

std::unique_ptr<Dictionary> spill_dictionary(const DictionarySource& source,
                                             const std::string& directory) {
  return std::make_unique<SpilledDictionary>(source, directory);
}

}  // namespace shardsweep::host
