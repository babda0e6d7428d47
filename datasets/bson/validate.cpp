#include "datasets/bson/validate.hpp"

#include <array>
#include <string>

#include "datasets/bson/printable.hpp"
#include "datasets/bson/utf8.hpp"
#include "datasets/bson/view.hpp"

namespace shardsweep::bson {

namespace {

std::string hex_byte(char byte) {
  constexpr char digits[] = "0123456789abcdef";
  const auto value = static_cast<unsigned char>(byte);
  return {'0', 'x', digits[value >> 4], digits[value & 15]};
}

/// Walks one document with a stack of its own. Every step returns false once a defect is noted.
class Validator {
 public:
  explicit Validator(std::string_view document) : document_(document), at_(document.data()) {}

  std::optional<Defect> run() {
    if (envelope()) walk();
    return std::move(defect_);
  }

 private:
  /// An open document, array or scope. `last` is where its final NUL must stand.
  struct Frame {
    const char* last;
    std::string_view name;
  };

  bool envelope() {
    if (document_.size() < 5) {
      return fail(
          at_, "a document takes at least 5 bytes, there are " + std::to_string(document_.size()));
    }
    const auto length = load<std::int32_t>(at_);
    if (length < 5) return fail(at_, "document length " + std::to_string(length) + " is below 5");
    const auto size = static_cast<std::size_t>(length);
    if (size > max_document_bytes) {
      return fail(at_, "document length " + std::to_string(size) + " is over the limit of " +
                           std::to_string(max_document_bytes) + " bytes");
    }
    if (size != document_.size()) {
      return fail(at_, "document length is " + std::to_string(size) + ", but there are " +
                           std::to_string(document_.size()) + " bytes");
    }
    return push(at_ + size - 1);
  }

  void walk() {
    while (depth_ > 0) {
      if (*at_ == 0) {
        if (!pop()) return;
      } else if (!element()) {
        return;
      }
    }
  }

  /// Opens the document at at_; `last` has been checked to lie inside the enclosing one.
  bool push(const char* last) {
    if (*last != 0) {
      return fail(last, "the document ends with byte " + hex_byte(*last) + " instead of 0x00");
    }
    if (depth_ == max_nesting) {
      return fail(at_, "nested deeper than " + std::to_string(max_nesting) + " levels");
    }
    frames_[static_cast<std::size_t>(depth_++)] = {last, name_};
    at_ += 4;
    return true;
  }

  bool pop() {
    const Frame& frame = top();
    if (at_ != frame.last) {
      name_ = {};
      return fail(at_, "the document ends " + std::to_string(frame.last - at_) +
                           " bytes before its stated length");
    }
    ++at_;
    --depth_;
    return true;
  }

  bool element() {
    const char* const begin = at_;
    const char* const last = top().last;
    name_ = {};
    const char* const nul = find_nul(at_ + 1, last);
    if (nul == last) return fail(begin, "a field name runs over the end of its document");
    name_ = {begin + 1, static_cast<std::size_t>(nul - begin - 1)};
    if (!is_utf8(name_)) return fail(begin + 1, "the field name is not valid UTF-8");
    at_ = nul + 1;
    return value(static_cast<Type>(*begin), begin);
  }

  bool value(Type type, const char* begin) {
    const std::string_view rest(at_, static_cast<std::size_t>(top().last - at_));
    const std::size_t size = value_size(type, rest);
    if (size == no_size) return fail_size(type, rest, begin);
    switch (type) {
      case Type::Document:
      case Type::Array:
        return push(at_ + size - 1);
      case Type::CodeWithScope:
        return code_with_scope(size);
      case Type::String:
      case Type::Code:
      case Type::Symbol:
      case Type::DbPointer:  // its string comes first
        if (!text(at_)) return false;
        break;
      case Type::Regex:
        if (!is_utf8(rest.substr(0, size))) return fail(at_, "the regex is not valid UTF-8");
        break;
      case Type::Binary:
        if (!binary(size)) return false;
        break;
      case Type::Bool:
        if (static_cast<unsigned char>(*at_) > 1) {
          return fail(at_, "a boolean is byte " + hex_byte(*at_) + ", neither 0 nor 1");
        }
        break;
      default:
        break;
    }
    at_ += size;
    return true;
  }

