#pragma once

#include "src/diag/emitter.h"
#include "src/kubernetes/catalog.h"
#include "src/kubernetes/resource.h"

namespace kval::kubernetes {

// Reports a resource without a known schema, with the reason: the kind is misspelt, its API version is
// removed (KV702) or newer, or it is a custom resource without its definition (KV700).
void ReportUnknown(const Resource& resource, const Catalog& catalog, size_t version, diag::Emitter& emit);

// Returns whether a document cannot be an object of Kubernetes: its apiVersion has no group, no version of
// Kubernetes and no definition has its kind or one with a similar name, and it has no name and no `items`.
bool IsNoObject(const value::Value& document, const Catalog& catalog);

// Returns whether a resource without schema may be a custom resource: its group does not belong to
// Kubernetes.
bool MayBeCustom(const Resource& resource, const Catalog& catalog);

// Reports a custom resource in a version that its definition does not serve, and the served ones.
void ReportNotServed(const Resource& resource, const Catalog& catalog, const CustomKind& kind,
                     diag::Emitter& emit);

// Reports a resource of a deprecated API version (KV701).
void ReportDeprecated(const Resource& resource, const Catalog& catalog, size_t version, diag::Emitter& emit);

}  // namespace kval::kubernetes
