#pragma once

#include <cstdint>
#include <string>

#include "datasets/bson/view.hpp"
#include "host/routing/match_node.hpp"

namespace shardsweep::host::routing {

/// A time-series collection: its shard key is one of its buckets, whose field `meta` has the
/// metaField's value and whose control.min.<timeField> the time rounded down.
struct TimeSeries {
  std::string time_field;
  std::string meta_field;  ///< "": none
  std::int64_t rounding_seconds = 60;
};

/// From timeseriesFields of config.collections or the options of a collection: timeField,
/// metaField, and bucketRoundingSeconds or granularity (seconds 60, minutes 3600, hours 86400).
TimeSeries read_time_series(bson::DocumentView fields);

/// The key fields of the bucket that a measurement goes into: {meta, control: {min:
/// {<timeField>}}}.
std::string bucket_of(bson::DocumentView measurement, const TimeSeries& series);

/// A filter on measurements as one on buckets that lets more through: predicates on the metaField
/// become such on meta, all others say nothing.
MatchNode bucket_filter(MatchNode filter, const TimeSeries& series);

}  // namespace shardsweep::host::routing
