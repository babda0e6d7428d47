#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/bson/validate.hpp"
#include "datasets/bson/view.hpp"

namespace shardsweep::datasets {

/// bson::validate and bson::has_duplicate_names for one document after the other, faster where
/// documents look alike: the names and types of a document are remembered as steps, and a document
/// that follows the same steps needs only its values checked, since names that are the same bytes
/// are as valid and as different as before. Any other document, and each that repeats a name, takes
/// the whole way. The answers are those of the two functions, always. One thread.
class DocumentCheck {
 public:
  /// The defect of `document`, or none; then duplicate_names() tells of it.
  std::optional<bson::Defect> check(std::string_view document);
  bool duplicate_names() const noexcept { return duplicate_names_; }

 private:
  enum class Kind : std::uint8_t { fixed, boolean, text, open, array, close };
  /// One element up to its value, or the end of a level.
  struct Step {
    Kind kind = Kind::close;
    std::uint8_t value_bytes = 0;  ///< of fixed
    std::uint32_t head_begin = 0;  ///< type byte, name and NUL in heads_
    std::uint32_t head_bytes = 0;
  };

  bool follows_steps(std::string_view document) const;
  /// Goes behind the value of an element; null when it does not fit its step.
  const char* pass_value(const Step& step, const char* at, const char* last) const;
  bool learn(bson::DocumentView level, std::size_t depth);
  bool learn_element(const bson::Element& element, std::size_t depth);

  std::vector<Step> steps_;
  std::string heads_;
  bool duplicate_names_ = false;
  std::uint32_t misses_ = 0;  ///< documents in a row that did not follow the steps
};

}  // namespace shardsweep::datasets
