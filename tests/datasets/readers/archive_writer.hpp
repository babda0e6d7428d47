#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace shardsweep::test {

/// Writes the archive format of mongodump (mongo-tools common/archive/spec.md), with a slow and
/// obvious CRC-64 of its own.
class ArchiveWriter {
 public:
  explicit ArchiveWriter(const std::string& version = "0.1");

  /// The announcement of a collection; all come before the first block.
  void announce(const std::string& database, const std::string& collection,
                const std::string& metadata = "{}", const std::string& type = "collection");
  /// A block of documents (BSON, back to back).
  void block(const std::string& database, const std::string& collection,
             std::string_view documents);
  /// The end of a collection; `flip` spoils its checksum.
  void end(const std::string& database, const std::string& collection, bool flip = false);

  std::string bytes() const;

 private:
  void header(const std::string& database, const std::string& collection, bool closes,
              std::uint64_t crc);

  std::string prelude_;
  std::string body_;
  std::map<std::string, std::string> data_;
};

/// CRC-64 bit by bit: ECMA-182 polynomial, reflected, complemented before and after.
std::uint64_t slow_crc64(std::string_view bytes);

}  // namespace shardsweep::test
