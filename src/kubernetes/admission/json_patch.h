#pragma once

#include <span>
#include <string>

#include "src/support/arena.h"
#include "src/support/result.h"
#include "src/value/value.h"

namespace kval::kubernetes {

struct JsonPatchOperation {
  std::string op, path, from;
  const value::Value* value = nullptr;  // null if it has none
  source::Span origin = {};             // the location of copied values that have none, such as defaults
};

// Applies a JSON patch (RFC 6902) as the API server does: negative indexes count from the end, and `replace`
// adds a missing key. Returns `object` itself if a `test` fails. Shares what does not change; new values go
// to `arena`. Cost: linear in the size of the changed collections, for each operation.
//
// Errors: a path does not exist, an index is invalid, an operation is unknown, or the collections that the
// operations change have more than 10 million entries in all.
// Source: evanphx/json-patch v4, patch.go.
Result<const value::Value*> ApplyJsonPatch(const value::Value& object,
                                           std::span<const JsonPatchOperation> operations, Arena& arena);

}  // namespace kval::kubernetes
