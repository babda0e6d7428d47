#include "host/columns/hash_column.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string>

#include "hashing/md5_lanes.hpp"
#include "hashing/mongo_hash.hpp"
#include "hashing/squash.hpp"
#include "host/columns/sort_entries.hpp"

namespace shardsweep::host {
namespace {

constexpr std::size_t block = 4096;

/// Gathers values of one kind and hashes a block at a time, so that lanes are full.
class HashBlocks {
 public:
  explicit HashBlocks(PodVector<std::int64_t>& out) : out_(out) { offsets_.push_back(0); }

  /// out[place] becomes the value's hash, at the latest in finish().
  void add(std::uint32_t place, const bson::ValueView& value);
  void finish();

 private:
  void add_fixed(std::uint32_t place, int canonical, std::uint64_t value);
  void flush_fixed(std::size_t kind);
  void flush_feeds();

  struct Fixed {
    int canonical = 0;
    std::vector<std::uint32_t> places;
    std::vector<std::uint64_t> values;
  };
  PodVector<std::int64_t>& out_;
  std::array<Fixed, 3> fixed_{Fixed{10, {}, {}}, Fixed{45, {}, {}}, Fixed{47, {}, {}}};
  std::vector<std::uint32_t> feed_places_;
  std::vector<std::uint64_t> offsets_;
  std::string feeds_;
  std::vector<std::int64_t> hashes_;
};

void HashBlocks::flush_fixed(std::size_t kind) {
  Fixed& fixed = fixed_[kind];
  hashes_.resize(fixed.values.size());
  hashing::hash_fixed8(fixed.canonical, fixed.values, hashes_);
  for (std::size_t i = 0; i < hashes_.size(); ++i) out_[fixed.places[i]] = hashes_[i];
  fixed.places.clear();
  fixed.values.clear();
}

void HashBlocks::flush_feeds() {
  hashes_.resize(feed_places_.size());
  hashing::hash_feeds(feeds_, offsets_, hashes_);
  for (std::size_t i = 0; i < hashes_.size(); ++i) out_[feed_places_[i]] = hashes_[i];
  feed_places_.clear();
  offsets_.resize(1);
  feeds_.clear();
}

void HashBlocks::add_fixed(std::uint32_t place, int canonical, std::uint64_t value) {
  const std::size_t kind = canonical == 10 ? 0 : canonical == 45 ? 1 : 2;
  fixed_[kind].places.push_back(place);
  fixed_[kind].values.push_back(value);
  if (fixed_[kind].values.size() == block) flush_fixed(kind);
}

void HashBlocks::add(std::uint32_t place, const bson::ValueView& value) {
  const auto type = static_cast<std::uint8_t>(value.type);
  switch (value.type) {
    case bson::Type::Int32:
      return add_fixed(place, 10, static_cast<std::uint64_t>(std::int64_t{value.as_int32()}));
    case bson::Type::Int64:
      return add_fixed(place, 10, static_cast<std::uint64_t>(value.as_int64()));
    case bson::Type::Double:
      return add_fixed(place, 10,
                       static_cast<std::uint64_t>(hashing::squash_double(value.as_double())));
    case bson::Type::Date:
      return add_fixed(place, 45, static_cast<std::uint64_t>(value.as_int64()));
    case bson::Type::Timestamp:
      return add_fixed(place, 47, static_cast<std::uint64_t>(value.as_int64()));
    default:
      break;
  }
  hashing::append_feed(type, value.bytes, feeds_);
  offsets_.push_back(feeds_.size());
  feed_places_.push_back(place);
  if (feed_places_.size() == block || feeds_.size() > (std::size_t{1} << 22)) flush_feeds();
}

void HashBlocks::finish() {
  for (std::size_t kind = 0; kind < fixed_.size(); ++kind) flush_fixed(kind);
  flush_feeds();
}

std::uint64_t ordered(std::int64_t hash) {
  return static_cast<std::uint64_t>(hash) ^ (std::uint64_t{1} << 63);
}

/// Sorts all hashes and numbers the distinct ones: `places` by class, then by variant.
PodVector<std::uint32_t> rank_hashes(const PodVector<std::int64_t>& hashes,
                                     std::vector<std::int64_t>& distinct) {
  PodVector<hwy::K64V64> entries(hashes.size());
  for (std::size_t i = 0; i < hashes.size(); ++i) entries[i] = {i, ordered(hashes[i])};
  sort_entries({entries.data(), entries.size()});
  PodVector<std::uint32_t> places(hashes.size());
  std::size_t count = 0;
  for (std::size_t i = 0; i < entries.size(); ++i)
    count += i == 0 || entries[i].key != entries[i - 1].key ? 1 : 0;
  distinct.reserve(count);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (i == 0 || entries[i].key != entries[i - 1].key)
      distinct.push_back(static_cast<std::int64_t>(entries[i].key ^ (std::uint64_t{1} << 63)));
    places[entries[i].value] = static_cast<std::uint32_t>(distinct.size() - 1);
  }
  return places;
}

/// Classes all of whose documents have other hashes than the shown value's cannot occur: the shown
/// value is that of a document. So every distinct hash has a document.
void count(HashedColumn& column, const std::vector<std::uint32_t>& sizes) {
  column.documents.assign(column.hashes.size(), 0);
  column.bytes.assign(column.hashes.size(), 0);
  for (std::size_t row = 0; row < column.ranks.size(); ++row) {
    ++column.documents[column.ranks[row]];
    column.bytes[column.ranks[row]] += sizes[row];
  }
}

/// Values kept row by row: each row's own value is hashed, in the order in which they lie.
PodVector<std::int64_t> hash_rows(const Dictionary& dictionary,
                                  const std::vector<std::uint32_t>& arrival_rows,
                                  std::size_t rows) {
  PodVector<std::int64_t> by_row(rows);
  HashBlocks blocks(by_row);
  for (std::uint32_t row = 0; row < rows; ++row) blocks.add(row, dictionary.value_of_row(row));
  blocks.finish();
  if (arrival_rows.empty()) return by_row;
  PodVector<std::int64_t> by_arrival(rows);
  for (std::size_t i = 0; i < rows; ++i) by_arrival[i] = by_row[arrival_rows[i]];
  return by_arrival;
}

void rank_rows(const FieldColumn& field, const std::vector<std::uint32_t>& arrival_rows,
               HashedColumn& column) {
  const PodVector<std::uint32_t> places =
      rank_hashes(hash_rows(*field.dictionary, arrival_rows, field.ranks.size()), column.hashes);
  column.ranks.assign(places.begin(), places.end());
}

void rank_classes(const FieldColumn& field, const HashVariants& variants, HashedColumn& column) {
  PodVector<std::int64_t> hashes = hash_dictionary(*field.dictionary);
  const std::size_t classes = hashes.size();
  hashes.append(variants.hashes.data(), variants.hashes.size());
  const PodVector<std::uint32_t> places = rank_hashes(hashes, column.hashes);
  column.ranks.resize(field.ranks.size());
  for (std::size_t row = 0; row < field.ranks.size(); ++row)
    column.ranks[row] = places[field.ranks[row]];
  for (std::size_t i = 0; i < variants.rows.size(); ++i)
    column.ranks[variants.rows[i]] = places[classes + i];
}

}  // namespace

PodVector<std::int64_t> hash_dictionary(const Dictionary& dictionary) {
  PodVector<std::int64_t> hashes(dictionary.size());
  HashBlocks blocks(hashes);
  for (std::uint32_t rank = 0; rank < dictionary.size(); ++rank)
    blocks.add(rank, dictionary.value(rank));
  blocks.finish();
  return hashes;
}

HashedColumn hash_column(const FieldColumn& field, const HashVariants& variants,
                         const std::vector<std::uint32_t>& sizes,
                         const std::vector<std::uint32_t>& arrival_rows) {
  HashedColumn column;
  if (field.dictionary->by_row())
    rank_rows(field, arrival_rows, column);
  else
    rank_classes(field, variants, column);
  count(column, sizes);
  return column;
}

}  // namespace shardsweep::host
