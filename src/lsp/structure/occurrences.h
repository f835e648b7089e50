#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "src/lsp/structure/text_tree.h"

namespace kval::lsp {

// The protocol's kinds of highlights.
enum class OccurrenceKind : uint8_t { kText = 1, kRead = 2, kWrite = 3 };

struct Occurrence {
  ByteRange range;
  OccurrenceKind kind = OccurrenceKind::kText;

  friend bool operator==(const Occurrence&, const Occurrence&) = default;
};

// Returns the name of the anchor at a position and of all aliases that refer to it, without `&` and `*`.
// Empty if no anchor or alias is there. An alias refers to the last anchor before it in its document.
std::vector<Occurrence> FindAnchorOccurrences(const TextTree& tree, size_t at);

// The same, or for a key the keys of its document with the same path; all items of a list count as one.
std::vector<Occurrence> FindOccurrences(const TextTree& tree, size_t at);

}  // namespace kval::lsp
