#include "src/lang/kcl/sema/expression_checker.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/lang/kcl/sema/access_checker.h"
#include "src/lang/kcl/sema/assignability.h"
#include "src/lang/kcl/sema/call_checker.h"
#include "src/lang/kcl/sema/config_checker.h"
#include "src/lang/kcl/sema/expectations.h"
#include "src/lang/kcl/sema/lambdas.h"
#include "src/lang/kcl/sema/loops.h"
#include "src/lang/kcl/sema/name_resolver.h"
#include "src/lang/kcl/sema/operations.h"
#include "src/lang/kcl/sema/subsumption.h"
#include "src/lang/kcl/sema/type_kinds.h"
#include "src/lang/kcl/sema/type_resolver.h"
#include "src/support/ascii_text.h"
#include "src/support/native_stack.h"

// Source: KCL's resolver/node.rs.
namespace kval::kcl::sema {
namespace {

// What may follow the colon in `${value: #json}`, in any case.
constexpr std::string_view kFormatSpecs[] = {"#json", "#yaml"};

}  // namespace

const Type* ExpressionChecker::Walk(const Expr* expr) {
  if (!HasStack()) {
    if (!std::exchange(is_too_deep_, true)) {
      diagnostics_.Report(diag::Kind::kLimitDepth, expr->span, "the program is nested too deeply");
    }
    return context_.Note(expr, types_.invalid());
  }
  return context_.Note(expr, WalkNode(expr));
}

const Type* ExpressionChecker::WalkPlain(const Expr* expr) {
  expectations_.Push({});
  const Type* type = Walk(expr);
  expectations_.Pop();
  return type;
}

const Type* ExpressionChecker::WalkExpecting(const Expr* expr, const Type* type, source::Span at) {
  const size_t before = diagnostics_.count();
  expectations_.PushParts(type, at.has_value() ? at : expr->span);
  const Type* value = Walk(expr);
  expectations_.Pop();
  if (diagnostics_.count() == before) {
    assignability_.CheckValue(*expr, value, type, at);
  }
  return value;
}

const Type* ExpressionChecker::WalkNode(const Expr* expr) {
  switch (expr->kind) {
    case ExprKind::kInvalid:
      return types_.invalid();
    case ExprKind::kName:
      return names_.Resolve(expr->As<NameExpr>()->name);
    case ExprKind::kInt:
    case ExprKind::kFloat:
    case ExprKind::kConstant:
    case ExprKind::kString:
      return written_types_.LiteralType(expr);
    case ExprKind::kInterpolated:
      return WalkInterpolated(*expr->As<InterpolatedExpr>());
    case ExprKind::kUnary: {
      const UnaryExpr& unary = *expr->As<UnaryExpr>();
      const Type* operand = WalkPlain(unary.operand);
      return operations_.Unary(operand, unary.op, unary.operand->span);
    }
    case ExprKind::kBinary: {
      const BinaryExpr& binary = *expr->As<BinaryExpr>();
      const Type* left = Walk(binary.left);
      return operations_.Binary(left, Walk(binary.right), binary.op, binary.span);
    }
    case ExprKind::kCompare:
      return WalkCompare(*expr->As<CompareExpr>());
    case ExprKind::kConditional:
      return WalkConditional(*expr->As<ConditionalExpr>());
    case ExprKind::kAs:
      return WalkAs(*expr->As<AsExpr>());
    case ExprKind::kSelector:
      return access_.WalkSelector(*expr->As<SelectorExpr>());
    case ExprKind::kProjection:
      WalkPlain(expr->As<ProjectionExpr>()->value);
      return types_.any();
    case ExprKind::kSubscript:
      return access_.WalkSubscript(*expr->As<SubscriptExpr>());
    case ExprKind::kSlice:
      return access_.WalkSlice(*expr->As<SliceExpr>());
    case ExprKind::kCall:
      return calls_.WalkCall(*expr->As<CallExpr>());
    case ExprKind::kSchemaInit:
      return configs_.WalkSchemaInit(*expr->As<SchemaInitExpr>());
    case ExprKind::kConfig:
      return configs_.WalkConfig(*expr->As<ConfigExpr>());
    case ExprKind::kList:
      return WalkList(*expr->As<ListExpr>());
    case ExprKind::kListComprehension:
      return loops_.WalkListComprehension(*expr->As<ListComprehensionExpr>());
    case ExprKind::kDictComprehension:
      return loops_.WalkDictComprehension(*expr->As<DictComprehensionExpr>());
    case ExprKind::kQuantifier:
      return loops_.WalkQuantifier(*expr->As<QuantifierExpr>());
    case ExprKind::kLambda:
      return lambdas_.WalkLambda(*expr->As<LambdaExpr>());
    case ExprKind::kParen:
      return Walk(expr->As<ParenExpr>()->inner);
    case ExprKind::kStarred:
      return WalkStarred(*expr->As<StarredExpr>());
    case ExprKind::kListIf:
      return WalkListIf(*expr->As<ListIfExpr>());
  }
  return types_.any();
}

const Type* ExpressionChecker::WalkConditional(const ConditionalExpr& expr) {
  WalkPlain(expr.condition);
  const Type* then = Walk(expr.then);
  return types_.Sup(then, Walk(expr.otherwise));
}

const Type* ExpressionChecker::WalkInterpolated(const InterpolatedExpr& expr) {
  for (const StringPart& part : expr.parts) {
    if (!part.expr) {
      continue;
    }
    const bool is_known = part.spec.empty() || std::find(std::begin(kFormatSpecs), std::end(kFormatSpecs),
                                                         LowerCased(part.spec)) != std::end(kFormatSpecs);
    if (!is_known) {
      diagnostics_.Report(diag::Kind::kKclCompile, part.expr->span,
                          std::string(part.spec) + " is a invalid format spec");
    }
    WalkPlain(part.expr);
  }
  return types_.string();
}

const Type* ExpressionChecker::WalkCompare(const CompareExpr& expr) {
  const Type* left = WalkPlain(expr.first);
  for (const Comparison& comparison : expr.rest) {
    const Type* right = WalkPlain(comparison.right);
    operations_.Compare(left, right, comparison.op, expr.span);
    left = right;
  }
  return types_.boolean();
}

const Type* ExpressionChecker::WalkAs(const AsExpr& expr) {
  const Type* value = Walk(expr.value);
  const Type* type = written_types_.ResolveType(expr.type);
  if (IsAny(value) || IsAny(type)) {
    return types_.any();  // whether it is one shows when it runs; None is of every type
  }
  // Only a type that the value may have: neither a base of its schema, nor float for an int. A number with a
  // unit is a number_multiplier.
  const bool is_of_type = IsMultiplier(value) && type->kind == TypeKind::kNumberMultiplier;
  if (!is_of_type && !Subsumes(type, types_.Widen(value), false)) {
    diagnostics_.Report(diag::Kind::kKclType, expr.span,
                        "Conversion of type '" + types_.Text(value) + "' to type '" + types_.Text(type) +
                            "' may be a mistake because neither type sufficiently overlaps with the other");
  }
  return type;
}

const Type* ExpressionChecker::WalkList(const ListExpr& expr) {
  expectations_.Push(expectations_.Of(expectations_.Top(), context_.program.ast.names.Intern("[]")));
  std::vector<const Type*> types;
  for (const Expr* item : expr.items) {
    types.push_back(Walk(item));
  }
  expectations_.Pop();
  return types_.List(types_.Sup(types));
}

const Type* ExpressionChecker::WalkStarred(const StarredExpr& expr) {
  const Type* value = WalkPlain(expr.value);
  std::vector<const Type*> members = {value};
  if (value->kind == TypeKind::kUnion) {
    members.assign(value->members.begin(), value->members.end());
  }
  std::vector<const Type*> items;
  for (const Type* member : members) {
    if (IsAny(member) || member->kind == TypeKind::kNone) {
      items.push_back(member);
    } else if (member->kind == TypeKind::kList) {
      items.push_back(member->element);
    } else if (member->kind == TypeKind::kDict) {
      items.push_back(member->key);
    } else if (IsSchema(member)) {
      items.push_back(types_.string());
    } else {
      diagnostics_.Report(
          diag::Kind::kKclCompile, expr.value->span,
          "only list, dict, schema object can be used * unpacked, got " + types_.Text(member));
      return types_.invalid();
    }
  }
  return types_.Sup(items);
}

const Type* ExpressionChecker::WalkListIf(const ListIfExpr& expr) {
  std::vector<const Type*> types;
  for (const ListIfBranch& branch : expr.branches) {
    if (branch.condition) {
      WalkPlain(branch.condition);
    }
    for (const Expr* item : branch.items) {
      types.push_back(Walk(item));
    }
  }
  // As in KCL: what there is without `else` is not known.
  if (expr.branches.empty() || expr.branches.back().condition != nullptr) {
    types.push_back(types_.any());
  }
  return types_.Sup(types);
}

}  // namespace kval::kcl::sema
