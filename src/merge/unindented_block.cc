#include "src/merge/unindented_block.h"

#include "src/merge/key_index.h"

namespace kval::merge {
namespace {

// Returns whether there is no value after the key, not even `~`, or none that could be read.
bool IsAbsent(const value::Value& value) {
  return value.kind == value::Kind::kNull && value.raw.empty() && value.span.size() == 0;
}

}  // namespace

std::optional<UnindentedBlock> UnindentedBlockFinder::Find(size_t at) const {
  const auto entries = overlay_.entries();
  if (!IsAbsent(*entries[at].value) || at + 1 == entries.size()) {
    return std::nullopt;
  }
  const value::Value* inner = below_(*entries[at].key);
  if (inner == nullptr || inner->kind != value::Kind::kMapping) {
    return std::nullopt;
  }
  KeyTable keys;
  const EntryRows inner_entries{inner->entries()};
  UnindentedBlock block{at, at + 1};
  while (block.end < entries.size() && below_(*entries[block.end].key) == nullptr &&
         !keys.Find(*entries[block.end].key, inner_entries).empty()) {
    ++block.end;
  }
  return block.end == at + 1 ? std::nullopt : std::optional(block);
}

}  // namespace kval::merge
