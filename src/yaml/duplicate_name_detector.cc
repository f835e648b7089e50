#include "src/yaml/duplicate_name_detector.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "src/support/check.h"
#include "src/support/keyed_hash.h"

namespace kval::yaml {
namespace {

// Names of one mapping often begin alike, so the end counts: its last bytes and its length.
uint64_t MarkOf(std::string_view name) {
  uint32_t last = 0;
  if (name.size() >= sizeof(last)) {
    std::memcpy(&last, name.data() + name.size() - sizeof(last), sizeof(last));
  } else {
    for (const char c : name) {
      last = last << 8 | static_cast<uint8_t>(c);
    }
  }
  return uint64_t{name.size()} << 32 | last;
}

}  // namespace

void DuplicateNameDetector::Reset(size_t count) {
  size_ = 0;
  limit_ = count <= kFew ? 0 : count;
  if (limit_ == 0) {
    return;
  }
  many_.resize(std::max(many_.size(), count));
  const size_t slots = std::bit_ceil(count * 2);
  slots_.resize(std::max(slots_.size(), slots));
  std::fill_n(slots_.begin(), slots, 0);
  mask_ = slots - 1;
}

bool DuplicateNameDetector::AddToFew(std::string_view name) {
  const uint64_t mark = MarkOf(name);
  for (size_t i = 0; i < size_; ++i) {
    if (marks_[i] == mark && few_[i] == name) {
      return false;
    }
  }
  KVAL_CHECK(size_ < kFew);
  marks_[size_] = mark;
  few_[size_++] = name;
  return true;
}

bool DuplicateNameDetector::AddToMany(std::string_view name) {
  KVAL_CHECK(size_ < limit_);
  const uint64_t hash = KeyedHash(name);
  const uint64_t half = hash & 0xFFFFFFFF00000000U;
  size_t at = hash & mask_;
  for (; slots_[at] != 0; at = (at + 1) & mask_) {
    if ((slots_[at] & 0xFFFFFFFF00000000U) == half && many_[(slots_[at] & 0xFFFFFFFFU) - 1] == name) {
      return false;
    }
  }
  many_[size_++] = name;
  slots_[at] = half | size_;
  return true;
}

}  // namespace kval::yaml
