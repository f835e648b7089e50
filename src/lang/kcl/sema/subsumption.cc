#include "src/lang/kcl/sema/subsumption.h"

#include <algorithm>
#include <string>

#include "src/lang/kcl/sema/program.h"
#include "src/lang/kcl/sema/type_kinds.h"
#include "src/lang/kcl/sema/type_text.h"

namespace kval::kcl {
namespace {

// A limit for programs that do not occur in practice.
constexpr int kMaxSteps = 20000;

// A literal fits its base type, ints and bools fit float, and a string literal fits the type whose name its
// printed form holds (a quirk of KCL).
bool LiteralSubsumes(const Type* from, const Type* to) {
  if (IsLiteral(to) || !IsPrimitive(to)) {
    return false;
  }
  if (to->kind == TypeKind::kFloat && !IsStr(from)) {
    return true;
  }
  const bool is_of_base =
      (IsStr(from) && IsStr(to)) || (IsInt(from) && IsInt(to)) || (IsBool(from) && IsBool(to));
  return is_of_base || LiteralText(from).find(PlainName(to->kind)) != std::string::npos;
}

// Compares two types with all that they are made of.
class TypeComparison {
 public:
  bool Compare(const Type* from, const Type* to, bool any_left);

 private:
  bool FunctionSubsumes(const FunctionType& from, const FunctionType& to, bool any_left);

  int steps_ = 0;
};

bool TypeComparison::Compare(const Type* from, const Type* to, bool any_left) {
  if (++steps_ > kMaxSteps) {
    return true;
  }
  if (from == to || from->kind == TypeKind::kInvalid || to->kind == TypeKind::kInvalid) {
    return true;
  }
  if ((any_left && IsAny(from)) || IsAny(to) || from->kind == TypeKind::kNone) {
    return true;
  }
  if (from->kind == TypeKind::kUnion) {
    return std::all_of(from->members.begin(), from->members.end(),
                       [&](const Type* member) { return Compare(member, to, false); });
  }
  if (to->kind == TypeKind::kUnion) {
    return std::any_of(to->members.begin(), to->members.end(),
                       [&](const Type* member) { return Compare(from, member, false); });
  }
  if (IsSchema(from)) {
    return IsSchema(to) && from->schema->IsA(to->schema);
  }
  if (IsInt(from) && IsFloat(to)) {
    return true;
  }
  if (IsMultiplier(from) && IsMultiplier(to)) {
    return from->kind == TypeKind::kNumberMultiplierLiteral && to->kind == TypeKind::kNumberMultiplier;
  }
  if (IsPrimitive(from) && IsPrimitive(to)) {
    return from->kind == to->kind;
  }
  if (IsLiteral(from)) {
    return LiteralSubsumes(from, to);
  }
  if (from->kind == TypeKind::kList && to->kind == TypeKind::kList) {
    return Compare(from->element, to->element, any_left);
  }
  if (from->kind == TypeKind::kDict && to->kind == TypeKind::kDict) {
    return Compare(from->key, to->key, any_left) && Compare(from->element, to->element, any_left);
  }
  if (IsStr(from) && to->kind == TypeKind::kStrLiteral) {
    return true;
  }
  if (from->kind == TypeKind::kFunction && to->kind == TypeKind::kFunction) {
    return FunctionSubsumes(*from->function, *to->function, any_left);
  }
  return false;
}

bool TypeComparison::FunctionSubsumes(const FunctionType& from, const FunctionType& to, bool any_left) {
  if (from.params.size() != to.params.size()) {
    return false;
  }
  for (size_t i = 0; i < from.params.size(); ++i) {
    if (!Compare(to.params[i].type, from.params[i].type, any_left)) {
      return false;
    }
  }
  return Compare(from.result, to.result, any_left);
}

}  // namespace

bool Assignable(const Type* from, const Type* to) {
  return from->kind != TypeKind::kModule && Subsumes(from, to, true);
}

bool Subsumes(const Type* from, const Type* to, bool any_left) {
  return TypeComparison().Compare(from, to, any_left);
}

}  // namespace kval::kcl
