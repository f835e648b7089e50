#include "src/lang/gotemplate/origins.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>

namespace kval::gotemplate {

namespace {

constexpr uint32_t kMaxSets = 0x7fffffff;  // what a Value can hold

uint64_t HashOf(std::span<const uint32_t> sources) {
  uint64_t hash = 0;
  for (const uint32_t source : sources) {
    hash = (hash ^ source) * 0x9e3779b97f4a7c15;
    hash ^= hash >> 29;
  }
  return hash;
}

}  // namespace

Origins::Origins() {
  sets_.push_back({0, 0});
}

std::span<const uint32_t> Origins::Sources(OriginSet set) const {
  const Range range = sets_[set.index];
  return std::span<const uint32_t>(sources_).subspan(range.start, range.size);
}

OriginSet Origins::Of(uint32_t source) {
  return Intern(std::span<const uint32_t>(&source, 1));
}

OriginSet Origins::Union(OriginSet a, OriginSet b) {
  if (a.empty() || a == b) {
    return b;
  }
  if (b.empty()) {
    return a;
  }
  if (a.index > b.index) {
    std::swap(a, b);
  }
  const uint64_t pair = uint64_t{a.index} << 32 | b.index;
  if (const auto known = unions_.find(pair); known != unions_.end()) {
    return OriginSet{known->second};
  }
  std::array<uint32_t, 2 * kMaxSources> both{};
  const std::span<const uint32_t> left = Sources(a);
  const std::span<const uint32_t> right = Sources(b);
  const auto end = std::set_union(left.begin(), left.end(), right.begin(), right.end(), both.begin());
  const auto size = std::min<size_t>(static_cast<size_t>(std::distance(both.begin(), end)), kMaxSources);
  const OriginSet made = Intern(std::span<const uint32_t>(both).first(size));
  unions_.emplace(pair, made.index);
  return made;
}

OriginSet Origins::Intern(std::span<const uint32_t> sources) {
  const uint64_t hash = HashOf(sources);
  const auto [first, last] = by_hash_.equal_range(hash);
  for (auto known = first; known != last; ++known) {
    if (std::ranges::equal(Sources(OriginSet{known->second}), sources)) {
      return OriginSet{known->second};
    }
  }
  if (sets_.size() >= kMaxSets) {
    return {};
  }
  const auto index = static_cast<uint32_t>(sets_.size());
  sets_.push_back({static_cast<uint32_t>(sources_.size()), static_cast<uint32_t>(sources.size())});
  sources_.insert(sources_.end(), sources.begin(), sources.end());
  by_hash_.emplace(hash, index);
  return OriginSet{index};
}

}  // namespace kval::gotemplate
