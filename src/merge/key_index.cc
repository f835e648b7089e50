#include "src/merge/key_index.h"

#include <algorithm>
#include <functional>
#include <string_view>

namespace kval::merge {
namespace {

constexpr size_t kSearchesBeforeTable = 8;
constexpr size_t kSmallMap = 16;

}  // namespace

bool SameKey(const value::Value& a, const value::Value& b) {
  if (a.kind != b.kind) {
    return false;
  }
  if (a.kind == value::Kind::kString) {
    return a.raw == b.raw;
  }
  return a.is_unsigned == b.is_unsigned && value::Equal(a, b);
}

size_t KeyIndex::Hash::operator()(const value::Value* key) const {
  const size_t kind = static_cast<size_t>(key->kind);
  switch (key->kind) {
    case value::Kind::kString:
      return std::hash<std::string_view>()(key->raw);
    case value::Kind::kBool:
      return kind * 2 + (key->boolean ? 1 : 0);
    case value::Kind::kInt:
      return std::hash<int64_t>()(key->integer);
    case value::Kind::kFloat:
      return std::hash<double>()(key->real);
    case value::Kind::kNull:
    case value::Kind::kSequence:
    case value::Kind::kMapping:
      return kind;
  }
  return kind;
}

std::vector<size_t> KeyIndex::Find(const value::Value& key) {
  std::vector<size_t> found;
  if (entries_->size() <= kSmallMap || searched_ < kSearchesBeforeTable) {
    ++searched_;
    for (size_t i = 0; i < entries_->size(); ++i) {
      const value::Value* candidate = (*entries_)[i].key;
      if (candidate != nullptr && SameKey(*candidate, key)) {
        found.push_back(i);
      }
    }
    return found;
  }
  for (; indexed_ < entries_->size(); ++indexed_) {
    if ((*entries_)[indexed_].key != nullptr) {
      table_.emplace((*entries_)[indexed_].key, indexed_);
    }
  }
  const auto [begin, end] = table_.equal_range(&key);
  for (auto it = begin; it != end; ++it) {
    const value::Value* candidate = (*entries_)[it->second].key;
    if (candidate != nullptr && SameKey(*candidate, key)) {
      found.push_back(it->second);
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

void KeyIndex::Forget() {
  table_.clear();
  indexed_ = 0;
}

}  // namespace kval::merge
