#include "src/driver/findings/finding_index.h"

#include <algorithm>

#include "src/support/keyed_hash.h"

namespace kval::driver {
namespace {

// The hashes of the path's prefixes, from the empty one. A collision would at worst pair findings of
// different paths.
std::vector<uint64_t> HashesOf(const diag::Path& path) {
  std::vector<uint64_t> hashes = {0};
  for (const diag::PathStep& step : path) {
    const uint64_t own = KeyedHash(KeyedHash(step.key), static_cast<uint64_t>(step.index));
    hashes.push_back(KeyedHash(hashes.back(), own));
  }
  return hashes;
}

}  // namespace

void FindingIndex::Add(const diag::Path& path, size_t finding) {
  const std::vector<uint64_t> hashes = HashesOf(path);
  places_[hashes.back()].here.findings.push_back(finding);
  for (const uint64_t hash : hashes) {
    places_[hash].within.findings.push_back(finding);
  }
}

void FindingIndex::Take(size_t finding) {
  is_taken_.resize(std::max(is_taken_.size(), finding + 1));
  is_taken_[finding] = true;
}

size_t FindingIndex::FirstOf(FindingQueue& row) const {
  const auto is_taken = [this](size_t finding) { return finding < is_taken_.size() && is_taken_[finding]; };
  while (row.next < row.findings.size() && is_taken(row.findings[row.next])) {
    ++row.next;
  }
  return row.next < row.findings.size() ? row.findings[row.next] : kNone;
}

size_t FindingIndex::At(const diag::Path& path) {
  const auto place = places_.find(HashesOf(path).back());
  return place == places_.end() ? kNone : FirstOf(place->second.here);
}

size_t FindingIndex::AtOrAbove(const diag::Path& path) {
  const std::vector<uint64_t> hashes = HashesOf(path);
  size_t first = kNone;
  for (size_t i = 1; i < hashes.size(); ++i) {
    const auto place = places_.find(hashes[i]);
    first = place == places_.end() ? first : std::min(first, FirstOf(place->second.here));
  }
  return first;
}

size_t FindingIndex::AtOrBelow(const diag::Path& path) {
  const auto place = places_.find(HashesOf(path).back());
  return place == places_.end() ? kNone : FirstOf(place->second.within);
}

size_t FindingIndex::FirstRelated(const diag::Path& path) const {
  const std::vector<uint64_t> hashes = HashesOf(path);
  const auto first_of = [](const FindingQueue& row) {
    return row.findings.empty() ? kNone : row.findings.front();
  };
  size_t first = kNone;
  for (const uint64_t hash : hashes) {
    const auto place = places_.find(hash);
    first = place == places_.end() ? first : std::min(first, first_of(place->second.here));
  }
  const auto place = places_.find(hashes.back());
  return place == places_.end() ? first : std::min(first, first_of(place->second.within));
}

}  // namespace kval::driver
