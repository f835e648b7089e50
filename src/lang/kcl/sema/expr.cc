#include <algorithm>
#include <utility>

#include "src/lang/kcl/sema/checker.h"
#include "src/support/native_stack.h"

// Expressions; the larger kinds have files of their own. Source: KCL's resolver/node.rs.
namespace kval::kcl {
namespace {

// What may follow the colon in `${value: #json}`, in any case.
constexpr std::string_view kFormatSpecs[] = {"#json", "#yaml"};

bool IsContainer(const Type* type) {
  return type->kind == TypeKind::kList || type->kind == TypeKind::kUnion || IsConfig(type);
}

std::string Lower(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return lower;
}

}  // namespace

const Type* Checker::Walk(const Expr* expr) {
  if (!HasStack()) {
    if (!std::exchange(is_too_deep_, true)) {
      diagnostics_.Report(diag::Kind::kLimitDepth, expr->span, "the program is nested too deeply");
    }
    return Note(expr, types_.invalid());
  }
  return Note(expr, WalkNode(expr));
}

const Type* Checker::WalkPlain(const Expr* expr) {
  expected_.push_back({});
  const Type* type = Walk(expr);
  expected_.pop_back();
  return type;
}

const Type* Checker::WalkExpecting(const Expr* expr, const Type* type, source::Span at) {
  const size_t before = diagnostics_.count();
  expected_.push_back(IsContainer(type) ? Expected{type, at.has_value() ? at : expr->span} : Expected());
  const Type* value = Walk(expr);
  expected_.pop_back();
  if (diagnostics_.count() == before) {
    MustHold(*expr, value, type, at);
  }
  return value;
}

const Type* Checker::WalkNode(const Expr* expr) {
  switch (expr->kind) {
    case ExprKind::kInvalid:
      return types_.invalid();
    case ExprKind::kName:
      return Resolve(expr->As<NameExpr>()->name);
    case ExprKind::kInt:
    case ExprKind::kFloat:
    case ExprKind::kConstant:
    case ExprKind::kString:
      return LiteralType(expr);
    case ExprKind::kInterpolated:
      return WalkInterpolated(*expr->As<InterpolatedExpr>());
    case ExprKind::kUnary: {
      const UnaryExpr& unary = *expr->As<UnaryExpr>();
      const Type* operand = WalkPlain(unary.operand);
      return Unary(operand, unary.op, unary.operand->span);
    }
    case ExprKind::kBinary: {
      const BinaryExpr& binary = *expr->As<BinaryExpr>();
      const Type* left = Walk(binary.left);
      return Binary(left, Walk(binary.right), binary.op, binary.span);
    }
    case ExprKind::kCompare:
      return WalkCompare(*expr->As<CompareExpr>());
    case ExprKind::kConditional:
      return WalkConditional(*expr->As<ConditionalExpr>());
    case ExprKind::kAs:
      return WalkAs(*expr->As<AsExpr>());
    case ExprKind::kSelector:
      return WalkSelector(*expr->As<SelectorExpr>());
    case ExprKind::kProjection:
      WalkPlain(expr->As<ProjectionExpr>()->value);
      return types_.any();
    case ExprKind::kSubscript:
      return WalkSubscript(*expr->As<SubscriptExpr>());
    case ExprKind::kSlice:
      return WalkSlice(*expr->As<SliceExpr>());
    case ExprKind::kCall:
      return WalkCall(*expr->As<CallExpr>());
    case ExprKind::kSchemaInit:
      return WalkSchemaInit(*expr->As<SchemaInitExpr>());
    case ExprKind::kConfig:
      return WalkConfig(*expr->As<ConfigExpr>());
    case ExprKind::kList:
      return WalkList(*expr->As<ListExpr>());
    case ExprKind::kListComprehension:
      return WalkListComprehension(*expr->As<ListComprehensionExpr>());
    case ExprKind::kDictComprehension:
      return WalkDictComprehension(*expr->As<DictComprehensionExpr>());
    case ExprKind::kQuantifier:
      return WalkQuantifier(*expr->As<QuantifierExpr>());
    case ExprKind::kLambda:
      return WalkLambda(*expr->As<LambdaExpr>());
    case ExprKind::kParen:
      return Walk(expr->As<ParenExpr>()->inner);
    case ExprKind::kStarred:
      return WalkStarred(*expr->As<StarredExpr>());
    case ExprKind::kListIf:
      return WalkListIf(*expr->As<ListIfExpr>());
  }
  return types_.any();
}

const Type* Checker::WalkConditional(const ConditionalExpr& expr) {
  WalkPlain(expr.condition);
  const Type* then = Walk(expr.then);
  return types_.Sup(then, Walk(expr.otherwise));
}

const Type* Checker::WalkInterpolated(const InterpolatedExpr& expr) {
  for (const StringPart& part : expr.parts) {
    if (!part.expr) {
      continue;
    }
    const bool is_known = part.spec.empty() || std::find(std::begin(kFormatSpecs), std::end(kFormatSpecs),
                                                         Lower(part.spec)) != std::end(kFormatSpecs);
    if (!is_known) {
      diagnostics_.Report(diag::Kind::kKclCompile, part.expr->span,
                          std::string(part.spec) + " is a invalid format spec");
    }
    WalkPlain(part.expr);
  }
  return types_.string();
}

const Type* Checker::WalkCompare(const CompareExpr& expr) {
  const Type* left = WalkPlain(expr.first);
  for (const Comparison& comparison : expr.rest) {
    const Type* right = WalkPlain(comparison.right);
    Compare(left, right, comparison.op, expr.span);
    left = right;
  }
  return types_.boolean();
}

const Type* Checker::WalkAs(const AsExpr& expr) {
  const Type* value = Walk(expr.value);
  const Type* type = ResolveType(expr.type);
  const Type* widened = types_.Widen(value);
  // An int may stand where a float is expected, but is none.
  const bool is_int_to_float = widened->kind == TypeKind::kInt && type->kind == TypeKind::kFloat;
  const bool overlap = types_.Subsumes(type, widened, false) || types_.Subsumes(widened, type, false) ||
                       IsAny(value) || IsAny(type);
  if (is_int_to_float || !overlap) {
    diagnostics_.Report(diag::Kind::kKclType, expr.span,
                        "Conversion of type '" + TypeText(value) + "' to type '" + TypeText(type) +
                            "' may be a mistake because neither type sufficiently overlaps with the other");
  }
  return type;
}

const Type* Checker::WalkList(const ListExpr& expr) {
  expected_.push_back(ExpectedOf(TopExpected(), program_.ast.names.Intern("[]")));
  std::vector<const Type*> types;
  for (const Expr* item : expr.items) {
    types.push_back(Walk(item));
  }
  expected_.pop_back();
  return types_.List(types_.Sup(types));
}

const Type* Checker::WalkStarred(const StarredExpr& expr) {
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
      diagnostics_.Report(diag::Kind::kKclCompile, expr.value->span,
                          "only list, dict, schema object can be used * unpacked, got " + TypeText(member));
      return types_.invalid();
    }
  }
  return types_.Sup(items);
}

const Type* Checker::WalkListIf(const ListIfExpr& expr) {
  std::vector<const Type*> types;
  for (const ListIfBranch& branch : expr.branches) {
    if (branch.condition) {
      WalkPlain(branch.condition);
    }
    for (const Expr* item : branch.items) {
      types.push_back(Walk(item));
    }
  }
  return types_.Sup(types);
}

}  // namespace kval::kcl
