#pragma once

#include <cstddef>

#include "src/kubernetes/admission/structured_merge.h"
#include "src/kubernetes/catalog.h"
#include "src/kubernetes/resource.h"

namespace kval::kubernetes {

// Returns the types of a resource for MergeApplyConfiguration, without its functions for decoding and
// defaults. Requires: the schema has a model. All arguments must outlive the result.
MergeSchema MakeMergeSchema(const KindSchema& schema, const Resource& resource, const Catalog& catalog,
                            size_t version);

}  // namespace kval::kubernetes
