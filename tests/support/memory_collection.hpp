#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "datasets/collection.hpp"

namespace shardsweep::test {

/// A collection whose documents (BSON bytes) lie in memory, for tests of whatever reads documents.
class MemoryCollection : public datasets::Collection {
 public:
  explicit MemoryCollection(std::vector<std::string> documents = {},
                            std::size_t documents_per_batch = 100)
      : documents_(std::move(documents)), per_batch_(documents_per_batch) {}

  void add(std::string document) { documents_.push_back(std::move(document)); }
  const std::vector<std::string>& documents() const { return documents_; }
  std::size_t readings() const { return readings_; }

  std::unique_ptr<datasets::DocumentSource> read() override {
    ++readings_;
    return std::make_unique<Source>(*this);
  }
  const datasets::CollectionMetadata& metadata() const override { return metadata_; }
  datasets::CollectionMetadata& metadata() { return metadata_; }
  const std::vector<datasets::InputFile>& files() const override { return files_; }

 private:
  class Source : public datasets::DocumentSource {
   public:
    explicit Source(const MemoryCollection& from) : from_(from) {}

    bool next(datasets::DocumentBatch& batch) override {
      batch.clear();
      batch.first_row = row_;
      for (std::size_t i = 0; i < from_.per_batch_ && row_ < from_.documents_.size(); ++i, ++row_) {
        batch.bytes += from_.documents_[row_];
        batch.offsets.push_back(batch.bytes.size());
        report_.document_bytes += from_.documents_[row_].size();
      }
      report_.documents = row_;
      return batch.size() != 0;
    }
    datasets::ReadProgress progress() const override { return {0, 0, row_}; }
    const datasets::ReadReport& report() const override { return report_; }

   private:
    const MemoryCollection& from_;
    std::size_t row_ = 0;
    datasets::ReadReport report_;
  };

  std::vector<std::string> documents_;
  std::size_t per_batch_;
  std::size_t readings_ = 0;
  datasets::CollectionMetadata metadata_;
  std::vector<datasets::InputFile> files_;
};

}  // namespace shardsweep::test
