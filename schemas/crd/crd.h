#pragma once

#include <functional>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "src/diag/emitter.h"
#include "src/support/arena.h"
#include "src/support/limits.h"
#include "src/types/model.h"

// CustomResourceDefinitions: their content, and their structural schemas as types of the model. Source:
// k8s.io/apiextensions-apiserver, pkg/apiserver/schema and pkg/apiserver/validation.
namespace kval::schemas::crd {

// One version of a custom resource.
struct CrdVersion {
  std::string_view name;
  bool is_served = true;
  bool is_deprecated = false;
  std::string_view deprecation_warning;
  const value::Value* schema = nullptr;  // its openAPIV3Schema, a map; null: none
  source::Span span;                     // the name in the definition
};

// The content of a CustomResourceDefinition.
struct CrdDefinition {
  std::string_view group, kind, list_kind, plural;
  bool is_namespaced = false;
  std::vector<CrdVersion> versions;
};

// Returns whether a document is a CustomResourceDefinition of apiextensions.k8s.io/v1, by its apiVersion and
// kind.
bool IsDefinition(const value::Value& document);
// Reads the valid parts of a definition. Errors are reported by the rules (schemas/crd/rules).
CrdDefinition ReadDefinition(const value::Value& document);

// An entry of `x-kubernetes-validations`. Unset strings are empty.
struct ValidationRule {
  std::string_view rule, message, message_expression, field_path, reason;
  bool optional_old_self = false;
  const value::Value* rule_value = nullptr;                // the value of `rule`, with its location
  const value::Value* message_expression_value = nullptr;  // null: none
  const value::Value* field_path_value = nullptr;          // null: none
  const value::Value* schema = nullptr;  // the schema that contains the rule: `self` is a value of it
  bool is_root = false;                  // of the whole resource: `self` has apiVersion, kind and metadata
  types::TypeId type;                    // the type compiled from `schema`; complete when the rule is bound
};

// Compiles a rule to a predicate, which is evaluated only if everything inside the value is valid. Returns
// null if the rule is not tested.
using BindRule =
    std::function<std::shared_ptr<const types::Predicate>(const ValidationRule&, const types::Model&)>;

struct CrdRequest {
  const value::Value* schema = nullptr;
  bool is_resource = true;    // the root has apiVersion, kind and metadata in addition to its fields
  types::TypeId object_meta;  // the type of `metadata` at the root and in embedded resources; may be unset
  // Rules for every embedded resource.
  std::vector<std::shared_ptr<const types::Predicate>> embedded;
  BindRule bind;  // null: rules are not tested
  // If not null, receives the type of each schema with a default. Only these and their parts are then
  // compiled, and defaults are not applied, so that they can be validated as written.
  std::unordered_map<const value::Value*, types::TypeId>* with_defaults = nullptr;
  Limits limits = {};           // limits of regular expressions
  bool limits_numbers = false;  // to the range of their format, as servers from 1.36 on do
};

// Compiles a structural schema into `model`. Undeclared keys are errors, as with strict field validation in
// the API server. Errors: invalid parts, such as an invalid pattern, are reported as KV707 and have no
// effect. Returns the type of the schema; no value with `with_defaults`.
types::TypeId Compile(const CrdRequest& request, Arena& arena, types::Model& model, diag::Emitter& emit);

}  // namespace kval::schemas::crd
