#include "host/routing/regex_prefix.hpp"

#include <cctype>

namespace shardsweep::host::routing {
namespace {

struct Flags {
  bool multiline = false;
  bool extended = false;
  bool usable = true;
};

Flags read_flags(std::string_view text) {
  Flags flags;
  for (const char flag : text) {
    if (flag == 'm') {
      flags.multiline = true;
    } else if (flag == 'x') {
      flags.extended = true;
    } else if (flag != 's') {
      flags.usable = false;
    }
  }
  return flags;
}

/// As stringMayHaveUnescapedPipe of MongoDB src/mongo/db/query/index_bounds_builder.cpp, which
/// knows nothing of \Q and \E and looks at two bytes before.
bool may_have_alternatives(std::string_view pattern) {
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] != '|') continue;
    const bool after_backslash = i >= 1 && pattern[i - 1] == '\\';
    const bool after_two = after_backslash && i >= 2 && pattern[i - 2] == '\\';
    if (!after_backslash || after_two) return true;
  }
  return false;
}

class Prefix {
 public:
  Prefix(std::string_view pattern, bool extended) : rest_(pattern), extended_(extended) {}

  std::string collect() {
    while (!rest_.empty() && take()) {
    }
    return made_;
  }

 private:
  char next() {
    const char c = rest_.front();
    rest_.remove_prefix(1);
    return c;
  }

  /// What a quantifier makes optional: a whole UTF-8 character.
  void drop_character() {
    while (!made_.empty() && (made_.back() & 0xc0) == 0x80) made_.pop_back();
    if (!made_.empty()) made_.pop_back();
  }

  /// False: the prefix ends.
  bool take() {
    const char c = next();
    // Wider than the server on purpose: its prefix keeps a character that {0,n} makes optional.
    if (c == '*' || c == '?' || (c == '{' && rest_.starts_with('0'))) {
      drop_character();
      return false;
    }
    if (c == '\\') return take_escape();
    if (std::string_view("^$.[()+{").find(c) != std::string_view::npos) return false;
    if (extended_ && c == '#') return false;
    if (extended_ && std::isspace(static_cast<unsigned char>(c)) != 0) return true;
    made_ += c;
    return true;
  }

  bool take_escape() {
    if (rest_.empty()) return false;
    const char c = next();
    if (c == 'Q') return take_literal();
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '\0') return false;
    made_ += c;
    return true;
  }

  bool take_literal() {
    const std::size_t end = rest_.find("\\E");
    made_ += rest_.substr(0, end);
    rest_ = end == std::string_view::npos ? std::string_view() : rest_.substr(end + 2);
    return true;
  }

  std::string_view rest_;
  bool extended_;
  std::string made_;
};

}  // namespace

std::string regex_prefix(std::string_view pattern, std::string_view flags) {
  const Flags known = read_flags(flags);
  if (!known.usable) return "";
  if (pattern.starts_with("\\A")) {
    pattern.remove_prefix(2);
  } else if (pattern.starts_with('^') && !known.multiline) {
    pattern.remove_prefix(1);
  } else {
    return "";
  }
  if (may_have_alternatives(pattern)) return "";
  return Prefix(pattern, known.extended).collect();
}

}  // namespace shardsweep::host::routing
