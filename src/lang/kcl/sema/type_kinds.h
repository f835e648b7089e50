#pragma once

#include "src/lang/kcl/sema/type.h"

// Properties that depend on a type alone.
namespace kval::kcl {

inline bool IsAny(const Type* type) {
  return type->kind == TypeKind::kAny || type->kind == TypeKind::kInvalid;
}
bool IsInt(const Type* type);
bool IsFloat(const Type* type);
bool IsBool(const Type* type);
bool IsStr(const Type* type);
inline bool IsNumber(const Type* type) {
  return IsInt(type) || IsFloat(type);
}
bool IsLiteral(const Type* type);
bool IsPrimitive(const Type* type);
inline bool IsMultiplier(const Type* type) {
  return type->kind == TypeKind::kNumberMultiplier || type->kind == TypeKind::kNumberMultiplierLiteral;
}
inline bool IsSchema(const Type* type) {
  return type->kind == TypeKind::kSchema || type->kind == TypeKind::kSchemaType;
}
inline bool IsConfig(const Type* type) {
  return type->kind == TypeKind::kDict || IsSchema(type);
}
bool IsIterable(const Type* type);
// Returns whether a config key may have the type.
bool IsKey(const Type* type);

}  // namespace kval::kcl