  /// A string whose length has been checked to lie inside its document.
  bool text(const char* at) {
    const auto length = static_cast<std::size_t>(load<std::int32_t>(at));
    const char* const nul = at + 4 + length - 1;
    if (*nul != 0) {
      return fail(nul, "a string ends with byte " + hex_byte(*nul) + " instead of 0x00");
    }
    const std::string_view content(at + 4, length - 1);
    if (is_utf8(content)) return true;
    return fail(at + 4 + utf8_prefix(content), "a string is not valid UTF-8");
  }

  /// The old subtype 2 repeats the length of its data.
  bool binary(std::size_t size) {
    if (static_cast<unsigned char>(at_[4]) != 2) return true;
    const std::size_t data = size - 5;
    if (data < 4) return fail(at_, "binary of subtype 2 has no room for its inner length");
    const auto inner = load<std::int32_t>(at_ + 5);
    if (inner < 0 || static_cast<std::size_t>(inner) != data - 4) {
      return fail(at_ + 5, "binary of subtype 2 states an inner length of " +
                               std::to_string(inner) + ", but holds " + std::to_string(data - 4) +
                               " bytes");
    }
    return true;
  }

  bool code_with_scope(std::size_t size) {
    const char* const last = at_ + size - 1;
    const char* const code = at_ + 4;
    // 5 bytes are the smallest scope.
    const std::string_view room(code, size - 4 - 5);
    const std::size_t code_size = value_size(Type::String, room);
    if (code_size == no_size) {
      return fail(code, "the code's length " + std::to_string(load<std::int32_t>(code)) +
                            " does not fit into its javascriptWithScope");
    }
    if (!text(code)) return false;
    at_ = code + code_size;
    const auto length = load<std::int32_t>(at_);
    if (length < 5 || last + 1 - at_ != length) {
      return fail(at_, "the scope's length is " + std::to_string(length) + ", but " +
                           std::to_string(last + 1 - at_) + " bytes are left for it");
    }
    return push(last);
  }

  bool fail_size(Type type, std::string_view rest, const char* begin) {
    const std::string_view alias = type_alias(type);
    if (alias == "unknown") return fail(begin, "byte " + hex_byte(*begin) + " is no BSON type");
    const ValueShape shape = value_shapes[static_cast<std::uint8_t>(type)];
    std::string what = "the value of type " + std::string(alias) + " ";
    if (shape.kind == ValueShape::Kind::prefixed && rest.size() >= 4) {
      what += "has length " + std::to_string(load<std::int32_t>(rest.data())) + ", which is " +
              (load<std::int32_t>(rest.data()) < shape.least ? "too small" : "more than is left");
    } else {
      what += "runs over the end of its document";
    }
    return fail(at_, what);
  }

  bool fail(const char* where, std::string what) {
    std::string path;
    for (int i = 1; i < depth_; ++i) {
      path += printable(frames_[static_cast<std::size_t>(i)].name) + ".";
    }
    path += printable(name_);
    if (name_.empty() && !path.empty()) path.pop_back();
    defect_ = Defect{std::move(what), static_cast<std::size_t>(where - document_.data()),
                     shortened_path(path)};
    return false;
  }

  const Frame& top() const { return frames_[static_cast<std::size_t>(depth_ - 1)]; }

  std::string_view document_;
  const char* at_;
  std::string_view name_;
  int depth_ = 0;
  std::optional<Defect> defect_;
  std::array<Frame, max_nesting> frames_;
};

}  // namespace

std::optional<Defect> validate(std::string_view document) {
  return Validator(document).run();
}

}  // namespace shardsweep::bson
