#include <set>
#include <string>
#include <utility>

#include "src/kubernetes/json_patch_values.h"
#include "src/kubernetes/manifest_validator.h"

namespace kval::kubernetes {

void ManifestValidator::JsonPatch(const value::Value& operations, const value::Value& target,
                                  const DocumentContext& origin, Arena& arena, diag::Emitter& emit) {
  const PatchedKind kind = KindOfTarget(target, catalog_, options_.versions.front());
  if (kind.schema.model == nullptr) {
    return;
  }
  const ResourceCount catalog_use = catalog_use_;
  for (const value::Value* part : PartsSetByJsonPatch(operations, kind, arena)) {
    Document(*part, origin, arena, emit);
  }
  catalog_use_ = catalog_use;
}

void ManifestValidator::MergePatch(const value::Value& patch, std::span<const value::Value* const> targets,
                                   const DocumentContext& origin, Arena& arena, diag::Emitter& emit) {
  const size_t version = options_.versions.front();
  std::set<std::pair<std::string, std::string>> seen;
  for (const value::Value* target : targets) {
    PatchedKind kind = KindOfTarget(*target, catalog_, version);
    const value::Value* part = AsOfTarget(patch, kind, catalog_, version, arena);
    if (part == &patch) {
      kind = {};
    }
    if (part != nullptr && seen.emplace(kind.api_version, kind.kind).second) {
      Document(*part, origin, arena, emit);
    }
  }
}

}  // namespace kval::kubernetes
