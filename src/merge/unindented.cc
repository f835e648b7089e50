#include "src/merge/unindented.h"

namespace kval::merge {
namespace {

// Nothing stands behind the key, not even `~`, or nothing that could be read.
bool IsAbsent(const value::Value& value) {
  return value.kind == value::Kind::kNull && value.raw.empty() && value.span.size() == 0;
}

}  // namespace

const value::Value* KeyedMap::Find(const value::Value& key) {
  const Places places = index_.Find(key);
  return places.empty() ? nullptr : entries_[places.all().front()].value;
}

std::optional<UnindentedBlock> UnindentedBlocks::Find(size_t at) {
  const auto entries = overlay_.entries();
  if (!IsAbsent(*entries[at].value) || at + 1 == entries.size()) {
    return std::nullopt;
  }
  if (!keyed_left_) {
    keyed_left_.emplace(left_);
  }
  const value::Value* inner = keyed_left_->Find(*entries[at].key);
  if (inner == nullptr || inner->kind != value::Kind::kMapping) {
    return std::nullopt;
  }
  KeyedMap keyed_inner(*inner);
  UnindentedBlock block{at, at + 1};
  while (block.end < entries.size() && keyed_left_->Find(*entries[block.end].key) == nullptr &&
         keyed_inner.Find(*entries[block.end].key) != nullptr) {
    ++block.end;
  }
  return block.end == at + 1 ? std::nullopt : std::optional(block);
}

}  // namespace kval::merge
