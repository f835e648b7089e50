#pragma once

#include <string_view>

#include "src/value/value.h"

namespace kval::schemas::crd::rules {

// One schema of a structural schema, with the accessors of apiserver's pkg/cel/common/schemas.go.
class SchemaNode {
 public:
  // `is_resource`: the root or an embedded resource, with apiVersion, kind and metadata in addition to its
  // properties.
  SchemaNode(const value::Value* schema, bool is_resource)
      : schema_(schema), is_resource_(is_resource || Is("x-kubernetes-embedded-resource")) {}

  const value::Value* value() const { return schema_; }
  bool is_resource() const { return is_resource_; }
  std::string_view type() const { return TextOf("type"); }
  std::string_view format() const { return TextOf("format"); }
  std::string_view list_type() const { return TextOf("x-kubernetes-list-type"); }
  bool is_int_or_string() const { return Is("x-kubernetes-int-or-string"); }
  bool is_nullable() const { return Is("nullable"); }
  // Null if the schema does not have the keyword.
  const value::Value* items() const { return SchemaOf("items"); }
  const value::Value* additional_properties() const { return SchemaOf("additionalProperties"); }
  const value::Value* properties() const { return SchemaOf("properties"); }
  const value::Value* list_map_keys() const { return value::Find(*schema_, "x-kubernetes-list-map-keys"); }
  // Whether the value is an object with properties, as opposed to a map with arbitrary keys.
  bool is_object() const { return properties() != nullptr || is_resource_; }

 private:
  const value::Value* SchemaOf(std::string_view keyword) const {
    const value::Value* found = value::Find(*schema_, keyword);
    return found != nullptr && found->kind == value::Kind::kMapping ? found : nullptr;
  }
  std::string_view TextOf(std::string_view keyword) const {
    const value::Value* found = value::Find(*schema_, keyword);
    return found != nullptr && found->kind == value::Kind::kString ? found->raw : std::string_view();
  }
  bool Is(std::string_view keyword) const {
    const value::Value* found = value::Find(*schema_, keyword);
    return found != nullptr && found->kind == value::Kind::kBool && found->boolean;
  }

  const value::Value* schema_;
  bool is_resource_;
};

}  // namespace kval::schemas::crd::rules
