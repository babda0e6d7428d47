#include "host/columns/memory_block.hpp"

#include <sys/mman.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>

namespace shardsweep::host {
namespace {

constexpr std::size_t page = 4096;
constexpr std::size_t own_pages = std::size_t{1} << 20;  // from here on a block has its own pages

std::size_t in_pages(std::size_t bytes) {
  return (bytes + page - 1) & ~(page - 1);
}

void* checked(void* memory) {
  if (memory == nullptr || memory == MAP_FAILED) throw std::bad_alloc();
  return memory;
}

void* map_pages(std::size_t bytes) {
  return checked(
      mmap(nullptr, in_pages(bytes), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
}

}  // namespace

void* grow_block(void* block, std::size_t old_bytes, std::size_t new_bytes) {
  if (new_bytes < own_pages) return checked(std::realloc(block, new_bytes));
  void* grown = nullptr;
  if (old_bytes >= own_pages) {
    grown = checked(mremap(block, in_pages(old_bytes), in_pages(new_bytes), MREMAP_MAYMOVE));
  } else {
    grown = map_pages(new_bytes);
    if (old_bytes != 0) std::memcpy(grown, block, old_bytes);
    std::free(block);
  }
  // All of the pages: mremap moves one mapping, and advice for a part would make two of it.
  prefer_huge_pages(grown, in_pages(new_bytes));
  return grown;
}

void free_block(void* block, std::size_t bytes) noexcept {
  if (bytes >= own_pages)
    munmap(block, in_pages(bytes));
  else
    std::free(block);
}

void prefer_huge_pages(void* memory, std::size_t bytes) noexcept {
  constexpr std::size_t worthwhile = std::size_t{8} << 20;
  if (bytes < worthwhile) return;
  const auto begin = (reinterpret_cast<std::uintptr_t>(memory) + page - 1) & ~(page - 1);
  const auto end = (reinterpret_cast<std::uintptr_t>(memory) + bytes) & ~(page - 1);
  madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
}

}  // namespace shardsweep::host
