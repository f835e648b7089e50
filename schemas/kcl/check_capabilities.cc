#include "schemas/kcl/check_capabilities.h"

#include <algorithm>

#include "schemas/kcl/type_text.h"
#include "src/value/falsy_value.h"

namespace kval::schemas::kcl {

CheckCapabilities CheckCapabilitiesOf(const types::Model& model, const types::Type& type) {
  if (std::holds_alternative<types::Any>(type.shape)) {
    return {true, true, true, true};
  }
  CheckCapabilities able;
  if (const auto* scalar = std::get_if<types::Scalar>(&type.shape)) {
    able.is_number = scalar->kind == value::Kind::kInt || scalar->kind == value::Kind::kFloat;
    able.is_text = scalar->kind == value::Kind::kString;
  }
  const auto* record = std::get_if<types::Record>(&type.shape);
  able.is_list = std::holds_alternative<types::List>(type.shape);
  able.has_length = able.is_text || able.is_list || (record != nullptr && !IsSchema(*record));
  if (const auto* choice = std::get_if<types::Union>(&type.shape)) {
    able.has_length = std::all_of(choice->variants.begin(), choice->variants.end(), [&](types::TypeId arm) {
      return CheckCapabilitiesOf(model, model.Resolve(arm)).has_length;
    });
  }
  return able;
}

const value::Value* FalsyOf(const types::Type& type, value::Builder& build) {
  if (std::holds_alternative<types::List>(type.shape)) {
    return build.Sequence({});
  }
  if (const auto* record = std::get_if<types::Record>(&type.shape)) {
    return IsSchema(*record) ? nullptr : build.Mapping({});
  }
  const auto* scalar = std::get_if<types::Scalar>(&type.shape);
  return scalar == nullptr || scalar->kind == value::Kind::kNull ? nullptr
                                                                 : value::MakeFalsyValue(scalar->kind, build);
}

}  // namespace kval::schemas::kcl
