#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

#include "datasets/bson/validate.hpp"
#include "datasets/extended_json/parse.hpp"

namespace shardsweep::extended_json {

/// The type wrappers {"$...": ...}. The last four take a look ahead; three of them are Extended
/// JSON v1.
enum class Wrapper : std::uint8_t {
  none,
  binary,
  code,
  date,
  db_pointer,
  max_key,
  min_key,
  number_decimal,
  number_double,
  number_int,
  number_long,
  object_id,
  regular_expression,
  symbol,
  timestamp,
  undefined,
  uuid,
  scope_first,
  legacy_type_first,
  legacy_regex_first,
  legacy_options_first,
};

/// Builds one BSON element with an empty name out of one JSON value, in one pass and without
/// recursion. BSON goes to a scratch buffer that at every element has room for twice the remaining
/// text and a little more: no form takes more, so nothing else checks for room.
class Parser {
 public:
  Parser(std::string_view text, const ParseOptions& options);

  /// Parses the whole text. Throws DataError.
  void run();

  bson::Type type() const { return static_cast<bson::Type>(buffer_[0]); }
  std::string_view value_bytes() const { return {&buffer_[2], size() - 2}; }
  const ParseNotes& notes() const { return notes_; }

 private:
  static constexpr std::size_t spare_room = 64;

  enum class LevelKind : std::uint8_t { document, array, scope, scope_before_code };

  /// An open document or array. Offsets count in the buffer.
  struct Level {
    std::size_t element;  ///< the element it is the value of
    std::size_t length;   ///< where its length goes
    std::uint32_t count;  ///< elements so far
    LevelKind kind;
  };

  /// Where a value stands in the text.
  struct Span {
    const char* begin = nullptr;
    const char* end = nullptr;
  };

  // parser.cpp: documents, arrays, the frame of everything
  void step();
  void next_member(Level& level);
  void next_item(Level& level);
  bool value();
  bool open_object();
  void open_array();
  Level& push_level(LevelKind kind);
  void check_depth(const char* where) const;
  void close_level();
  void read_key();
  void read_index(std::uint32_t index);
  void literal(std::string_view word, bson::Type type);
  [[noreturn]] void fail_value() const;

  // parser_text.cpp: strings, space, room, errors
  void skip_space();
  char peek() const { return at_ == end_ ? '\0' : *at_; }
  bool take(char wanted);
  void expect(char wanted, std::string_view where);
  void copy_string();
  void escape();
  std::uint32_t hex4();
  void skip_string();
  void skip_value();
  std::string_view read_text(std::string_view owner);
  void put_string();
  void check_room();
  void grow(std::size_t room);
  std::string path() const;
  [[noreturn]] void fail(const std::string& what) const { fail_at(at_, what); }
  [[noreturn]] void fail_at(const char* where, const std::string& what) const;
  [[noreturn]] void fail_size();

  // parser_number.cpp
  void number();
  void put_integer(std::int64_t value);
  void real_number(const char* begin);
  void put_double(std::string_view text);
  void long_integer(std::string_view digits);

  // parser_wrapper.cpp
  Wrapper find_wrapper(std::string_view key);
  void wrapper(Wrapper kind);
  void wrapper_value(Wrapper kind);
  void end_wrapper(std::string_view owner);
  bool key_follows(std::string_view key);
  bool strings_follow(std::string_view key);
  [[noreturn]] void fail_legacy(std::string_view owner, std::string_view wanted) const;

  // parser_simple.cpp: wrappers of one value
  void object_id();
  void uuid();
  void symbol();
  void number_int();
  std::int64_t read_long(std::string_view owner);
  void number_double();
  void number_decimal();
  void min_max_key(std::string_view owner, bson::Type type);
  void undefined();
  void date();
  std::int64_t wrapped_date();
  std::int64_t legacy_date();

  // parser_compound.cpp: wrappers that hold more than one value
  template <std::size_t N>
  std::array<Span, N> members(std::string_view owner, const std::array<std::string_view, N>& keys);
  template <std::size_t N>
  std::array<Span, N> more_members(std::string_view owner,
                                   const std::array<std::string_view, N>& keys,
                                   std::array<Span, N> spans, bool first);
  void go_to(const Span& span) { at_ = span.begin; }
  Span skipped_value();
  void timestamp();
  std::uint32_t timestamp_part(const Span& span) const;
  void regular_expression();
  void put_regex(const Span& pattern, const Span& options, std::string_view owner);
  std::string regex_text(const Span& span, std::string_view owner);
  void db_pointer();
  void binary();
  void put_binary(const Span& base64, int subtype);
  int read_subtype(const Span& span);
  void code();
  void scope_first();
  void open_scope(LevelKind kind);
  void end_scope(const Level& level);
  void legacy_binary(bool type_first);
  int legacy_subtype(const Span& span);
  void legacy_regex(bool options_first);

  std::size_t size() const { return static_cast<std::size_t>(out_ - buffer_.get()); }
  void set_type(bson::Type type) { buffer_[element_] = static_cast<char>(type); }
  template <class T>
  void put(T value) {
    std::memcpy(out_, &value, sizeof value);
    out_ += sizeof value;
  }
  void put_bytes(std::string_view bytes) {
    if (!bytes.empty()) std::memcpy(out_, bytes.data(), bytes.size());
    out_ += bytes.size();
  }
  void patch_length(std::size_t where, std::size_t length);

  const char* const text_;
  const char* at_;
  const char* const end_;
  const ParseOptions options_;
  ParseNotes notes_;
  std::size_t capacity_;
  std::unique_ptr<char[]> buffer_;
  char* out_;                ///< next byte to write
  std::size_t element_ = 0;  ///< offset of the current element's type byte
  int depth_ = 0;
  std::string unescaped_;  ///< what read_text() made of a string with escapes
  std::array<Level, bson::max_nesting + 1> levels_;  ///< one more: a wrapper is no level
};

}  // namespace shardsweep::extended_json
