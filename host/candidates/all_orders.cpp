#include "host/candidates/all_orders.hpp"

#include <algorithm>

namespace shardsweep::host {

namespace {

/// Goes through all ordered choices of k of n in lexicographic order.
class Choices {
 public:
  Choices(std::size_t k, std::size_t n) : n_(n), used_(n, false) {
    for (std::size_t i = 0; i < k; ++i) take(i);
  }
  const std::vector<std::size_t>& current() const { return current_; }

  bool next() {
    const std::size_t k = current_.size();
    while (!current_.empty()) {
      std::size_t candidate = current_.back() + 1;
      used_[current_.back()] = false;
      current_.pop_back();
      candidate = first_free(candidate);
      if (candidate == n_) continue;
      take(candidate);
      while (current_.size() < k) take(first_free(0));
      return true;
    }
    return false;
  }

 private:
  std::size_t first_free(std::size_t from) const {
    while (from < n_ && used_[from]) ++from;
    return from;
  }
  void take(std::size_t value) {
    current_.push_back(value);
    used_[value] = true;
  }

  std::size_t n_;
  std::vector<bool> used_;
  std::vector<std::size_t> current_;
};

/// n * (n-1) * ... of k factors, at most the largest number there is.
std::uint64_t orders(std::uint64_t n, std::uint64_t k) {
  std::uint64_t product = 1;
  for (std::uint64_t i = 0; i < k; ++i)
    if (__builtin_mul_overflow(product, n - i, &product)) return UINT64_MAX;
  return product;
}

KeyPattern make_key(const std::vector<std::string>& paths, const std::vector<std::size_t>& choice,
                    std::size_t hashed) {
  KeyPattern key;
  for (std::size_t i = 0; i < choice.size(); ++i)
    key.fields.push_back(i == hashed ? datasets::IndexField{paths[choice[i]], 0, "hashed"}
                                     : datasets::IndexField{paths[choice[i]], 1, ""});
  return key;
}

}  // namespace

void add_all_orders(const std::vector<std::string>& paths, const CandidateOptions& options,
                    const ClusterOptions& cluster, CandidateList& list, Omissions& omissions) {
  const std::size_t longest = std::min<std::size_t>(options.max_fields, paths.size());
  for (std::size_t k = 1; k <= longest; ++k) {
    const std::size_t hashed_variants = k == 1 || cluster.server >= ServerVersion::v4_4 ? k : 0;
    std::uint64_t left = orders(paths.size(), k);
    if (__builtin_mul_overflow(left, hashed_variants + 1, &left)) left = UINT64_MAX;
    Choices choice(k, paths.size());
    bool more = true;
    std::size_t variant = 0;  // 0: all ranged, i: field i - 1 hashed
    while (more && list.size() < options.max_candidates) {
      list.add(make_key(paths, choice.current(), variant == 0 ? k : variant - 1), "generated");
      --left;
      variant = variant == hashed_variants ? 0 : variant + 1;
      if (variant == 0) more = choice.next();
    }
    if (left > 0 && more)
      omissions.add(rule::limit,
                    to_text(make_key(paths, choice.current(), variant == 0 ? k : variant - 1)),
                    left);
  }
}

}  // namespace shardsweep::host
