#pragma once

#include <span>

#include <hwy/contrib/sort/vqsort.h>

namespace shardsweep::host {

/// Sorts by key with Highway's vqsort; the order of entries with equal keys is not defined.
void sort_entries(std::span<hwy::K64V64> entries);

}  // namespace shardsweep::host
