#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "datasets/bson/view.hpp"

namespace shardsweep::host::routing {

/// Where the fields of a document come from after some stages of a pipeline.
class FieldChanges {
 public:
  /// Takes a stage into account. False: what comes behind it says nothing of the documents before
  /// it ($group, $limit, unknown stages, ...).
  bool apply(std::string_view stage, const bson::ValueView& argument);

  /// The path before all stages so far that the value at `path` comes from unchanged; nullopt when
  /// it may be another value.
  std::optional<std::string> original(std::string_view path) const;
  /// Every path is its own original.
  bool untouched() const { return origins_.empty() && others_stay_; }

 private:
  using Origin = std::optional<std::string>;

  void set(std::string_view path, Origin origin);
  void unwind(const bson::ValueView& argument);
  void unset(const bson::ValueView& argument);
  void add_fields(bson::DocumentView fields);
  void project(bson::DocumentView fields);
  void leave_out(bson::DocumentView fields);
  /// What an expression's value was before the stages, if it is a field of the top level as it was.
  Origin copied(const bson::ValueView& expression) const;

  /// Paths that no longer are their own origin, or are named by the last inclusion. The longest
  /// entry that leads to a path decides.
  std::map<std::string, Origin, std::less<>> origins_;
  bool others_stay_ = true;  ///< paths without an entry are as they were, else gone
};

}  // namespace shardsweep::host::routing
