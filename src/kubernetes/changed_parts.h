#pragma once

#include <string_view>
#include <vector>

#include "src/diag/path.h"
#include "src/value/value.h"

namespace kval::kubernetes {

// How the parts of an old and a new object are compared.
enum class PartEquality : uint8_t {
  kManifests,  // fields that are null, an empty list or an empty map count as missing
  kLive,  // the old object is from a cluster: fields that only it has are unchanged, because the API server
          // or a controller has set them. List items with a `name` correspond by it.
};

// Whether a part is unchanged. Null is a missing part.
bool IsUnchanged(const value::Value* value, const value::Value* old, PartEquality equality);

// A part of an object that differs from the old object.
struct ChangedPart {
  diag::Path path;
  const value::Value* value = nullptr;  // null: missing
  const value::Value* old = nullptr;
};

// Returns the differences at and below a part. Each is the deepest part that contains a change. `except`:
// paths below the part that may differ, separated by commas, with `[]` after the keys of lists. Cost: the
// sizes of the parts, times their depth.
std::vector<ChangedPart> FindChanges(ChangedPart part, std::string_view except, PartEquality equality);

}  // namespace kval::kubernetes
