#include "src/lang/kcl/sema/type_kinds.h"

#include <algorithm>

namespace kval::kcl {

bool IsInt(const Type* type) {
  return type->kind == TypeKind::kInt || type->kind == TypeKind::kIntLiteral;
}
bool IsFloat(const Type* type) {
  return type->kind == TypeKind::kFloat || type->kind == TypeKind::kFloatLiteral;
}
bool IsBool(const Type* type) {
  return type->kind == TypeKind::kBool || type->kind == TypeKind::kBoolLiteral;
}
bool IsStr(const Type* type) {
  return type->kind == TypeKind::kStr || type->kind == TypeKind::kStrLiteral;
}

bool IsLiteral(const Type* type) {
  return type->kind == TypeKind::kBoolLiteral || type->kind == TypeKind::kIntLiteral ||
         type->kind == TypeKind::kFloatLiteral || type->kind == TypeKind::kStrLiteral;
}

bool IsPrimitive(const Type* type) {
  return type->kind == TypeKind::kBool || type->kind == TypeKind::kInt || type->kind == TypeKind::kFloat ||
         type->kind == TypeKind::kStr;
}

bool IsIterable(const Type* type) {
  return IsStr(type) || type->kind == TypeKind::kList || IsConfig(type);
}

bool IsKey(const Type* type) {
  if (type->kind == TypeKind::kUnion) {
    return std::all_of(type->members.begin(), type->members.end(), IsKey);
  }
  return IsStr(type);
}

}  // namespace kval::kcl
