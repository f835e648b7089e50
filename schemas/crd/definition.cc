#include "schemas/crd/crd.h"

namespace kval::schemas::crd {
namespace {

using value::Kind;

const value::Value* MapAt(const value::Value* map, std::string_view key) {
  const value::Value* found =
      map == nullptr || map->kind != Kind::kMapping ? nullptr : value::Find(*map, key);
  return found != nullptr && found->kind == Kind::kMapping ? found : nullptr;
}

std::string_view TextAt(const value::Value* map, std::string_view key) {
  const value::Value* found =
      map == nullptr || map->kind != Kind::kMapping ? nullptr : value::Find(*map, key);
  return found != nullptr && found->kind == Kind::kString ? found->raw : std::string_view();
}

bool BoolAt(const value::Value& map, std::string_view key, bool otherwise) {
  const value::Value* found = value::Find(map, key);
  return found != nullptr && found->kind == Kind::kBool ? found->boolean : otherwise;
}

}  // namespace

bool IsDefinition(const value::Value& document) {
  return document.kind == Kind::kMapping && TextAt(&document, "kind") == "CustomResourceDefinition" &&
         TextAt(&document, "apiVersion") == "apiextensions.k8s.io/v1";
}

CrdDefinition ReadDefinition(const value::Value& document) {
  CrdDefinition definition;
  const value::Value* spec = MapAt(&document, "spec");
  const value::Value* names = MapAt(spec, "names");
  definition.group = TextAt(spec, "group");
  definition.kind = TextAt(names, "kind");
  definition.list_kind = TextAt(names, "listKind");
  definition.plural = TextAt(names, "plural");
  definition.is_namespaced = TextAt(spec, "scope") == "Namespaced";
  const value::Value* versions = spec == nullptr ? nullptr : value::Find(*spec, "versions");
  if (versions == nullptr || versions->kind != Kind::kSequence) {
    return definition;
  }
  for (const value::Value* item : versions->items()) {
    if (item->kind != Kind::kMapping || TextAt(item, "name").empty()) {
      continue;
    }
    CrdVersion version;
    version.name = TextAt(item, "name");
    version.span = value::Find(*item, "name")->span;
    version.is_served = BoolAt(*item, "served", false);
    version.is_deprecated = BoolAt(*item, "deprecated", false);
    version.deprecation_warning = TextAt(item, "deprecationWarning");
    version.schema = MapAt(MapAt(item, "schema"), "openAPIV3Schema");
    definition.versions.push_back(version);
  }
  return definition;
}

}  // namespace kval::schemas::crd
