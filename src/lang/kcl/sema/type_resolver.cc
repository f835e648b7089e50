#include "src/lang/kcl/sema/type_resolver.h"

#include <string>
#include <utility>

#include "src/lang/kcl/sema/attributes.h"
#include "src/lang/kcl/sema/name_resolver.h"

namespace kval::kcl::sema {

const Type* TypeResolver::ResolveType(const TypeExpr* type) {
  if (!type) {
    return types_.any();
  }
  const Type* result = ResolveTypeNode(type);
  context_.program.types[static_cast<size_t>(type->id)] = result;
  return result;
}

std::vector<FunctionParam> TypeResolver::ParamsOf(std::span<const Parameter> params) {
  std::vector<FunctionParam> types;
  for (const Parameter& param : params) {
    types.push_back(
        {param.name.symbol, param.name.span, ResolveType(param.type), param.default_value != nullptr});
  }
  return types;
}

const Type* TypeResolver::ResolveTypeNode(const TypeExpr* type) {
  switch (type->kind) {
    case TypeExprKind::kInvalid:
      return types_.invalid();
    case TypeExprKind::kAny:
      return types_.any();
    case TypeExprKind::kBool:
      return types_.boolean();
    case TypeExprKind::kInt:
      return types_.integer();
    case TypeExprKind::kFloat:
      return types_.floating();
    case TypeExprKind::kStr:
      return types_.string();
    case TypeExprKind::kNamed:
      return ResolveNamedType(*type->As<NamedTypeExpr>());
    case TypeExprKind::kLiteral:
      return ResolveLiteralType(*type->As<LiteralTypeExpr>());
    case TypeExprKind::kList:
      return types_.List(ResolveType(type->As<ListTypeExpr>()->element));
    case TypeExprKind::kDict: {
      const DictTypeExpr& dict = *type->As<DictTypeExpr>();
      const Type* key = ResolveType(dict.key);
      return types_.Dict(key, ResolveType(dict.value));
    }
    case TypeExprKind::kUnion: {
      std::vector<const Type*> members;
      for (const TypeExpr* member : type->As<UnionTypeExpr>()->members) {
        members.push_back(ResolveType(member));
      }
      const Type* result = types_.Union(members);
      if (result == nullptr && !std::exchange(has_reported_members_, true)) {
        diagnostics_.Report(diag::Kind::kLimitSteps, type->span,
                            "the unions of the program have more than " +
                                std::to_string(TypeTable::kMaxMembers) + " members in all");
      }
      return result == nullptr ? types_.any() : result;
    }
    case TypeExprKind::kFunction: {
      const FunctionTypeExpr& written = *type->As<FunctionTypeExpr>();
      std::vector<FunctionParam> params;
      for (const TypeExpr* param : written.params) {
        params.push_back({{}, param->span, ResolveType(param), false});
      }
      FunctionType function;
      function.params = params;
      function.result = ResolveType(written.result);
      return types_.Function(function);
    }
  }
  return types_.any();
}

const Type* TypeResolver::ResolveTypeBefore(const TypeExpr* type, int32_t global) {
  const std::optional<int32_t> outer = std::exchange(before_, global);
  const Type* result = ResolveType(type);
  before_ = outer;
  return result;
}

bool TypeResolver::CheckDeclaredBefore(const Name& name, int32_t global) {
  const NameLookupResult found = names_.Lookup(name.symbol);
  const bool is_own = found.ok && found.ref.kind == RefKind::kGlobal &&
                      found.ref.package == static_cast<int32_t>(context_.package_index);
  if (!is_own || found.ref.index < global ||
      context_.package().globals[static_cast<size_t>(found.ref.index)].kind != GlobalKind::kVariable) {
    return true;
  }
  names_.ReportUndefined(name, global == kNoVariables
                                   ? "a type alias may name types and schemas, no variables"
                                   : "a variable is a type only for later declarations");
  return false;
}

const Type* TypeResolver::ResolveNamedType(const NamedTypeExpr& type) {
  if (before_.has_value() && !CheckDeclaredBefore(type.names[0], *before_)) {
    return types_.invalid();
  }
  const Type* result = names_.Resolve(type.names[0]);
  for (size_t i = 1; i < type.names.size(); ++i) {
    result = attributes_.LoadAttribute(result, type.names[i], type.span);
  }
  switch (result->kind) {
    case TypeKind::kSchemaType:
      return types_.OfSchema(result->schema, true);
    case TypeKind::kModule:
      diagnostics_.Report(diag::Kind::kKclType, type.span, "expected a type, got " + types_.Text(result));
      return types_.invalid();
    default:
      return result;
  }
}

const Type* TypeResolver::ResolveLiteralType(const LiteralTypeExpr& type) {
  const Type* result = LiteralType(type.value);
  if (result->kind != TypeKind::kNone) {
    return result;
  }
  diagnostics_.ReportWith(
      diag::Kind::kKclCompile, type.span, "name 'None' is not defined",
      {{},
       {},
       "None is a value of every type",
       "leave it out of the type; write `name?: …` for an attribute that may be missing"});
  return types_.invalid();
}

const Type* TypeResolver::LiteralType(const Expr* value) {
  if (const IntExpr* number = value->As<IntExpr>()) {
    return number->unit == NumberUnit::kNone ? types_.IntLiteral(number->value)
                                             : types_.MultiplierLiteral(number->value, number->unit);
  }
  if (const FloatExpr* number = value->As<FloatExpr>()) {
    return types_.FloatLiteral(number->value);
  }
  if (const StringExpr* text = value->As<StringExpr>()) {
    return types_.StrLiteral(text->value);
  }
  if (const ConstantExpr* constant = value->As<ConstantExpr>()) {
    switch (constant->value) {
      case Constant::kTrue:
        return types_.BoolLiteral(true);
      case Constant::kFalse:
        return types_.BoolLiteral(false);
      case Constant::kNone:
      case Constant::kUndefined:
        return types_.none();
    }
  }
  if (const UnaryExpr* unary = value->As<UnaryExpr>(); unary && unary->op == UnaryOp::kMinus) {
    const Type* type = LiteralType(unary->operand);
    if (type->kind == TypeKind::kIntLiteral) {
      return types_.IntLiteral(-type->int_value);
    }
    if (type->kind == TypeKind::kFloatLiteral) {
      return types_.FloatLiteral(-type->float_value);
    }
  }
  return types_.any();
}

}  // namespace kval::kcl::sema
