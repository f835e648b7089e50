#pragma once

#include <string_view>

#include "src/check/value_cursor.h"
#include "src/diag/emitter.h"
#include "src/kubernetes/resource.h"

// Checks of names, labels and annotations (KV706). Source: k8s.io/apimachinery, pkg/api/validation and
// pkg/util/validation.
namespace kval::kubernetes {

// Returns whether resources of a built-in kind belong to a namespace; for others a namespace is ignored.
bool IsNamespaced(std::string_view kind);

// Checks `metadata` of a resource: its name by the rule of its kind, namespace, labels, annotations,
// finalizers.
void CheckMetadata(const Resource& resource, bool is_builtin, diag::Emitter& emit);

// Checks the labels and annotations in the metadata of a template.
void CheckTemplateMetadata(const check::ValueCursor& metadata, diag::Emitter& emit);

// Checks `metadata` of a volume claim template in a pod, which allows only labels and annotations.
void CheckClaimMetadata(const check::ValueCursor& metadata, diag::Emitter& emit);

// Checks the keys and values of a map of labels.
void CheckLabels(const check::ValueCursor& labels, diag::Emitter& emit);

// Checks `metadata` of an embedded resource: names are optional but must be valid
// (x-kubernetes-embedded-resource).
void CheckEmbeddedMetadata(const check::ValueCursor& metadata, diag::Emitter& emit);

}  // namespace kval::kubernetes
