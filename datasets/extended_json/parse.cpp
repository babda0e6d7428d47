#include "datasets/extended_json/parse.hpp"

#include "datasets/error.hpp"
#include "datasets/extended_json/parser.hpp"

namespace shardsweep::extended_json {

namespace {

void add(const ParseNotes& more, ParseNotes* notes) {
  if (notes != nullptr) notes->integers_to_double += more.integers_to_double;
}

}  // namespace

bson::Value parse_value(std::string_view text, const ParseOptions& options, ParseNotes* notes) {
  Parser parser(text, options);
  parser.run();
  add(parser.notes(), notes);
  return {parser.type(), std::string(parser.value_bytes())};
}

void parse_document(std::string_view text, std::string& out, const ParseOptions& options,
                    ParseNotes* notes) {
  Parser parser(text, options);
  parser.run();
  if (parser.type() != bson::Type::Document) {
    throw datasets::DataError("at byte 0: a document {...} is expected, found a value of type " +
                              std::string(bson::type_alias(parser.type())));
  }
  add(parser.notes(), notes);
  out.append(parser.value_bytes());
}

}  // namespace shardsweep::extended_json
