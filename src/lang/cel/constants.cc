#include "src/lang/cel/constants.h"

#include <algorithm>

#include "src/lang/cel/containers.h"
#include "src/lang/cel/library/format_clause.h"
#include "src/support/native_stack.h"

namespace kval::cel {
namespace {

constexpr std::string_view kConversions[] = {"bool", "bytes",  "double",    "duration", "dyn",
                                             "int",  "string", "timestamp", "type",     "uint"};

bool IsConversion(std::string_view function) {
  return std::find(std::begin(kConversions), std::end(kConversions), function) != std::end(kConversions);
}

bool AreConstant(std::span<Expr* const> exprs) {
  return std::all_of(exprs.begin(), exprs.end(), [](const Expr* expr) { return expr->is_constant; });
}

bool IsText(const Expr& expr) {
  return expr.is_constant && expr.literal.is(ValueKind::kString);
}

}  // namespace

void Constants::Compute(Expr* expr, bool in_format) {
  NeedStack();
  switch (expr->kind) {
    case ExprKind::kLiteral:
    case ExprKind::kIdent:
    case ExprKind::kObject:
      return;
    case ExprKind::kSelect:
      Compute(expr->operand, in_format);
      return;
    case ExprKind::kList:
    case ExprKind::kMap:
      for (Expr* arg : expr->args) {
        Compute(arg, in_format);
      }
      if (has_checks_ && !in_format) {
        expr->kind == ExprKind::kList ? CheckItems(*expr) : CheckEntries(*expr);
      }
      if (AreConstant(expr->args)) {
        Replace(expr);
      }
      return;
    case ExprKind::kCall:
      for (Expr* arg : expr->args) {
        Compute(arg, in_format || expr->name == "format");
      }
      ComputeCall(expr);
      return;
    case ExprKind::kComprehension:
      ComputeComprehension(*expr->comprehension, in_format);
      return;
  }
}

void Constants::ComputeComprehension(Comprehension& loop, bool in_format) {
  for (Expr* part : {loop.range, loop.initial, loop.condition, loop.step, loop.result}) {
    Compute(part, in_format);
  }
}

// Puts the value of an expression in its place.
void Constants::Replace(Expr* expr) {
  const uint64_t before = context_.cost();
  const Value value = evaluator_.Evaluate(*expr);
  context_.TakeCost(context_.cost() - before);
  if (value.is_error()) {
    errors_.push_back({expr->at, std::string(value.error().message), value.error().is_final});
    return;
  }
  expr->is_constant = true;
  expr->literal = value;
}

void Constants::ComputeCall(Expr* expr) {
  if (has_checks_) {
    CheckLiteralArg(*expr);
    CheckFormat(*expr);
  }
  CheckPattern(*expr);
  CheckIndex(*expr);
  if (!errors_.empty()) {
    return;
  }
  if (expr->op == Op::kFunction && expr->args.size() == 1 && !expr->is_member && IsConversion(expr->name) &&
      expr->args[0]->is_constant) {
    Replace(expr);
  } else if (expr->op == Op::kIn && expr->args[1]->is_constant &&
             expr->args[1]->literal.is(ValueKind::kList) && !expr->overloads.empty() &&
             expr->args[1]->type->kind == TypeKind::kList && expr->args[1]->literal.list().size() == 0) {
    // Membership in an empty list is not evaluated: maybeOptimizeSetMembership.
    expr->is_constant = true;
    expr->literal = Value::Bool(false);
  }
}

// Literals of times, durations and patterns.
void Constants::CheckLiteralArg(const Expr& call) {
  if (call.op != Op::kFunction) {
    return;
  }
  const size_t first = call.is_member ? 1 : 0;
  if (call.args.size() <= first || call.args[first]->kind != ExprKind::kLiteral) {
    return;
  }
  const Expr& arg = *call.args[first];
  if (call.name == "matches" && IsText(arg)) {
    std::string why;
    if (context_.Pattern(arg.literal.text(), &why) == nullptr) {
      Fail(arg, "invalid matches argument");
    }
  } else if (call.name == "timestamp" || call.name == "duration") {
    if (evaluator_.Evaluate(call).is_error()) {
      Fail(arg, "invalid " + std::string(call.name) + " argument");
    }
  }
}

// Patterns are compiled when the program is made.
void Constants::CheckPattern(const Expr& call) {
  const bool has_pattern = call.name == "matches" || call.name == "find" || call.name == "findAll";
  if (call.op != Op::kFunction || !has_pattern || call.args.size() < 2 || !IsText(*call.args[1]) ||
      !errors_.empty()) {
    return;
  }
  std::string why;
  if (context_.Pattern(call.args[1]->literal.text(), &why) == nullptr) {
    Fail(*call.args[1], "error parsing regexp: " + why);
  }
}

void Constants::CheckIndex(const Expr& call) {
  if ((call.op == Op::kIndex || call.op == Op::kOptionalIndex) && call.args[1]->is_constant &&
      !IsKey(call.args[1]->literal)) {
    Fail(*call.args[1], "invalid qualifier type: " + TypeText(*TypeOfValue(call.args[1]->literal)));
  }
}

void Constants::CheckItems(const Expr& expr) {
  const Type* type = nullptr;
  for (size_t i = 0; i < expr.args.size(); ++i) {
    const Type* found = expr.args[i]->type;
    const bool is_optional = !expr.optionals.empty() && expr.optionals[i] == Optionality::kOptional;
    found = is_optional && found->kind == TypeKind::kOptional ? found->item() : found;
    type = type == nullptr ? found : type;
    if (!EquivalentType(*type, *found)) {
      Fail(*expr.args[i], "expected type '" + TypeText(*type) + "' but found '" + TypeText(*found) + "'");
      return;
    }
  }
}

void Constants::CheckEntries(const Expr& expr) {
  const Type* types[2] = {};
  for (size_t i = 0; i < expr.args.size(); ++i) {
    const Type* found = expr.args[i]->type;
    const bool is_optional =
        i % 2 == 1 && !expr.optionals.empty() && expr.optionals[i / 2] == Optionality::kOptional;
    found = is_optional && found->kind == TypeKind::kOptional ? found->item() : found;
    const Type*& type = types[i % 2];
    type = type == nullptr ? found : type;
    if (!EquivalentType(*type, *found)) {
      Fail(*expr.args[i], "expected type '" + TypeText(*type) + "' but found '" + TypeText(*found) + "'");
    }
  }
}

// Whether `%s` takes the expression; otherwise `wrong` is the part that it does not.
bool Constants::IsPrintable(const Expr& expr, const Expr** wrong) {
  NeedStack();
  const TypeKind kind = expr.type->kind;
  if (kind == TypeKind::kObject || kind == TypeKind::kOptional) {
    *wrong = &expr;
    return false;
  }
  const bool is_collection = expr.kind == ExprKind::kList || expr.kind == ExprKind::kMap;
  return std::ranges::all_of(is_collection ? expr.args : std::span<Expr*>(),
                             [&](const Expr* arg) { return IsPrintable(*arg, wrong); });
}

void Constants::CheckFormat(const Expr& call) {
  const bool is_format =
      call.op == Op::kFunction && call.is_member && call.name == "format" && call.args.size() == 2;
  if (!is_format || call.args[0]->kind != ExprKind::kLiteral || !IsText(*call.args[0]) ||
      call.args[1]->kind != ExprKind::kList) {
    return;
  }
  struct Verb {
    char verb;
    std::vector<TypeKind> kinds;
  };
  static const Verb kVerbs[] = {
      {'d', {TypeKind::kInt, TypeKind::kUint}},
      {'f', {TypeKind::kDouble, TypeKind::kString}},
      {'e', {TypeKind::kDouble, TypeKind::kString}},
      {'b', {TypeKind::kInt, TypeKind::kUint, TypeKind::kBool}},
      {'x', {TypeKind::kInt, TypeKind::kUint, TypeKind::kString, TypeKind::kBytes}},
      {'X', {TypeKind::kInt, TypeKind::kUint, TypeKind::kString, TypeKind::kBytes}},
      {'o', {TypeKind::kInt, TypeKind::kUint}},
  };
  const std::string_view format = call.args[0]->literal.text();
  const auto args = call.args[1]->args;
  size_t index = 0;
  for (size_t at = 0; at < format.size();) {
    if (format[at] != '%') {
      ++at;
      continue;
    }
    if (format.substr(at).starts_with("%%")) {
      at += 2;
      continue;
    }
    std::string why;
    const auto clause = ReadFormatClause(format.substr(at), &why);
    if (!clause) {
      return Fail(call, why);
    }
    at += clause->length;
    if (index >= args.size()) {
      return Fail(call, "index " + std::to_string(index) + " out of range");
    }
    const Expr& arg = *args[index++];
    const Expr* wrong = nullptr;
    bool fits = clause->verb != 's' || IsPrintable(arg, &wrong);
    for (const Verb& verb : kVerbs) {
      if (verb.verb == clause->verb && arg.type->kind != TypeKind::kDyn) {
        fits = std::find(verb.kinds.begin(), verb.kinds.end(), arg.type->kind) != verb.kinds.end();
      }
    }
    if (!fits) {
      return Fail(wrong == nullptr ? arg : *wrong, "error during formatting: `%" +
                                                       std::string(1, clause->verb) + "` was given " +
                                                       TypeText(wrong == nullptr ? *arg.type : *wrong->type));
    }
  }
  if (index < args.size()) {
    Fail(call, "too many arguments supplied to string.format (expected " + std::to_string(index) + ", got " +
                   std::to_string(args.size()) + ")");
  }
}

}  // namespace kval::cel
