#pragma once

#include <cstdint>
#include <vector>

#include "kernels/executor.hpp"
#include "tests/support/data_set.hpp"

namespace shardsweep::test {

/// What an executor handed over for a node.
struct NodeOutcome {
  std::size_t node = 0;
  kernels::NodeResult result;
};

/// Runs a plan and collects what the sink is given.
std::vector<NodeOutcome> run_plan(kernels::Executor& executor, const kernels::Plan& plan,
                                  const kernels::Columns& columns);

/// Compares field by field, so that a failure names the node and the field.
void expect_equal(const std::vector<NodeOutcome>& expected, const std::vector<NodeOutcome>& actual);

/// What a run with fewer wants must give, from a run with all.
std::vector<NodeOutcome> subset_of(const std::vector<NodeOutcome>& full, std::uint32_t wants);

/// One column of these values.
DataSet values_data(const std::vector<std::int64_t>& values, std::vector<std::uint32_t> sizes);

/// One node on column 0.
kernels::Plan single_node_plan(std::uint32_t wants);

/// Nodes (0), (0, 1), ... (0, .., columns - 1).
kernels::Plan chain_plan(std::uint32_t columns, std::uint32_t wants);

/// A random trie of keys of up to four columns, random wants and random parameters.
kernels::Plan random_plan(std::uint32_t columns, Rng& rng);

/// Many rows, a plan for them and what the reference says.
struct ManyRows {
  DataSet data;
  kernels::Plan plan;
  std::vector<NodeOutcome> expected;
};
/// Computed once a program: the number of rows must always be the same.
ManyRows& many_rows(std::uint32_t rows);

/// Pearson's r of 1..n and a permutation.
double coefficient(std::uint64_t n, const kernels::MonotonicitySums& sums);

}  // namespace shardsweep::test
