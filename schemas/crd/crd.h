#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "src/diag/emitter.h"
#include "src/support/arena.h"
#include "src/support/limits.h"
#include "src/types/model.h"

// CustomResourceDefinitions: what they define, and their structural schemas as types of the one model.
// The rules are those of k8s.io/apiextensions-apiserver, pkg/apiserver/schema and pkg/apiserver/validation.
namespace kval::schemas::crd {

// One version of a defined kind.
struct Version {
  std::string_view name;
  bool is_served = true;
  bool is_deprecated = false;
  std::string_view deprecation_warning;
  const value::Value* schema = nullptr;  // its openAPIV3Schema, a map; null: none
  source::Span span;                     // the name in the definition
};

// What a CustomResourceDefinition defines.
struct Definition {
  std::string_view group, kind, list_kind, plural;
  bool is_namespaced = false;
  std::vector<Version> versions;
};

// Whether a document says that it is a CustomResourceDefinition of apiextensions.k8s.io/v1.
bool IsDefinition(const value::Value& document);
// Reads one, as far as it can be understood; what is wrong with it is judged elsewhere (judge.h).
Definition ReadDefinition(const value::Value& document);

// An entry of `x-kubernetes-validations`, as the schema has it. Texts are empty where nothing is stated.
struct Validation {
  std::string_view rule, message, message_expression, field_path, reason;
  bool optional_old_self = false;
  const value::Value* rule_value = nullptr;                // the text of `rule`, with its place
  const value::Value* message_expression_value = nullptr;  // null: none
  const value::Value* field_path_value = nullptr;          // null: none
  const value::Value* schema = nullptr;  // the schema that states it: `self` is a value of it
  bool is_root = false;                  // of the whole resource: `self` has apiVersion, kind and metadata
  types::TypeId type;                    // what `schema` became; complete when the rule is bound
};

// Turns a rule into a test, which is asked when everything within the value is right. Null: the rule is not
// tested, which was said to `emit` where it is due.
using BindRule =
    std::function<std::shared_ptr<const types::Predicate>(const Validation&, const types::Model&)>;

struct Request {
  const value::Value* schema = nullptr;
  bool is_resource = true;  // the root has apiVersion, kind and metadata besides what is stated
  types::TypeId
      object_meta;  // what `metadata` is, at the root and in embedded resources; may be without value
  // Asked of every embedded resource.
  std::vector<std::shared_ptr<const types::Predicate>> embedded;
  BindRule bind;  // null: rules are not tested
  // Unless null, is told the type of each schema that states a default, and no default is put into anything:
  // defaults are judged as they stand.
  std::unordered_map<const value::Value*, types::TypeId>* with_defaults = nullptr;
  Limits limits = {};  // those of regular expressions
};

// Compiles a structural schema into `model`. Keys that it does not specify are refused, as the API server
// does when fields are validated strictly. What cannot be used (a pattern that is none) is reported as KV707.
types::TypeId Compile(const Request& request, Arena& arena, types::Model& model, diag::Emitter& emit);

}  // namespace kval::schemas::crd
