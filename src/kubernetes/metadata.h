#pragma once

#include <string_view>

#include "src/check/trail.h"
#include "src/diag/emitter.h"
#include "src/kubernetes/resource.h"

// Names, labels and annotations (KV706), from k8s.io/apimachinery, pkg/api/validation and
// pkg/util/validation.
namespace kval::kubernetes {

// Whether resources of a built-in kind belong to a namespace; of the others a namespace is ignored.
bool IsNamespaced(std::string_view kind);

// `metadata` of a resource: its name by the rule of its kind, namespace, labels, annotations, finalizers.
void CheckMetadata(const Resource& resource, bool is_builtin, diag::Emitter& emit);

// Labels and annotations of metadata that belongs to a template.
void CheckTemplateMetadata(const check::Trail& metadata, diag::Emitter& emit);

// `metadata` of a claim that is made for a pod: labels and annotations, nothing else.
void CheckClaimMetadata(const check::Trail& metadata, diag::Emitter& emit);

// A map of labels: keys and values.
void CheckLabels(const check::Trail& labels, diag::Emitter& emit);

// `metadata` of an embedded resource: names are not asked for, but must be right
// (x-kubernetes-embedded-resource).
void CheckEmbeddedMetadata(const check::Trail& metadata, diag::Emitter& emit);

}  // namespace kval::kubernetes
