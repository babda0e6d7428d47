#include "host/score/value_text.hpp"

#include "datasets/extended_json/write.hpp"
#include "host/text/printable.hpp"

namespace shardsweep::host {

std::string value_text(const KeyValue& value) {
  constexpr std::size_t columns = 80;
  std::string text;
  for (const auto& [path, part] : value.fields) {
    if (!text.empty()) text += ", ";
    text += printable(path, columns / 2) + " ";
    text += printable(extended_json::to_json(part, extended_json::Style::report), columns / 2);
  }
  return printable(text, columns);
}

}  // namespace shardsweep::host
