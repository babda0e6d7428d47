#include "host/profile/profile.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "host/columns/group_reader.hpp"
#include "host/columns/path_walker.hpp"
#include "host/profile/field_accumulator.hpp"
#include "host/profile/path_discovery.hpp"

namespace shardsweep::host {
namespace {

constexpr std::size_t most_examples = 5;

class Profiler {
 public:
  Profiler(const ProfileOptions& options, kernels::ThreadPool& pool)
      : pool_(pool),
        max_paths_(options.max_paths),
        discovery_(options.max_paths, options.max_depth) {
    for (unsigned i = 0; i < pool.size(); ++i) walkers_.emplace_back(discovery_.tree());
  }

  void add(std::vector<WalkedBatch>& group);
  Profile finish();

 private:
  void follow_discoveries(std::vector<WalkedBatch>& group);
  void drop_paths(std::vector<std::uint32_t>& order, Profile& profile) const;
  void add_arrays_above(std::uint32_t node, FieldProfile& field) const;

  kernels::ThreadPool& pool_;
  std::size_t max_paths_;
  PathDiscovery discovery_;
  std::vector<PathWalker> walkers_;
  std::vector<std::unique_ptr<FieldAccumulator>> fields_;  // by node
  std::uint64_t documents_ = 0;
  std::uint64_t bytes_ = 0;
};

void Profiler::follow_discoveries(std::vector<WalkedBatch>& group) {
  bool outdated = false;
  for (WalkedBatch& batch : group) {
    if (outdated) walkers_[0].walk(batch, true);
    if (!discovery_.discover(batch)) continue;
    outdated = true;
    walkers_[0].walk(batch, true);
  }
  fields_.resize(discovery_.tree().size());
  for (std::uint32_t id = 1; id < fields_.size(); ++id) {
    if (!discovery_.followed(id))
      fields_[id].reset();
    else if (!fields_[id])
      fields_[id] = std::make_unique<FieldAccumulator>();
  }
}

void Profiler::add(std::vector<WalkedBatch>& group) {
  pool_.parallel_for(
      group.size(), [&](std::size_t i, unsigned worker) { walkers_[worker].walk(group[i], true); });
  follow_discoveries(group);
  for (const WalkedBatch& batch : group) {
    // Batch by batch, so that a batch stays in cache; one job a path, and one for names that are
    // not followed: each sees its values in row order.
    pool_.parallel_for(fields_.size(), [&](std::size_t id, unsigned) {
      if (id == PathTree::root)
        discovery_.count_strays(batch);
      else if (fields_[id] && id < batch.cells.size())
        fields_[id]->add(batch, batch.cells[id]);
    });
    documents_ += batch.size();
    bytes_ += batch.documents.bytes.size();
  }
}

void Profiler::add_arrays_above(std::uint32_t node, FieldProfile& field) const {
  const PathTree& tree = discovery_.tree();
  for (std::uint32_t up = tree.node(node).parent; up != PathTree::root; up = tree.node(up).parent) {
    const FieldAccumulator& above = *fields_[up];
    field.arrays += above.arrays();
    if (above.first_array_row() &&
        (!field.first_array_row || *above.first_array_row() < *field.first_array_row))
      field.first_array_row = above.first_array_row();
  }
}

/// Keeps the first max_paths; the others are counted and named before those never followed.
void Profiler::drop_paths(std::vector<std::uint32_t>& order, Profile& profile) const {
  if (order.size() <= max_paths_) return;
  profile.other_paths += order.size() - max_paths_;
  std::vector<std::string> examples;
  std::vector<std::string> dates;
  for (std::size_t i = max_paths_; i < order.size(); ++i) {
    const std::string path = discovery_.tree().path(order[i]);
    if (examples.size() < most_examples) examples.push_back(path);
    if (fields_[order[i]]->holds_dates()) dates.push_back(path);
  }
  dates.insert(dates.end(), profile.date_paths_beyond.begin(), profile.date_paths_beyond.end());
  dates.resize(std::min(dates.size(), Profile::most_date_paths));
  profile.date_paths_beyond = std::move(dates);
  for (const std::string& example : profile.other_path_examples)
    if (examples.size() < most_examples) examples.push_back(example);
  profile.other_path_examples = std::move(examples);
  order.resize(max_paths_);
}

Profile Profiler::finish() {
  Profile profile;
  profile.documents = documents_;
  profile.bytes = bytes_;
  discovery_.finish(profile);
  std::vector<std::uint32_t> order;
  for (std::uint32_t id = 1; id < fields_.size(); ++id)
    if (discovery_.followed(id) && fields_[id]->present() != 0) order.push_back(id);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return fields_[a]->first_place() < fields_[b]->first_place();
  });
  drop_paths(order, profile);
  for (const std::uint32_t id : order) {
    FieldProfile field = fields_[id]->finish(documents_, bytes_);
    field.path = discovery_.tree().path(id);
    field.depth = discovery_.tree().node(id).depth;
    add_arrays_above(id, field);
    profile.fields.push_back(std::move(field));
  }
  return profile;
}

}  // namespace

Profile profile_documents(datasets::Collection& collection, const ProfileOptions& options,
                          kernels::ThreadPool& pool, datasets::ReadReport& report) {
  const auto source = collection.read();
  Profiler profiler(options, pool);
  {
    GroupReader reader(*source, pool.size());
    for (;;) {
      std::vector<WalkedBatch>& group = reader.next();
      if (group.empty() || options.stop.stop_requested()) break;
      profiler.add(group);
      if (options.progress) options.progress(source->progress());
    }
  }
  report = source->report();
  Profile profile = profiler.finish();
  profile.origins = report.origins;
  return profile;
}

}  // namespace shardsweep::host
