#include "src/kubernetes/composite_definitions.h"

#include "src/kubernetes/admission/fields.h"
#include "src/kubernetes/generated_schemas.h"
#include "src/support/text_search.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using value::Value;

constexpr Text kGroup = "apiextensions.crossplane.io/";
constexpr Text kKind = "CompositeResourceDefinition";

enum class Composite { kNamespaced, kCluster, kLegacyCluster, kClaim };

// Where composite resources are: those of Crossplane 1 in no namespace.
Composite ScopeOf(const Value& document) {
  const Text scope = TextField(FieldOf(&document, "spec"), "scope");
  const bool is_first = TextField(&document, "apiVersion").ends_with("/v1");
  if (scope == "Cluster") {
    return Composite::kCluster;
  }
  const bool is_legacy = scope == "LegacyCluster" || (scope.empty() && is_first);
  return is_legacy ? Composite::kLegacyCluster : Composite::kNamespaced;
}

class DefinitionMaker {
 public:
  explicit DefinitionMaker(Arena& arena) : schemas_(arena), make_(schemas_.values()) {}

  const Value* Make(const Value& spec, Text names, Composite composite) {
    std::vector<const Value*> versions;
    for (const Value* version : ItemsOf(FieldOf(&spec, "versions"))) {
      const Value* schema = FieldOf(FieldOf(version, "schema"), "openAPIV3Schema");
      versions.push_back(
          make_.Map({{"name", FieldOf(version, "name")},
                     {"served", FieldOf(version, "served")},
                     {"deprecated", FieldOf(version, "deprecated")},
                     {"deprecationWarning", FieldOf(version, "deprecationWarning")},
                     {"schema", make_.Map({{"openAPIV3Schema", Schema(schema, composite)}})}}));
    }
    const bool is_namespaced = composite == Composite::kNamespaced || composite == Composite::kClaim;
    return schemas_.Definition(FieldOf(&spec, "group"), FieldOf(&spec, names), is_namespaced, versions);
  }

 private:
  const Value* Named() { return schemas_.Object({{"name", schemas_.String()}}, {"name"}); }
  const Value* Selector() {
    const Value* labels =
        make_.Map({{"type", make_.Text("object")}, {"additionalProperties", schemas_.String()}});
    return schemas_.Object({{"matchLabels", labels}}, {"matchLabels"});
  }
  // The fields of the spec that Crossplane adds.
  const Value* Machinery(Composite composite) {
    const bool is_claim = composite == Composite::kClaim;
    const bool is_legacy = composite == Composite::kLegacyCluster;
    const Value* reference = schemas_.Object(
        {{"apiVersion", schemas_.String()}, {"kind", schemas_.String()}, {"name", schemas_.String()}},
        {"apiVersion", "kind", "name"});
    const Value* composed =
        schemas_.Object({{"apiVersion", schemas_.String()},
                         {"kind", schemas_.String()},
                         {"name", schemas_.String()},
                         {"namespace", composite == Composite::kNamespaced ? nullptr : schemas_.String()}},
                        {"apiVersion", "kind"});
    const Value* claim = schemas_.Object({{"apiVersion", schemas_.String()},
                                          {"kind", schemas_.String()},
                                          {"name", schemas_.String()},
                                          {"namespace", schemas_.String()}},
                                         {"apiVersion", "kind", "name", "namespace"});
    const Value* secret =
        is_claim ? Named()
                 : schemas_.Object({{"name", schemas_.String()}, {"namespace", schemas_.String()}},
                                   {"name", "namespace"});
    const Value* fields = make_.Map(
        {{"compositionRef", Named()},
         {"compositionSelector", Selector()},
         {"compositionRevisionRef", Named()},
         {"compositionRevisionSelector", Selector()},
         {"compositionUpdatePolicy", schemas_.OneOf({"Automatic", "Manual"})},
         {"compositeDeletePolicy", is_claim ? schemas_.OneOf({"Background", "Foreground"}) : nullptr},
         {"resourceRef", is_claim ? reference : nullptr},
         {"resourceRefs", is_claim ? nullptr : schemas_.List(composed)},
         {"claimRef", is_legacy ? claim : nullptr},
         {"environmentConfigRefs", is_legacy ? schemas_.List(schemas_.Any("object")) : nullptr},
         {"publishConnectionDetailsTo", is_claim || is_legacy ? schemas_.Any("object") : nullptr},
         {"writeConnectionSecretToRef", is_claim || is_legacy ? secret : nullptr}});
    return is_claim || is_legacy
               ? fields
               : make_.Map(
                     {{"crossplane", make_.Map({{"type", make_.Text("object")}, {"properties", fields}})}});
  }

  // `schema`, of the spec or the status, with more properties.
  const Value* WithProperties(const Value* schema, const Value* added) {
    const Value* own = FieldOf(schema, "properties");
    std::vector<value::Entry> properties(added->entries().begin(), added->entries().end());
    std::vector<value::Entry> entries;
    const bool has_own = own != nullptr && own->kind == value::Kind::kMapping;
    if (has_own) {
      // A property of Crossplane replaces one of the same name.
      for (const value::Entry& entry : own->entries()) {
        if (value::Find(*added, entry.key->raw.view()) == nullptr) {
          properties.push_back(entry);
        }
      }
    }
    if (schema != nullptr && schema->kind == value::Kind::kMapping) {
      for (const value::Entry& entry : schema->entries()) {
        if (entry.key->raw != "properties" && entry.key->raw != "type") {
          entries.push_back(entry);
        }
      }
    }
    value::Builder& build = make_.builder();
    entries.push_back({build.String("type"), build.String("object")});
    entries.push_back({build.String("properties"),
                       has_own ? build.WithEntries(*own, properties) : build.Mapping(properties)});
    return schema != nullptr ? build.WithEntries(*schema, entries) : build.Mapping(entries);
  }

  const Value* Schema(const Value* schema, Composite composite) {
    const Value* properties = FieldOf(schema, "properties");
    const Value* status = make_.Map({{"conditions", schemas_.List(schemas_.Any("object"))},
                                     {"connectionDetails", schemas_.Any("object")},
                                     {"claimConditionTypes", schemas_.List(schemas_.String())}});
    return make_.Map(
        {{"type", make_.Text("object")},
         {"required", make_.List({"spec"})},
         {"properties", make_.Map({{"spec", WithProperties(MapAt(properties, "spec"), Machinery(composite))},
                                   {"status", WithProperties(MapAt(properties, "status"), status)}})},
         {"x-kubernetes-validations", FieldOf(schema, "x-kubernetes-validations")}});
  }

  static const Value* MapAt(const Value* map, Text key) {
    const Value* found = FieldOf(map, key);
    return found != nullptr && found->kind == value::Kind::kMapping ? found : nullptr;
  }

  GeneratedSchemas schemas_;
  GeneratedValues& make_;
};

}  // namespace

bool MayDefineComposites(Text text) {
  return ContainsWord(text, kKind) && ContainsWord(text, kGroup);
}

std::vector<const Value*> DefinitionsOfComposites(const Value& document, Arena& arena) {
  const Value* spec = FieldOf(&document, "spec");
  if (spec == nullptr || TextField(&document, "kind") != kKind ||
      !TextField(&document, "apiVersion").starts_with(kGroup)) {
    return {};
  }
  DefinitionMaker maker(arena);
  std::vector<const Value*> definitions = {maker.Make(*spec, "names", ScopeOf(document))};
  if (FieldOf(spec, "claimNames") != nullptr) {
    definitions.push_back(maker.Make(*spec, "claimNames", Composite::kClaim));
  }
  return definitions;
}

}  // namespace kval::kubernetes
