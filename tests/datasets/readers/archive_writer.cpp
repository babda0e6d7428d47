#include "tests/datasets/readers/archive_writer.hpp"

#include "datasets/bson/builder.hpp"

namespace shardsweep::test {
namespace {

constexpr std::string_view terminator = "\xff\xff\xff\xff";

}  // namespace

std::uint64_t slow_crc64(std::string_view bytes) {
  std::uint64_t crc = ~std::uint64_t{0};
  for (const char byte : bytes) {
    crc ^= static_cast<unsigned char>(byte);
    for (int bit = 0; bit < 8; ++bit) crc = crc % 2 == 1 ? crc / 2 ^ 0xc96c5795d7870f42U : crc / 2;
  }
  return ~crc;
}

ArchiveWriter::ArchiveWriter(const std::string& version) : prelude_("\x6d\xe2\x99\x81") {
  bson::Builder builder(prelude_);
  builder.open_document();
  builder.append_int32("concurrent_collections", 4);
  builder.append_string("version", version);
  builder.append_string("server_version", "8.0.0");
  builder.append_string("tool_version", "100.9.4");
  builder.close();
}

void ArchiveWriter::announce(const std::string& database, const std::string& collection,
                             const std::string& metadata, const std::string& type) {
  bson::Builder builder(prelude_);
  builder.open_document();
  builder.append_string("db", database);
  builder.append_string("collection", collection);
  builder.append_string("metadata", metadata);
  builder.append_int32("size", 0);
  builder.append_string("type", type);
  builder.close();
}

void ArchiveWriter::header(const std::string& database, const std::string& collection, bool closes,
                           std::uint64_t crc) {
  bson::Builder builder(body_);
  builder.open_document();
  builder.append_string("db", database);
  builder.append_string("collection", collection);
  builder.append_bool("EOF", closes);
  builder.append_int64("CRC", static_cast<std::int64_t>(crc));
  builder.close();
}

void ArchiveWriter::block(const std::string& database, const std::string& collection,
                          std::string_view documents) {
  header(database, collection, false, 0);
  body_ += documents;
  body_ += terminator;
  data_[database + '.' + collection] += documents;
}

void ArchiveWriter::end(const std::string& database, const std::string& collection, bool flip) {
  header(database, collection, true,
         slow_crc64(data_[database + '.' + collection]) ^ (flip ? 1U : 0U));
  body_ += terminator;
}

std::string ArchiveWriter::bytes() const {
  return prelude_ + std::string(terminator) + body_;
}

}  // namespace shardsweep::test
