#pragma once

#include "src/check/trail.h"
#include "src/diag/emitter.h"

// What kustomize asks of a patch before it looks for what is to be patched.
// Source: sigs.k8s.io/kustomize/api/internal/builtins/PatchTransformer.go, gopkg.in/evanphx/json-patch.v4.
namespace kval::kubernetes {

// A patch that is merged: it says by its kind and name which resource it is a part of, also where a target
// chooses; its apiVersion counts where none does.
void CheckMergePatch(const check::Trail& patch, bool has_target, diag::Emitter& emit);

// What makes, changes or judges resources: it says what it is, and has a name.
void CheckPlugin(const check::Trail& plugin, diag::Emitter& emit);

// A list of operations (RFC 6902). That there is something at their paths cannot be told here.
void CheckJsonPatch(const check::Trail& operations, diag::Emitter& emit);

}  // namespace kval::kubernetes
