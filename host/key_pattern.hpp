#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/metadata.hpp"

namespace shardsweep::host {

/// A shard key pattern as written; `special` is "hashed" for a hashed field.
struct KeyPattern {
  std::vector<datasets::IndexField> fields;

  bool hashed_at(std::size_t i) const { return fields[i].special == "hashed"; }
  /// Position of the hashed field, or -1.
  int hashed_position() const;
  bool operator==(const KeyPattern& other) const;
};

/// `{user_id: 1, ts: 1}`, quotes optional, as in the shell (also plain JSON). Keeps whatever values
/// the text has (-1, "2d", ...): check_pattern judges them. Throws UsageError when the text is not
/// an object of names with numbers or strings.
KeyPattern parse_key_pattern(std::string_view text);

/// Canonical text: `{user_id: 1, ts: "hashed"}`; names are quoted only where the shell needs it.
std::string to_text(const KeyPattern& key);
/// JSON: `{"user_id":1,"ts":"hashed"}`.
std::string to_json(const KeyPattern& key);
/// The JSON of a field's number: JSON has no NaN and no infinity, so they are {"$numberDouble":
/// "NaN"} and the like, as Extended JSON v2 writes them.
std::string number_json(double value);

/// Server releases the product knows, ascending.
enum class ServerVersion { v4_2, v4_4, v5_0, v6_0, v7_0, v8_0 };
/// "8.0" -> v8_0. Throws UsageError with the list.
ServerVersion parse_server_version(std::string_view text);
std::string to_text(ServerVersion version);

/// Why the server would refuse; `code` is the server's error name.
struct Refusal {
  std::string code;    ///< "BadValue", "InvalidOptions", ...
  std::string reason;  ///< one sentence, names field and rule
};

/// The server's rules for a shard key pattern (names, values, one hashed field), by release.
std::optional<Refusal> check_pattern(const KeyPattern& key, ServerVersion server);

}  // namespace shardsweep::host
