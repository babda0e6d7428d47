#include "kernels/cuda/key_space.hpp"

namespace shardsweep::kernels::cuda {

bool needs_bytes(std::uint32_t wants) {
  return (wants & (want_top | want_heaviest | want_oversized | want_ranges)) != 0;
}

KeySpace carve(const KeyTask& task, std::size_t temporary_bytes, Carver& carver) {
  const std::uint64_t rows = task.figures.rows;
  const PlanParameters& p = task.figures.parameters;
  KeySpace space;
  space.buffers.wide = task.key.wide();
  const std::uint64_t key_words = space.buffers.wide ? 2 : 1;
  space.buffers.keys[0] = carver.take<std::uint32_t>(rows * key_words);
  // Running sums take the place of both once the groups are found; they have one entry more.
  space.buffers.keys[1] = carver.take<std::uint32_t>(rows * key_words + 2);
  space.running = static_cast<std::uint64_t*>(space.buffers.keys[0]);
  // Where the groups start is put where the rows are not; it has one entry more.
  for (std::uint32_t*& side : space.buffers.rows) side = carver.take<std::uint32_t>(rows + 1);
  if (task.key.steps.size() > 1) space.numbers = carver.take<std::uint32_t>(rows);
  if (task.figures.wants & want_windows) {
    const std::uint32_t buckets = bucket_count(p, task.figures.rows);
    space.windows.counts = carver.take<std::uint32_t>(std::uint64_t{buckets} * p.windows);
    space.windows.segments =
        carver.take<std::uint32_t>(std::uint64_t{2} * segment_count(buckets) * p.windows);
  }
  space.selection = carver.take<Selection>(1);
  space.figures = carver.take<char>(task.figures.bytes());
  space.temporary = {carver.take<char>(temporary_bytes), temporary_bytes};
  return space;
}

std::uint64_t space_bytes(const KeyTask& task, std::size_t temporary_bytes) {
  Carver carver(nullptr);
  carve(task, temporary_bytes, carver);
  return carver.used();
}

}  // namespace shardsweep::kernels::cuda
