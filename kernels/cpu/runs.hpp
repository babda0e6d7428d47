#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "kernels/cpu/carry.hpp"

namespace shardsweep::kernels::cpu {

/// How many runs of equal words there are; words sorted, n >= 1. Compares only, so it vectorizes.
template <typename Word>
std::size_t number_of_runs(const Word* words, std::size_t n) {
  std::size_t runs = 1;
  for (std::size_t i = 1; i < n; ++i) runs += words[i] != words[i - 1];
  return runs;
}

/// Whether a run of at least `length` starts in [begin, end).
template <typename Word>
bool has_run(const Word* words, std::size_t begin, std::size_t end, std::size_t length) {
  bool found = false;
  for (std::size_t i = begin; i < end; ++i) found |= words[i] == words[i + length - 1];
  return found;
}

/// Counts the runs of sorted keys and lists those that are long enough for the list of the most
/// frequent; most leaves have none, so runs are not walked one by one. Figures counts only.
template <typename Figures, typename Word>
void count_runs(Figures& figures, const Word* words, std::size_t n, std::uint64_t base) {
  constexpr std::size_t stride = 256;
  std::size_t i = 0;
  for (std::uint64_t length = figures.least_listed(); i < n && length <= n - i;) {
    const std::size_t last = n - length + 1;  // no run of that length starts here or later
    const std::size_t end = std::min(last, i + stride);
    if (!has_run(words, i, end, length)) {
      i = end;
      continue;
    }
    while (words[i] != words[i + length - 1]) ++i;
    const std::size_t begin = i;
    while (i < n && words[i] == words[begin]) ++i;
    figures.list(base | words[begin], i - begin);
    length = figures.least_listed();
  }
  figures.count(number_of_runs(words, n), n);
}

}  // namespace shardsweep::kernels::cpu
