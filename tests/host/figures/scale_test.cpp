#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "host/error.hpp"
#include "host/figures/figures.hpp"
#include "host/figures/judged_size.hpp"
#include "tests/support/memory_table.hpp"

namespace shardsweep::host {
namespace {

// Ids of tests/cases/chunks.json.
TEST(MovableDocuments, LimitsByRelease) {
  EXPECT_EQ(movable_document_limit(ServerVersion::v4_2, 67108864, 100), 872414) << "ML-04";
  EXPECT_EQ(movable_document_limit(ServerVersion::v4_4, 67108864, 100), 872414) << "ML-04";
  EXPECT_EQ(movable_document_limit(ServerVersion::v4_2, 1048576, 1153433), 0) << "ML-07";
  for (const ServerVersion server :
       {ServerVersion::v6_0, ServerVersion::v7_0, ServerVersion::v8_0}) {
    EXPECT_EQ(movable_document_limit(server, 134217728, 100), 2684354) << "ML-05";
    EXPECT_EQ(movable_document_limit(server, 1048576, 1153433), 2) << "ML-06";
  }
}

TEST(JudgedSize, TheDocumentsReadWithoutOptions) {
  const JudgedSize size = judged_size(1000, 500'000, {});
  EXPECT_EQ(size.documents, 1000);
  EXPECT_EQ(size.bytes, 500'000);
  EXPECT_FALSE(size.sample);
}

TEST(JudgedSize, TotalsAndExpectation) {
  ClusterOptions cluster;
  cluster.total_docs = 100'000;
  EXPECT_EQ(judged_size(1000, 500'000, cluster).bytes, 50'000'000);
  EXPECT_TRUE(judged_size(1000, 500'000, cluster).sample);
  cluster.total_bytes = 60'000'000;
  EXPECT_EQ(judged_size(1000, 500'000, cluster).bytes, 60'000'000);
  cluster.expect_docs = 1'000'000;
  EXPECT_EQ(judged_size(1000, 500'000, cluster).bytes, 600'000'000);
  EXPECT_EQ(judged_size(1000, 500'000, cluster).documents, 1'000'000);
  cluster = {};
  cluster.total_bytes = 5'000'000;
  EXPECT_EQ(judged_size(1000, 500'000, cluster).documents, 10'000);
  cluster = {};
  cluster.expect_docs = 2000;
  EXPECT_FALSE(judged_size(1000, 500'000, cluster).sample);
  EXPECT_EQ(judged_size(1000, 500'000, cluster).bytes, 1'000'000);
}

TEST(JudgedSize, NothingAndUnknownSizes) {
  EXPECT_EQ(judged_size(0, 0, {}).documents, 0);
  EXPECT_EQ(judged_size(10, 0, {}).bytes, 0);
  ClusterOptions cluster;
  cluster.total_bytes = 1000;
  EXPECT_EQ(judged_size(10, 0, cluster).bytes, 1000);
  EXPECT_EQ(judged_size(10, 0, cluster).documents, 10);
}

TEST(OversizedLimits, ListExactlyWhatIsTooLargeAtTheJudgedSize) {
  test::MemoryTable table;
  table.set_sizes(std::vector<std::uint32_t>(1000, 3));
  table.add("a", std::vector<std::int64_t>(1000, 1));
  ClusterOptions cluster;
  cluster.chunk_bytes = 1'000'000;
  cluster.total_bytes = 7'000'000;
  kernels::PlanParameters parameters;
  set_oversized_limits(table, cluster, parameters);
  // b bytes stand for b * 7,000,000 / 3,000: too large from the first b over 1,000,000.
  EXPECT_LE(parameters.oversized_bytes * 7'000'000 / 3'000, 1'000'000);
  EXPECT_GT((parameters.oversized_bytes + 1) * 7'000'000, 1'000'000ULL * 3'000);
  cluster.total_bytes.reset();
  set_oversized_limits(table, cluster, parameters);
  EXPECT_EQ(parameters.oversized_bytes, 1'000'000) << "more than there is";
  EXPECT_EQ(parameters.oversized_documents, 666'666);
}

TEST(OversizedLimits, NoneWhereSizesAreNotKnown) {
  test::MemoryTable table;
  table.set_sizes({0, 0});
  table.add("a", {1, 2});
  kernels::PlanParameters parameters;
  set_oversized_limits(table, {}, parameters);
  EXPECT_EQ(parameters.oversized_bytes, UINT64_MAX);
  EXPECT_EQ(parameters.oversized_documents, UINT64_MAX);
}

TEST(JudgedSize, TotalsBelowWhatWasReadAreRefusedWithBothFigures) {
  ClusterOptions cluster;
  const auto message = [&]() -> std::string {
    try {
      judged_size(2000, 500'000, cluster);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "";
  };
  cluster.total_docs = 2000;
  cluster.total_bytes = 500'000;
  EXPECT_EQ(message(), "");
  cluster.total_docs = 100;
  EXPECT_THAT(message(),
              testing::StartsWith("--total-docs 100: the input alone holds 2,000 documents;"));
  cluster.total_docs.reset();
  cluster.total_bytes = 499'999;
  EXPECT_THAT(message(),
              testing::StartsWith("--total-bytes 499,999: the input alone holds 500,000 bytes;"));
  cluster = {};
  cluster.expect_docs = 1000;
  EXPECT_EQ(judged_size(2000, 500'000, cluster).bytes, 250'000) << "any size may be judged at";
}

TEST(OversizedLimits, OneDocumentIsNeverTooManyWhereTheServerMovesIt) {
  test::MemoryTable table;
  table.set_sizes({4'000'000, 4'000'000});
  table.add("a", {1, 2});
  ClusterOptions cluster;
  cluster.chunk_bytes = 1'000'000;
  kernels::PlanParameters parameters;
  set_oversized_limits(table, cluster, parameters);
  EXPECT_EQ(parameters.oversized_documents, 2);
  EXPECT_EQ(parameters.oversized_bytes, 1'000'000);
}

TEST(Scaled, RoundsBothWaysIn128Bits) {
  EXPECT_EQ(scaled_down(10, 1, 3), 3);
  EXPECT_EQ(scaled_up(10, 1, 3), 4);
  EXPECT_EQ(scaled_up(9, 1, 3), 3);
  EXPECT_EQ(scaled_down(7, 5, 0), 7);
  EXPECT_EQ(scaled_down(UINT64_MAX, UINT64_MAX, 1), UINT64_MAX);
  EXPECT_EQ(scaled_down(UINT64_MAX, 3, 3), UINT64_MAX);
}

}  // namespace
}  // namespace shardsweep::host
