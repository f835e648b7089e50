#include "schemas/crd/rules/declared_types.h"

#include "schemas/crd/rules/property_escaping.h"
#include "src/support/native_stack.h"
#include "src/value/entry_index.h"

namespace kval::schemas::crd::rules {
namespace {

struct MetadataFields final : cel::Fields {
  const cel::Type* Find(std::string_view name) const override {
    return name == kMetadataFields[0] || name == kMetadataFields[1] ? &cel::kStringType : nullptr;
  }
};
const MetadataFields kMetadata;
const cel::Type kMetadataType{cel::TypeKind::kObject, false, 0, "object", {}, &kMetadata};

}  // namespace

class DeclaredTypes::Properties final : public cel::Fields {
 public:
  Properties(DeclaredTypes& declared, SchemaNode schema) : declared_(declared), schema_(schema) {}

  const cel::Type* Find(std::string_view name) const override {
    if (schema_.is_resource()) {
      if (name == "apiVersion" || name == "kind") {
        return &cel::kStringType;
      }
      if (name == "metadata") {
        return &kMetadataType;
      }
    }
    const auto property = UnescapePropertyName(name);
    const value::Value* properties = schema_.properties();
    const value::Entry* found =
        property && properties != nullptr ? index_.Find(*properties, *property) : nullptr;
    if (found == nullptr || found->value->kind != value::Kind::kMapping) {
      return nullptr;
    }
    return declared_.Of(SchemaNode(found->value, false));
  }

 private:
  DeclaredTypes& declared_;
  SchemaNode schema_;
  mutable value::EntryIndex index_;
};

DeclaredTypes::DeclaredTypes(cel::TypeArena& types) : types_(types) {}
DeclaredTypes::~DeclaredTypes() = default;

const cel::Type* DeclaredTypes::Of(SchemaNode schema) {
  const auto key = std::make_pair(schema.value(), schema.is_resource());
  const auto found = known_.find(key);
  if (found != known_.end()) {
    return found->second;
  }
  const cel::Type* type = Make(schema);
  known_.emplace(key, type);
  return type;
}

const cel::Type* DeclaredTypes::Make(SchemaNode schema) {
  NeedStack();
  if (schema.is_int_or_string()) {
    return &cel::kDynType;
  }
  const std::string_view type = schema.type();
  if (type == "array") {
    const cel::Type* item = schema.items() == nullptr ? nullptr : Of(SchemaNode(schema.items(), false));
    return item == nullptr ? nullptr : types_.List(item);
  }
  if (type == "object") {
    if (const value::Value* values = schema.additional_properties()) {
      const cel::Type* value = Of(SchemaNode(values, false));
      return value == nullptr ? nullptr : types_.Map(&cel::kStringType, value);
    }
    properties_.push_back(std::make_unique<Properties>(*this, schema));
    return types_.Object("object", properties_.back().get());
  }
  if (type == "string") {
    const std::string_view format = schema.format();
    return format == "byte"                            ? &cel::kBytesType
           : format == "duration"                      ? &cel::kDurationType
           : format == "date" || format == "date-time" ? &cel::kTimestampType
                                                       : &cel::kStringType;
  }
  return type == "boolean"   ? &cel::kBoolType
         : type == "number"  ? &cel::kDoubleType
         : type == "integer" ? &cel::kIntType
                             : nullptr;
}

}  // namespace kval::schemas::crd::rules
