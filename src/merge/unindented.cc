#include "src/merge/unindented.h"

#include "src/merge/key_index.h"

namespace kval::merge {
namespace {

const value::Value* ValueOf(const value::Value& map, const value::Value& key) {
  for (const value::Entry& entry : map.entries()) {
    if (SameKey(*entry.key, key)) {
      return entry.value;
    }
  }
  return nullptr;
}

// Nothing stands behind the key, not even `~`, or nothing that could be read.
bool IsAbsent(const value::Value& value) {
  return value.kind == value::Kind::kNull && value.raw.empty() && value.span.size() == 0;
}

}  // namespace

std::optional<UnindentedBlock> FindUnindented(const value::Value& left, const value::Value& overlay,
                                              size_t at) {
  const auto entries = overlay.entries();
  if (!IsAbsent(*entries[at].value)) {
    return std::nullopt;
  }
  const value::Value* inner = ValueOf(left, *entries[at].key);
  if (inner == nullptr || inner->kind != value::Kind::kMapping) {
    return std::nullopt;
  }
  UnindentedBlock block{at, at + 1};
  while (block.end < entries.size() && ValueOf(left, *entries[block.end].key) == nullptr &&
         ValueOf(*inner, *entries[block.end].key) != nullptr) {
    ++block.end;
  }
  return block.end == at + 1 ? std::nullopt : std::optional(block);
}

}  // namespace kval::merge
