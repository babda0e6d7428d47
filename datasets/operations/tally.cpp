#include "datasets/operations/tally.hpp"

#include <algorithm>
#include <utility>

#include "datasets/bson/printable.hpp"
#include "datasets/extended_json/write.hpp"

namespace shardsweep::datasets {
namespace {

constexpr std::size_t example_bytes = 200;

void widen(RecordHost& host, std::int64_t time_ms) {
  host.first_ms = std::min(host.first_ms.value_or(time_ms), time_ms);
  host.last_ms = std::max(host.last_ms.value_or(time_ms), time_ms);
}

std::string shown(bson::DocumentView document) {
  return bson::printable(extended_json::to_json({bson::Type::Document, document.bytes()},
                                                extended_json::Style::relaxed),
                         example_bytes);
}

bool is_profile(const RecordHost& host) {
  return host.format == "profile";
}

bool is_log(const RecordHost& host) {
  return host.format == "log";
}

std::uint64_t count_of(const std::vector<ReasonCount>& counts, Reason reason) {
  const auto found = std::ranges::find(counts, reason, &ReasonCount::reason);
  return found == counts.end() ? 0 : found->count;
}

}  // namespace

void Tally::begin_input(const std::string& name) {
  input_ = name;
  role_ = Role::unknown;
  first_host_ = report_.hosts.size();
}

void Tally::record(std::string_view format, std::optional<std::int64_t> time_ms) {
  ++report_.records;
  auto found = std::find_if(report_.hosts.begin() + static_cast<std::ptrdiff_t>(first_host_),
                            report_.hosts.end(),
                            [&](const RecordHost& host) { return host.format == format; });
  if (found == report_.hosts.end())
    found = report_.hosts.insert(found, {input_, std::string(format), role_, 0, {}, {}});
  ++found->records;
  if (time_ms) widen(*found, *time_ms);
}

void Tally::host(std::string host, Role role) {
  input_ = std::move(host);
  role_ = role;
  for (std::size_t i = first_host_; i < report_.hosts.size(); ++i) {
    report_.hosts[i].host = input_;
    report_.hosts[i].role = role;
  }
}

void Tally::leave_out(Reason reason, const RecordPlace& place, bson::DocumentView what,
                      std::optional<OperationKind> kind, std::uint64_t count) {
  const bool unjudged = reason < Reason::internal;
  std::vector<ReasonCount>& counts = unjudged ? report_.unjudged : report_.left_out;
  if (unjudged && kind) report_.unjudged_by_kind[static_cast<std::size_t>(*kind)] += count;
  auto found = std::ranges::find(counts, reason, &ReasonCount::reason);
  if (found == counts.end())
    found = counts.insert(found, {reason, 0, place.text() + ": " + shown(what)});
  found->count += count;
}

void Tally::operation(OperationKind kind) {
  ++report_.operations;
  ++report_.by_kind[static_cast<std::size_t>(kind)];
}

void Tally::merge_hosts() {
  std::vector<RecordHost> merged;
  for (RecordHost& host : report_.hosts) {
    const auto same = std::ranges::find_if(merged, [&](const RecordHost& other) {
      return other.host == host.host && other.format == host.format && other.role == host.role;
    });
    if (same == merged.end()) {
      merged.push_back(std::move(host));
      continue;
    }
    same->records += host.records;
    if (host.first_ms) widen(*same, *host.first_ms);
    if (host.last_ms) widen(*same, *host.last_ms);
  }
  report_.hosts = std::move(merged);
}

void Tally::finish() {
  merge_hosts();
  std::vector<std::string>& out = report_.cannot_see;
  out.clear();
  const auto any = [&](auto&& test) { return std::ranges::any_of(report_.hosts, test); };
  const auto members = std::ranges::count_if(report_.hosts, [](const RecordHost& host) {
    return host.role == Role::mongod || is_profile(host);
  });
  if (any([](const RecordHost& host) { return host.format == "sampledQueries"; }))
    out.emplace_back(
        "sampled queries hold no inserts, and their times are those of storing, up to 90 s late");
  if (any(is_log))
    out.emplace_back(
        "logs hold only operations slower than slowms (or drawn by sampleRate): fast ones are "
        "missing");
  if (any(is_profile) && any(is_log))
    out.emplace_back(
        "a profile and a log of one server hold the same operations: they count twice; give one");
  if (any(is_profile))
    out.emplace_back(
        "system.profile is capped, so older operations are gone, and at level 1 only operations "
        "slower than slowms are in it");
  if (members == 1)
    out.emplace_back("records of one member: reads that other members served are missing");
  if (any([](const RecordHost& host) { return host.role == Role::shard; }))
    out.emplace_back(
        "records of shards: an operation is there once for each shard it reached; logs of the "
        "routers (mongos) have it once");
  if (count_of(report_.unjudged, Reason::no_document) > 0)
    out.emplace_back("inserts are recorded without their documents: only their number is known");
}

}  // namespace shardsweep::datasets
