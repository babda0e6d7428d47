#include "datasets/readers/csv/date_layout.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "datasets/readers/csv/date_fields.hpp"

namespace shardsweep::datasets {
namespace {

using Replacement = std::pair<std::string_view, std::string_view>;

// The words of SQL Server's and Oracle's layouts that mongoimport knows, and Go's for the same; of
// words with a common begin the longest is first.
constexpr std::array<Replacement, 20> microsoft_words = {
    {{"dddd", "Monday"}, {"ddd", "Mon"}, {"dd", "02"},     {"d", "2"},      {"MMMM", "January"},
     {"MMM", "Jan"},     {"MM", "01"},   {"M", "1"},       {"hh", "03"},    {"h", "3"},
     {"HH", "15"},       {"H", "15"},    {"mm", "04"},     {"m", "4"},      {"ss", "05"},
     {"s", "5"},         {"tt", "PM"},   {"yyyy", "2006"}, {"yyy", "2006"}, {"yy", "06"}}};
constexpr std::array<Replacement, 2> microsoft_zones = {{{"zzz", "-07:00"}, {"zz", "-07"}}};
constexpr std::array<Replacement, 18> oracle_words = {{{"AM", "PM"},
                                                       {"DAY", "Monday"},
                                                       {"DY", "Mon"},
                                                       {"DD", "02"},
                                                       {"HH12", "03"},
                                                       {"HH24", "15"},
                                                       {"HH", "03"},
                                                       {"MI", "04"},
                                                       {"MONTH", "January"},
                                                       {"MON", "Jan"},
                                                       {"MM", "01"},
                                                       {"SS", "05"},
                                                       {"TZD", "MST"},
                                                       {"TZH:TZM", "-07:00"},
                                                       {"TZH", "-07"},
                                                       {"YYYY", "2006"},
                                                       {"YY", "06"},
                                                       {"PM", "PM"}}};

template <class Words>
const Replacement* word_at(std::string_view text, const Words& words) {
  const auto found = std::find_if(words.begin(), words.end(), [&](const Replacement& word) {
    return text.starts_with(word.first);
  });
  return found == words.end() ? nullptr : &*found;
}

template <class... Words>
std::string translated(std::string_view layout, const Words&... words) {
  std::string out;
  while (!layout.empty()) {
    const Replacement* word = nullptr;
    ((word = word != nullptr ? word : word_at(layout, words)), ...);
    out += word != nullptr ? word->second : layout.substr(0, 1);
    layout.remove_prefix(word != nullptr ? word->first.size() : 1);
  }
  return out;
}

std::string upper(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - ('a' - 'A'));
  return out;
}

}  // namespace

DateLayout DateLayout::go(std::string_view layout) {
  DateLayout result;
  while (!layout.empty()) {
    const LayoutWord word = layout_word(layout);
    const std::size_t size = word.meaning == '\0' ? 1 : word.size;
    const bool joins =
        word.meaning == '\0' && !result.items_.empty() && result.items_.back().meaning == '\0';
    if (!joins) result.items_.push_back({word.meaning, ""});
    result.items_.back().text += layout.substr(0, size);
    layout.remove_prefix(size);
  }
  return result;
}

DateLayout DateLayout::microsoft(std::string_view layout) {
  return go(translated(layout, microsoft_words, microsoft_zones));
}

DateLayout DateLayout::oracle(std::string_view layout) {
  return go(translated(upper(layout), oracle_words));
}

std::optional<std::int64_t> DateLayout::parse(std::string_view text) const {
  DateFields fields;
  for (std::size_t i = 0; i < items_.size(); ++i) {
    const Item& item = items_[i];
    const bool taken = item.meaning == '\0' ? skip_literal(item.text, text)
                                            : fields.take(item.meaning, item.text, text);
    if (!taken) return std::nullopt;
    // Go takes fractions behind the seconds though the layout names none.
    const bool fraction_next = i + 1 < items_.size() && items_[i + 1].meaning == 'f';
    if (item.meaning == 's' && !fraction_next) fields.take('f', ".9", text);
  }
  if (!text.empty()) return std::nullopt;
  return fields.milliseconds();
}

}  // namespace shardsweep::datasets
