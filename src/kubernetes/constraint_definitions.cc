#include "src/kubernetes/constraint_definitions.h"

#include <vector>

#include "src/kubernetes/admission/fields.h"
#include "src/kubernetes/admission/gatekeeper_template.h"
#include "src/kubernetes/generated_schemas.h"
#include "src/support/ascii_text.h"
#include "src/support/text_search.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using value::Value;

// The schema of the parameters. A legacy schema is not structural: Gatekeeper permits any fields with it.
const Value* ParametersOf(const Value& document, GeneratedSchemas& schemas) {
  const Value* crd = FieldOf(FieldOf(FieldOf(&document, "spec"), "crd"), "spec");
  const Value* validation = FieldOf(crd, "validation");
  const Value* schema = FieldOf(validation, "openAPIV3Schema");
  const Value* legacy = FieldOf(validation, "legacySchema");
  const bool is_legacy =
      legacy != nullptr ? legacy->raw == "true" : !TextField(&document, "apiVersion").ends_with("/v1");
  const bool is_structural =
      !is_legacy && FieldOf(schema, "type") != nullptr && schema->kind == value::Kind::kMapping;
  return is_structural ? schema : schemas.Any("object");
}

const Value* MatchOf(GeneratedSchemas& schemas) {
  const Value* texts = schemas.List(schemas.String());
  return schemas.Object({{"kinds", schemas.List(schemas.Object({{"apiGroups", texts}, {"kinds", texts}}))},
                         {"scope", schemas.String()},
                         {"namespaces", texts},
                         {"excludedNamespaces", texts},
                         {"labelSelector", schemas.Any("object")},
                         {"namespaceSelector", schemas.Any("object")},
                         {"name", schemas.String()},
                         {"source", schemas.OneOf({"All", "Generated", "Original"})}});
}

}  // namespace

bool MayDefineConstraints(Text text) {
  return ContainsWord(text, "ConstraintTemplate") && ContainsWord(text, "templates.gatekeeper.sh/");
}

const Value* DefinitionOfConstraints(const Value& document, Arena& arena) {
  const Text kind = IsConstraintTemplate(document) ? ConstraintKindOf(document) : Text();
  if (kind.empty()) {
    return nullptr;
  }
  GeneratedSchemas schemas(arena);
  GeneratedValues& make = schemas.values();
  const Value* scoped = schemas.Object(
      {{"action", schemas.String()}, {"enforcementPoints", schemas.List(schemas.Any("object"))}});
  const Value* spec = schemas.Object({{"match", MatchOf(schemas)},
                                      {"enforcementAction", schemas.String()},
                                      {"scopedEnforcementActions", schemas.List(scoped)},
                                      {"parameters", ParametersOf(document, schemas)}});
  const Value* schema = schemas.Object({{"spec", spec}, {"status", schemas.Any("object")}});
  std::vector<const Value*> versions;
  for (const Text version : {Text("v1beta1"), Text("v1alpha1")}) {
    versions.push_back(make.Map({{"name", make.Text(version)},
                                 {"served", make.builder().Bool(true)},
                                 {"schema", make.Map({{"openAPIV3Schema", schema}})}}));
  }
  const Value* names = make.Map({{"kind", make.Text(kind)}, {"plural", make.Text(LowerCased(kind))}});
  return schemas.Definition(make.Text("constraints.gatekeeper.sh"), names, false, versions);
}

}  // namespace kval::kubernetes
