#pragma once

#include "src/diag/emitter.h"
#include "src/kubernetes/catalog.h"
#include "src/kubernetes/resource.h"

namespace kval::kubernetes {

// Says of a resource that no schema is known for it, and why that may be: the kind is misspelt, its API
// version is gone (KV702) or comes later, or it is a custom resource whose definition was not given (KV700).
void ReportUnknown(const Resource& resource, const Catalog& catalog, size_t version, diag::Emitter& emit);

// Whether the group of a resource without schema is none of Kubernetes': it may be a custom resource.
bool MayBeCustom(const Resource& resource, const Catalog& catalog);

// Says of a custom resource that its definition does not serve this version, and which it does.
void ReportNotServed(const Resource& resource, const Catalog& catalog, const CustomKind& kind,
                     diag::Emitter& emit);

// Says of a resource whose API is still served that it will not be for long (KV701).
void ReportDeprecated(const Resource& resource, const Catalog& catalog, size_t version, diag::Emitter& emit);

}  // namespace kval::kubernetes
