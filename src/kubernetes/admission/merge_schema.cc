#include "src/kubernetes/admission/merge_schema.h"

#include "src/kubernetes/admission/atomic_maps.h"

namespace kval::kubernetes {

MergeSchema MakeMergeSchema(const KindSchema& schema, const Resource& resource, const Catalog& catalog,
                            size_t version) {
  const bool is_custom = schema.source != KindSchema::Source::kBuiltin;
  const auto is_atomic_map = [is_custom, version, &resource, &catalog](const diag::Path& path) {
    return !is_custom && IsAtomicMap(catalog.table(), resource.api_version, resource.kind, path, version);
  };
  return {*schema.model, schema.type, is_custom, is_atomic_map};
}

}  // namespace kval::kubernetes
