#include "host/routing/time_series.hpp"

#include <cmath>
#include <limits>

#include "datasets/bson/builder.hpp"
#include "host/routing/chunk_documents.hpp"

namespace shardsweep::host::routing {
namespace {

using bson::DocumentView;
using bson::Type;
using bson::ValueView;

std::int64_t seconds_of(const std::string& granularity) {
  if (granularity == "hours") return 86'400;
  return granularity == "minutes" ? 3'600 : 60;
}

std::int64_t whole_number(const ValueView& value, std::int64_t otherwise) {
  if (value.type == Type::Int32) return value.as_int32();
  if (value.type == Type::Int64) return value.as_int64();
  constexpr double limit = 9e18;  // beyond it, and for NaN, the conversion is undefined
  if (value.type == Type::Double && std::abs(value.as_double()) < limit)
    return static_cast<std::int64_t>(value.as_double());
  return otherwise;
}

/// Down to a multiple, also before 1970; the least time where the multiple lies below it.
std::int64_t rounded_down(std::int64_t time, std::int64_t unit) {
  const std::int64_t rest = time % unit;
  const std::int64_t excess = rest < 0 ? rest + unit : rest;
  constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
  return time < least + excess ? least : time - excess;
}

bool all_about_meta(const MatchNode& node, const TimeSeries& series) {
  if (node.reads_anything || node.kind == MatchKind::text || !node.paths.empty()) return false;
  if (!node.path.empty() && !is_path_prefix(series.meta_field, node.path)) return false;
  for (const MatchNode& child : node.children)
    if (!all_about_meta(child, series)) return false;
  return true;
}

void rename_meta(MatchNode& node, const TimeSeries& series) {
  if (!node.path.empty()) node.path = "meta" + node.path.substr(series.meta_field.size());
  for (MatchNode& child : node.children) rename_meta(child, series);
}

}  // namespace

TimeSeries read_time_series(DocumentView fields) {
  TimeSeries series;
  series.time_field = text_or_empty(field_of(fields, "timeField"));
  series.meta_field = text_or_empty(field_of(fields, "metaField"));
  series.rounding_seconds = seconds_of(text_or_empty(field_of(fields, "granularity")));
  if (const auto seconds = field_of(fields, "bucketRoundingSeconds")) {
    const std::int64_t given = whole_number(*seconds, series.rounding_seconds);
    if (given > 0 && given <= 31'536'000) series.rounding_seconds = given;
  }
  return series;
}

std::string bucket_of(DocumentView measurement, const TimeSeries& series) {
  std::string bytes;
  bson::Builder bucket(bytes);
  bucket.open_document();
  bucket.open("control", Type::Document);
  bucket.open("min", Type::Document);
  const auto time = field_of(measurement, series.time_field);
  if (time && time->type == Type::Date)
    bucket.append_date(series.time_field,
                       rounded_down(time->as_int64(), series.rounding_seconds * 1'000));
  bucket.close();
  bucket.close();
  if (const auto meta = field_of(measurement, series.meta_field)) bucket.append("meta", *meta);
  bucket.close();
  return bytes;
}

MatchNode bucket_filter(MatchNode filter, const TimeSeries& series) {
  if (filter.kind == MatchKind::all_of) {
    for (MatchNode& child : filter.children) child = bucket_filter(std::move(child), series);
    return filter;
  }
  if (series.meta_field.empty() || !all_about_meta(filter, series))
    return MatchNode(MatchKind::always_true);
  rename_meta(filter, series);
  return filter;
}

}  // namespace shardsweep::host::routing
