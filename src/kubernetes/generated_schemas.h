#pragma once

#include <initializer_list>
#include <span>
#include <string_view>

#include "src/kubernetes/admission/generated_values.h"

namespace kval::kubernetes {

// Builds CustomResourceDefinitions and structural schemas for kinds that other programs define.
class GeneratedSchemas {
 public:
  using Field = GeneratedValues::Field;

  explicit GeneratedSchemas(Arena& arena) : make_(arena) {}
  GeneratedValues& values() { return make_; }

  const value::Value* String() { return make_.Map({{"type", make_.Text("string")}}); }
  const value::Value* OneOf(std::initializer_list<std::string_view> texts) {
    return make_.Map({{"type", make_.Text("string")}, {"enum", make_.List(texts)}});
  }
  // Any value of a type, with any content.
  const value::Value* Any(std::string_view type) {
    return make_.Map(
        {{"type", make_.Text(type)}, {"x-kubernetes-preserve-unknown-fields", make_.builder().Bool(true)}});
  }
  // Properties with null pointers are left out.
  const value::Value* Object(std::initializer_list<Field> properties,
                             std::initializer_list<std::string_view> required = {}) {
    return make_.Map({{"type", make_.Text("object")},
                      {"properties", make_.Map(properties)},
                      {"required", required.size() == 0 ? nullptr : make_.List(required)}});
  }
  const value::Value* List(const value::Value* item) {
    return make_.Map({{"type", make_.Text("array")}, {"items", item}});
  }

  // `group` and `names` as in the spec of a definition.
  const value::Value* Definition(const value::Value* group, const value::Value* names, bool is_namespaced,
                                 std::span<const value::Value* const> versions) {
    return make_.Map({{"apiVersion", make_.Text("apiextensions.k8s.io/v1")},
                      {"kind", make_.Text("CustomResourceDefinition")},
                      {"spec", make_.Map({{"group", group},
                                          {"names", names},
                                          {"scope", make_.Text(is_namespaced ? "Namespaced" : "Cluster")},
                                          {"versions", make_.List(versions)}})}});
  }

 private:
  GeneratedValues make_;
};

}  // namespace kval::kubernetes
