#include "kernels/cuda/column_cache.hpp"

#include <algorithm>

namespace shardsweep::kernels::cuda {

ColumnCache::ColumnCache(DeviceArena& arena, Uploader& uploader, const Columns& columns,
                         std::size_t places, std::size_t users)
    : uploader_(uploader), columns_(columns.columns), places_(places) {
  for (Place& place : places_) {
    place.memory = arena.allocate(std::uint64_t{columns.rows} * sizeof(std::uint32_t));
    place.read = std::vector<Event>(users);
  }
}

const std::uint32_t* ColumnCache::acquire(std::uint32_t column, cudaStream_t stream) {
  Place* found = find(column);
  Place& place = found != nullptr ? *found : load(column);
  place.last_use = ++clock_;
  place.uploaded.hold(stream);
  return static_cast<const std::uint32_t*>(place.memory.data());
}

void ColumnCache::release(std::uint32_t column, std::size_t user, cudaStream_t stream) {
  if (Place* place = find(column)) place->read[user].record(stream);
}

ColumnCache::Place* ColumnCache::find(std::uint32_t column) {
  const auto at = std::find_if(places_.begin(), places_.end(),
                               [&](const Place& place) { return place.column == column; });
  return at == places_.end() ? nullptr : &*at;
}

ColumnCache::Place& ColumnCache::load(std::uint32_t column) {
  Place& place =
      *std::min_element(places_.begin(), places_.end(),
                        [](const Place& a, const Place& b) { return a.last_use < b.last_use; });
  for (const Event& read : place.read) read.hold(uploader_.stream());
  place.column = -1;
  uploader_.upload(columns_[column].ranks, static_cast<std::uint32_t*>(place.memory.data()),
                   place.uploaded);
  place.column = column;
  ++uploads_;
  return place;
}

}  // namespace shardsweep::kernels::cuda
