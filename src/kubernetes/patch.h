#pragma once

#include "src/check/value_cursor.h"
#include "src/diag/emitter.h"

// kustomize's checks of a patch before it looks for its target. Source:
// sigs.k8s.io/kustomize/api/internal/builtins/PatchTransformer.go, gopkg.in/evanphx/json-patch.v4.
namespace kval::kubernetes {

// Returns whether a document is a strategic merge patch: it has the key `$patch`.
bool IsPatch(const value::Value& document);

// Returns whether a document has the kind of a workload, but can only be a part of one: it has no selector,
// and no container with an image.
bool IsPartOfWorkload(const value::Value& document);

// Checks a strategic merge patch: its kind and name identify the resource, even if there is a target; its
// apiVersion is used only without a target.
void CheckMergePatch(const check::ValueCursor& patch, bool has_target, diag::Emitter& emit);

// Checks a generator, transformer or validator: apiVersion, kind and name.
void CheckPlugin(const check::ValueCursor& plugin, diag::Emitter& emit);

// Checks a list of operations (RFC 6902). Whether their paths exist is unknown.
void CheckJsonPatch(const check::ValueCursor& operations, diag::Emitter& emit);

}  // namespace kval::kubernetes
