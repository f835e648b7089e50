#include "src/helm/functions/traced_text.h"

#include <algorithm>

#include "src/lang/gotemplate/containers.h"

namespace kval::helm::functions {

using gotemplate::Kind;
using gotemplate::Value;

namespace {

constexpr size_t kMostValues = 1000;  // that are compared with those of files

// `left`: of the values that are looked at.
bool DiffersFromFiles(const Value& value, size_t& left) {
  if (left == 0) {
    return true;
  }
  --left;
  const auto below = [&](const Value& each) { return DiffersFromFiles(each, left); };
  if (value.is(Kind::kMap) && value.map() != nullptr) {
    const auto& entries = EntriesOf(value);
    return !value.map()->is_original() || std::any_of(entries.begin(), entries.end(),
                                                      [&](const auto& entry) { return below(entry.second); });
  }
  const auto items = Items(value);
  return !items.empty() && (value.origin().empty() || items.front().origin() == value.origin() ||
                            std::any_of(items.begin(), items.end(), below));
}

}  // namespace

bool NeedsPieces(const Value& value) {
  size_t left = kMostValues;
  return DiffersFromFiles(value, left);
}

gotemplate::OriginSet OriginsOfText::At(size_t offset) const {
  if (pieces_ == nullptr) {
    return whole_;
  }
  const auto found = std::upper_bound(pieces_->begin(), pieces_->end(), offset,
                                      [](size_t at, const auto& piece) { return at < piece.end; });
  return found == pieces_->end() ? gotemplate::OriginSet() : found->origins;
}

}  // namespace kval::helm::functions
