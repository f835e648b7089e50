#pragma once

#include <string_view>

#include "src/diag/path.h"
#include "src/value/value.h"

namespace kval::schemas::crd::rules {

// The custom resource before an update, for rules that compare with it.
struct UpdatedObject {
  const value::Value* schema = nullptr;  // of the definition; null: lists do not correspond
  const value::Value* old = nullptr;     // with defaults; null: the object is created
};

// The note of a finding that the API server accepts.
inline constexpr std::string_view kAcceptedUnchanged =
    "the API server accepts it, because the update does not change this part";

// Returns the part of the old object that corresponds to the part at `path` of the new object `root`; null if
// there is none. Items of a list correspond by the keys of a list of type `map`, and not in other lists.
// Source: apiserver, pkg/cel/common/equality.go. Cost: the items of the lists on the path.
const value::Value* FindOldValue(const UpdatedObject& updated, const value::Value& root,
                                 const diag::Path& path);

// Whether the update leaves a part as it was, or the nearest part above it that corresponds to an old one.
// Errors in such parts are accepted (apiextensions-apiserver, pkg/apiserver/validation/ratcheting.go).
bool IsUnchanged(const UpdatedObject& updated, const value::Value& root, const diag::Path& path);

}  // namespace kval::schemas::crd::rules
