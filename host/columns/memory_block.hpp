#pragma once

#include <cstddef>

namespace shardsweep::host {

/// Makes a block of `old_bytes` (null and 0: none) one of `new_bytes` and keeps what it holds. Big
/// blocks are pages of their own that the kernel moves without copying, so that growing a column of
/// hundreds of megabytes costs little and never holds it twice. Throws std::bad_alloc.
void* grow_block(void* block, std::size_t old_bytes, std::size_t new_bytes);

/// Frees a block of grow_block of that size.
void free_block(void* block, std::size_t bytes) noexcept;

/// Asks the kernel to back a large block with huge pages: columns are filled once from end to end,
/// and a page fault for every 4 KiB of them costs more than the filling. A wish: failure is
/// ignored.
void prefer_huge_pages(void* memory, std::size_t bytes) noexcept;

}  // namespace shardsweep::host
