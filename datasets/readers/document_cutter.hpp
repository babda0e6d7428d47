#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "datasets/input/read_ahead.hpp"

namespace shardsweep::datasets {

/// Cuts BSON documents out of a byte stream by their length fields. The bytes inside are not
/// looked at; a document that lies in one block is not copied.
class DocumentCutter {
 public:
  enum class Found {
    document,
    terminator,  ///< the length ff ff ff ff, which closes blocks of an archive
    end,         ///< the input ends at a boundary
    damage,      ///< a length out of range or an end inside a document: nothing more can be cut
  };

  /// `input` must outlive this.
  explicit DocumentCutter(ReadAhead& input) : input_(input) {}

  /// Goes to the next item. Throws what the input throws.
  Found next();

  /// The document found last, valid until the next call of next().
  std::string_view document() const noexcept { return document_; }
  /// Where the item found last begins, in unpacked bytes.
  std::uint64_t start() const noexcept { return start_; }
  /// What is wrong, after `damage`.
  const std::string& problem() const noexcept { return problem_; }

 private:
  Found check_length(std::int32_t length);
  Found cut_across_blocks();
  bool collect(std::size_t size);

  ReadAhead& input_;
  std::string_view document_;
  std::uint64_t start_ = 0;
  std::size_t pending_ = 0;  ///< bytes of document_ still to be consumed from the input
  std::string collected_;
  std::string problem_;
};

}  // namespace shardsweep::datasets
