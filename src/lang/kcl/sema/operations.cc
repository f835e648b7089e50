#include "src/lang/kcl/sema/operations.h"

#include <algorithm>
#include <string>
#include <vector>

#include "src/lang/kcl/sema/type_kinds.h"

// Source: KCL's resolver/calculation.rs.
namespace kval::kcl::sema {
namespace {

template <typename Predicate>
bool AllMembers(const Type* type, Predicate predicate) {
  if (type->kind == TypeKind::kUnion) {
    return std::all_of(type->members.begin(), type->members.end(), predicate);
  }
  return predicate(type);
}

bool IsZero(const Type* type) {
  return (type->kind == TypeKind::kIntLiteral && type->int_value == 0) ||
         (type->kind == TypeKind::kFloatLiteral && type->float_value == 0);
}

bool Repeats(const Type* type) {
  return AllMembers(type,
                    [](const Type* t) { return IsNumber(t) || IsStr(t) || t->kind == TypeKind::kList; });
}

bool IsNumberOrBool(const Type* type) {
  return AllMembers(type, [](const Type* t) { return IsNumber(t) || IsBool(t); });
}

bool IsScalar(const Type* type) {
  return AllMembers(type, [](const Type* t) { return IsNumber(t) || IsBool(t) || IsStr(t); });
}

}  // namespace

const Type* Operations::Binary(const Type* left, const Type* right, BinaryOp op, source::Span at) {
  const Type* a = types_.WidenUnion(left);
  const Type* b = types_.WidenUnion(right);
  if (IsAny(a) || IsAny(b)) {
    return types_.any();
  }
  if (const Type* result = BinaryResult(a, b, op, at)) {
    return result;
  }
  diagnostics_.Report(diag::Kind::kKclType, at,
                      "unsupported operand type(s) for " + std::string(Spelling(op)) + ": '" +
                          types_.Text(left) + "' and '" + types_.Text(right) + "'");
  return types_.invalid();
}

// Null when the operator does not know the operands.
const Type* Operations::BinaryResult(const Type* left, const Type* right, BinaryOp op, source::Span at) {
  const bool numbers = IsNumber(left) && IsNumber(right);
  const Type* number = IsFloat(left) || IsFloat(right) ? types_.floating() : types_.integer();
  switch (op) {
    case BinaryOp::kAdd:
      if (IsStr(left) && IsStr(right)) {
        return types_.string();
      }
      if (left->kind == TypeKind::kList && right->kind == TypeKind::kList) {
        return types_.List(types_.Sup(left->element, right->element));
      }
      return numbers ? number : nullptr;
    case BinaryOp::kSubtract:
    case BinaryOp::kPower:
      return numbers ? number : nullptr;
    case BinaryOp::kMultiply:
      if (numbers) {
        return number;
      }
      if (IsInt(left) && Repeats(right)) {
        return right;
      }
      return IsInt(right) && Repeats(left) ? left : nullptr;
    case BinaryOp::kDivide:
    case BinaryOp::kFloorDivide:
    case BinaryOp::kModulo:
      if (numbers && IsZero(right)) {
        diagnostics_.Report(diag::Kind::kKclType, at, "integer division or modulo by zero");
      }
      if (op == BinaryOp::kModulo && number == types_.floating()) {
        number = types_.any();  // KCL says int, the value is a float
      }
      return numbers ? number : nullptr;
    case BinaryOp::kShiftLeft:
    case BinaryOp::kShiftRight:
    case BinaryOp::kBitXor:
    case BinaryOp::kBitAnd:
      return IsInt(left) && IsInt(right) ? types_.integer() : nullptr;
    case BinaryOp::kBitOr:
      return UnionResult(left, right);
    case BinaryOp::kAnd:
      return types_.boolean();
    case BinaryOp::kOr:
      return types_.Sup(left, right);
  }
  return nullptr;
}

const Type* Operations::UnionResult(const Type* left, const Type* right) {
  if (IsInt(left) && IsInt(right)) {
    return types_.integer();
  }
  if (left->kind == TypeKind::kNone) {
    return right;
  }
  if (right->kind == TypeKind::kNone) {
    return left;
  }
  if (left->kind == TypeKind::kList && right->kind == TypeKind::kList) {
    return types_.List(types_.Sup(left->element, right->element));
  }
  // Repeated unions yield a dict of many keys; beyond this limit the keys are dropped from the type, and only
  // the value type is kept.
  constexpr size_t kMostAttributes = 256;
  if (left->kind == TypeKind::kDict && right->kind == TypeKind::kDict &&
      left->attributes.size() > kMostAttributes) {
    return types_.Dict(types_.Sup(left->key, right->key), types_.Sup(left->element, right->element));
  }
  if (left->kind == TypeKind::kDict && right->kind == TypeKind::kDict) {
    std::vector<DictAttribute> attributes(left->attributes.begin(), left->attributes.end());
    for (const DictAttribute& attribute : right->attributes) {
      std::erase_if(attributes, [&](const DictAttribute& other) { return other.name == attribute.name; });
      attributes.push_back(attribute);
    }
    return types_.Dict(types_.Sup(left->key, right->key), types_.Sup(left->element, right->element),
                       attributes);
  }
  if (IsSchema(left) && IsConfig(right)) {
    return types_.OfSchema(left->schema, true);
  }
  return nullptr;
}

const Type* Operations::Unary(const Type* operand, UnaryOp op, source::Span at) {
  if (IsAny(operand)) {
    return types_.any();
  }
  const Type* type = types_.WidenUnion(operand);
  bool fits = true;
  switch (op) {
    case UnaryOp::kPlus:
    case UnaryOp::kMinus:
      fits = IsNumber(type);
      break;
    case UnaryOp::kInvert:
      fits = IsInt(type) || IsBool(type);
      break;
    case UnaryOp::kNot:
      return type;  // KCL's rule: `b: bool = not name` needs a name that is a bool
  }
  if (!fits) {
    diagnostics_.Report(
        diag::Kind::kKclType, at,
        "bad operand type for unary " + std::string(Spelling(op)) + ": '" + types_.Text(operand) + "'");
    return types_.invalid();
  }
  // The result no longer has the literal's type, except for zero.
  return op == UnaryOp::kPlus || IsZero(type) ? type : types_.Widen(type);
}

void Operations::Compare(const Type* left, const Type* right, CompareOp op, source::Span at) {
  const Type* a = types_.WidenUnion(left);
  const Type* b = types_.WidenUnion(right);
  if (IsAny(a) || IsAny(b) || Comparable(a, b, op)) {
    return;
  }
  diagnostics_.Report(diag::Kind::kKclType, at,
                      "unsupported operand type(s) for " + std::string(Spelling(op)) + ": '" +
                          types_.Text(a) + "' and '" + types_.Text(b) + "'");
}

bool Operations::Comparable(const Type* left, const Type* right, CompareOp op) const {
  const bool is_in = op == CompareOp::kIn || op == CompareOp::kNotIn;
  const bool is_equality = op == CompareOp::kEqual || op == CompareOp::kNotEqual;
  if (is_in) {
    return IsIterable(right);  // of unions not even those whose members all are
  }
  if (IsNumberOrBool(left) && IsNumberOrBool(right)) {
    return true;
  }
  if (is_equality && IsScalar(left) && IsScalar(right)) {
    return true;
  }
  if (is_equality && left->kind == TypeKind::kList && right->kind == TypeKind::kList) {
    return true;
  }
  if (is_equality && IsConfig(left) && IsConfig(right)) {
    return true;
  }
  const bool relates = is_equality || op == CompareOp::kIs || op == CompareOp::kIsNot;
  return relates && (left->kind == TypeKind::kNone || right->kind == TypeKind::kNone);
}

}  // namespace kval::kcl::sema
