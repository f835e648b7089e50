#include "src/lang/kcl/sema/checker.h"

// What written types mean, those of the program and those of the tables of built-in functions.
namespace kval::kcl {

const Type* Checker::ResolveType(const TypeExpr* type) {
  if (!type) {
    return types_.any();
  }
  const Type* result = ResolveTypeNode(type);
  program_.types[static_cast<size_t>(type->id)] = result;
  return result;
}

const Type* Checker::ResolveTypeNode(const TypeExpr* type) {
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
      return LiteralType(type->As<LiteralTypeExpr>()->value);
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
      return types_.Union(members);
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

const Type* Checker::ResolveNamedType(const NamedTypeExpr& type) {
  const Type* result = Resolve(type.names[0]);
  for (size_t i = 1; i < type.names.size(); ++i) {
    result = LoadAttribute(result, type.names[i], type.span);
  }
  switch (result->kind) {
    case TypeKind::kSchemaType:
      return types_.OfSchema(result->schema, true);
    case TypeKind::kModule:
      diagnostics_.Report(diag::Kind::kKclType, type.span, "expected a type, got " + TypeText(result));
      return types_.invalid();
    default:
      return result;
  }
}

const Type* Checker::LiteralType(const Expr* value) {
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

namespace {

// The types in the tables of built-in functions: a small part of KCL's own grammar.
class SignatureTypeReader {
 public:
  SignatureTypeReader(std::string_view text, TypeTable& types) : text_(text), types_(types) {}

  const Type* Union() {
    std::vector<const Type*> members = {Element()};
    while (Take('|')) {
      members.push_back(Element());
    }
    return types_.Union(members);
  }

 private:
  bool Take(char c) {
    while (!text_.empty() && text_.front() == ' ') {
      text_.remove_prefix(1);
    }
    if (text_.empty() || text_.front() != c) {
      return false;
    }
    text_.remove_prefix(1);
    return true;
  }

  const Type* Element() {
    if (Take('[')) {
      const Type* element = Take(']') ? types_.any() : Union();
      Take(']');
      return types_.List(element);
    }
    if (Take('{')) {
      const Type* key = Take(':') ? types_.any() : Union();
      Take(':');
      const Type* value = Take('}') ? types_.any() : Union();
      Take('}');
      return types_.Dict(key, value);
    }
    if (Take('(')) {
      return Function();
    }
    return Word();
  }

  const Type* Function() {
    std::vector<FunctionParam> params;
    while (!Take(')') && !text_.empty()) {
      params.push_back({{}, {}, Union(), false});
      Take(',');
    }
    FunctionType function;
    function.params = params;
    function.result = Take('-') && Take('>') ? Union() : types_.any();
    return types_.Function(function);
  }

  const Type* Word() {
    Take('\0');
    size_t length = 0;
    while (length < text_.size() &&
           std::string_view(" |,:]})").find(text_[length]) == std::string_view::npos) {
      ++length;
    }
    const std::string_view word = text_.substr(0, length);
    text_.remove_prefix(length);
    if (word == "bool") {
      return types_.boolean();
    }
    if (word == "int") {
      return types_.integer();
    }
    if (word == "float") {
      return types_.floating();
    }
    if (word == "str") {
      return types_.string();
    }
    return types_.any();
  }

  std::string_view text_;
  TypeTable& types_;
};

}  // namespace

const Type* Checker::ParseSignatureType(std::string_view text) {
  return text.empty() ? types_.any() : SignatureTypeReader(text, types_).Union();
}

const Type* Checker::FunctionOf(const signatures::Signature& signature) {
  const Type*& place = signature_types_[&signature];
  if (!place) {
    std::vector<FunctionParam> params;
    for (const signatures::Parameter& parameter : signature.parameters()) {
      params.push_back({program_.ast.names.Intern(parameter.name),
                        {},
                        ParseSignatureType(parameter.type),
                        parameter.has_default});
    }
    FunctionType function;
    function.params = params;
    function.result = ParseSignatureType(signature.result);
    function.variadic = signature.variadic;
    function.keyword_variadic = signature.variadic;
    place = types_.Function(function);
  }
  return place;
}

}  // namespace kval::kcl
