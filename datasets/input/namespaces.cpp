#include "datasets/input/namespaces.hpp"

#include <algorithm>

#include "datasets/bson/printable.hpp"
#include "datasets/error.hpp"

namespace shardsweep::datasets {
namespace {

constexpr std::size_t names_listed = 20;

std::string full_name(const Namespace& name) {
  return name.database.empty() ? name.collection : name.database + '.' + name.collection;
}

/// A user who asks for a time-series collection may name it with or without its buckets.
bool is_named(const Namespace& name, std::string_view ns) {
  const std::string_view user_name =
      is_bucket_name(name.collection)
          ? std::string_view(name.collection).substr(bucket_prefix.size())
          : name.collection;
  if (ns == name.collection || ns == user_name) return true;
  const std::string prefix = name.database + '.';
  if (name.database.empty() || !ns.starts_with(prefix)) return false;
  ns.remove_prefix(prefix.size());
  return ns == name.collection || ns == user_name;
}

bool is_system(const Namespace& name) {
  const std::string& database = name.database;
  if (database == "admin" || database == "config" || database == "local") return true;
  return name.collection.starts_with("system.") && !is_bucket_name(name.collection);
}

std::string list(const std::vector<Namespace>& names, const std::vector<std::size_t>& which) {
  std::string out;
  for (std::size_t i = 0; i < which.size() && i < names_listed; ++i)
    out += (i == 0 ? "" : ", ") + bson::printable(full_name(names[which[i]]), 120) +
           (names[which[i]].view ? " (a view)" : "");
  if (which.size() > names_listed)
    out += " and " + std::to_string(which.size() - names_listed) + " more";
  return out;
}

template <class Keep>
std::vector<std::size_t> indices(const std::vector<Namespace>& names, const Keep& keep) {
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < names.size(); ++i)
    if (keep(names[i])) out.push_back(i);
  return out;
}

std::string counted(std::size_t count, const std::string& one, const std::string& more) {
  return count == 1 ? "1 " + one : std::to_string(count) + ' ' + more;
}

/// What there is beside the collections that a message lists, so that its counts close.
std::string beside(const std::vector<Namespace>& names) {
  const std::size_t views =
      indices(names, [](const Namespace& name) { return name.view && !is_system(name); }).size();
  const std::size_t system = indices(names, is_system).size();
  std::string out;
  if (views > 0) out += counted(views, "view", "views") + " without documents";
  if (system > 0)
    out += (out.empty() ? "" : " and ") +
           counted(system, "collection of the system", "collections of the system");
  return out.empty() ? "" : ", beside " + out;
}

}  // namespace

std::size_t choose_namespace(const std::vector<Namespace>& names, const std::string& ns,
                             const std::string& where) {
  const auto all = indices(names, [](const Namespace&) { return true; });
  if (all.empty()) throw DataError(where + " holds no collection");
  if (ns.empty()) {
    const auto own =
        indices(names, [](const Namespace& name) { return !is_system(name) && !name.view; });
    if (own.size() == 1) return own[0];
    if (own.empty() && all.size() == 1) return all[0];
    if (own.empty()) {
      throw DataError(where + " holds no collection but views and the system's own: " +
                      list(names, all) + "; pick one with --ns");
    }
    throw DataError(where + " holds " + std::to_string(own.size()) +
                    " collections: " + list(names, own) + beside(names) + "; pick one with --ns");
  }
  auto found = indices(names, [&](const Namespace& name) { return is_named(name, ns); });
  const auto exact = indices(
      names, [&](const Namespace& name) { return full_name(name) == ns || name.collection == ns; });
  if (found.size() > 1 && exact.size() == 1) found = exact;
  if (found.size() == 1) return found[0];
  if (found.empty()) {
    throw DataError(where + " has no collection " + bson::printable(ns, 120) + "; it holds " +
                    list(names, all) + "; pick one with --ns");
  }
  throw DataError(bson::printable(ns, 120) + " names " + std::to_string(found.size()) +
                  " collections of " + where + ": " + list(names, found) +
                  "; say --ns db.collection");
}

}  // namespace shardsweep::datasets
