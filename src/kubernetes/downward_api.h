#pragma once

#include <string_view>

#include "src/check/value_cursor.h"
#include "src/diag/emitter.h"

// The downward API (KV708): pkg/apis/core/validation, validateObjectFieldSelector and
// validateContainerResourceFieldSelector.
namespace kval::kubernetes {

enum class DownwardApiTarget { kVariable, kFile };

// Whether a name is that of a container's limit or request, such as `limits.cpu`.
bool IsContainerAmount(std::string_view resource);

// `fieldRef` and `resourceFieldRef` of a variable's `valueFrom`, or of a volume's file.
void CheckDownwardApiFields(const check::ValueCursor& holder, DownwardApiTarget target, diag::Emitter& emit);

}  // namespace kval::kubernetes
