// Operators, operands and lambdas.
#include "src/lang/kcl/format/expression_printer.h"

#include "src/support/native_stack.h"

#include <algorithm>
#include <charconv>
#include <system_error>

namespace kval::kcl::format {
namespace {

// A longer signature of a lambda is printed with one parameter a line.
constexpr size_t kLongestSignature = 80;

}  // namespace

void ExpressionPrinter::Expression(const Expr& expr) {
  NeedStack();
  last_line_ = std::max(last_line_, LinesOf(expr.span).first);
  Body(expr);
}

void ExpressionPrinter::Body(const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::kInt:
    case ExprKind::kFloat:
    case ExprKind::kInvalid:
    case ExprKind::kName:
    case ExprKind::kConstant:
    case ExprKind::kString:
    case ExprKind::kInterpolated:
      return Literal(expr);
    case ExprKind::kUnary:
    case ExprKind::kBinary:
    case ExprKind::kCompare:
    case ExprKind::kConditional:
    case ExprKind::kAs:
    case ExprKind::kParen:
    case ExprKind::kStarred:
      return Operation(expr);
    case ExprKind::kSelector:
    case ExprKind::kProjection:
    case ExprKind::kSubscript:
    case ExprKind::kSlice:
    case ExprKind::kCall:
    case ExprKind::kSchemaInit:
      return Postfix(expr);
    case ExprKind::kConfig:
    case ExprKind::kList:
    case ExprKind::kListComprehension:
    case ExprKind::kDictComprehension:
    case ExprKind::kListIf:
    case ExprKind::kQuantifier:
    case ExprKind::kLambda:
      return Collection(expr);
  }
}

void ExpressionPrinter::Literal(const Expr& expr) {
  const IntExpr* number = expr.As<IntExpr>();
  if (number && number->unit == NumberUnit::kNone) {
    Write(std::to_string(number->value));
  } else if (expr.kind == ExprKind::kFloat) {
    Float(*expr.As<FloatExpr>());
  } else {
    WriteSource(expr.span);
  }
}

// Without an exponent. A number without digits after the point is kept: without the point it is an integer.
void ExpressionPrinter::Float(const FloatExpr& number) {
  char buffer[400];
  const std::to_chars_result end =
      std::to_chars(buffer, buffer + sizeof buffer, number.value, std::chars_format::fixed);
  const std::string_view text(buffer, static_cast<size_t>(end.ptr - buffer));
  if (end.ec == std::errc() && text.find('.') != std::string_view::npos) {
    Write(text);
  } else {
    WriteSource(number.span);
  }
}

void ExpressionPrinter::Operation(const Expr& expr) {
  if (const UnaryExpr* unary = expr.As<UnaryExpr>()) {
    Write(Spelling(unary->op));
    Write(unary->op == UnaryOp::kNot ? " " : "");
    Expression(*unary->operand);
  } else if (const BinaryExpr* binary = expr.As<BinaryExpr>()) {
    Expression(*binary->left);
    out_.append(" ").append(Spelling(binary->op)).append(" ");
    Expression(*binary->right);
  } else if (const CompareExpr* compare = expr.As<CompareExpr>()) {
    Expression(*compare->first);
    for (const Comparison& comparison : compare->rest) {
      out_.append(" ").append(Spelling(comparison.op)).append(" ");
      Expression(*comparison.right);
    }
  } else if (const ConditionalExpr* conditional = expr.As<ConditionalExpr>()) {
    Expression(*conditional->then);
    Write(" if ");
    Expression(*conditional->condition);
    Write(" else ");
    Expression(*conditional->otherwise);
  } else if (const AsExpr* as = expr.As<AsExpr>()) {
    Expression(*as->value);
    Write(" as ");
    Type(*as->type);
  } else if (const ParenExpr* paren = expr.As<ParenExpr>()) {
    Write("(");
    Expression(*paren->inner);
    Write(")");
  } else if (const StarredExpr* starred = expr.As<StarredExpr>()) {
    Write("*");
    Expression(*starred->value);
  }
}

void ExpressionPrinter::Postfix(const Expr& expr) {
  if (const SelectorExpr* selector = expr.As<SelectorExpr>()) {
    Expression(*selector->value);
    Write(selector->optional ? "?." : ".");
    WriteSource(selector->attribute.span);
  } else if (expr.kind == ExprKind::kProjection) {
    WriteSource(expr.span);  // KCL has no such expression any more
  } else if (const SubscriptExpr* subscript = expr.As<SubscriptExpr>()) {
    Expression(*subscript->value);
    Write(subscript->optional ? "?[" : "[");
    Expression(*subscript->index);
    Write("]");
  } else if (const SliceExpr* slice = expr.As<SliceExpr>()) {
    Slice(*slice);
  } else if (const CallExpr* call = expr.As<CallExpr>()) {
    Expression(*call->callee);
    Write("(");
    Arguments(call->args);
    Write(")");
  } else if (const SchemaInitExpr* init = expr.As<SchemaInitExpr>()) {
    SchemaInit(*init);
  }
}

void ExpressionPrinter::Slice(const SliceExpr& expr) {
  Expression(*expr.value);
  Write(expr.optional ? "?[" : "[");
  const Expr* const bounds[] = {expr.lower, expr.upper, expr.step};
  for (size_t i = 0; i < 3; ++i) {
    Write(i > 0 ? ":" : "");
    if (bounds[i]) {
      Expression(*bounds[i]);
    }
  }
  Write("]");
}

void ExpressionPrinter::SchemaInit(const SchemaInitExpr& init) {
  Expression(*init.schema);
  if (init.has_args && !init.args.empty()) {
    Write("(");
    Arguments(init.args);
    Write(")");
  }
  Write(" ");
  Expression(*init.config);
}

void ExpressionPrinter::Arguments(std::span<const Argument> args) {
  constexpr std::string_view kPrefixes[] = {"", "", "*", "**"};
  for (size_t i = 0; i < args.size(); ++i) {
    Write(i > 0 ? ", " : "");
    Write(kPrefixes[static_cast<size_t>(args[i].kind)]);
    if (args[i].kind == ArgumentKind::kKeyword) {
      WriteSource(args[i].name.span);
      Write("=");
    }
    Expression(*args[i].value);
  }
}

void ExpressionPrinter::Param(const Parameter& param) {
  WriteSource(param.name.span);
  if (param.type) {
    Write(": ");
    Type(*param.type);
  }
  if (param.default_value) {
    Write(" = ");
    Expression(*param.default_value);
  }
}

void ExpressionPrinter::Parameters(std::span<const Parameter> params) {
  for (size_t i = 0; i < params.size(); ++i) {
    Write(i > 0 ? ", " : "");
    Param(params[i]);
  }
}

void ExpressionPrinter::Quantifier(const QuantifierExpr& quantifier) {
  constexpr std::string_view kKeywords[] = {"all ", "any ", "map ", "filter "};
  const bool is_short = LinesOf(quantifier.body->span).first == last_line_;
  Write(kKeywords[static_cast<size_t>(quantifier.quantifier)]);
  for (size_t i = 0; i < quantifier.variables.size(); ++i) {
    Write(i > 0 ? ", " : "");
    WriteSource(quantifier.variables[i].span);
  }
  Write(" in ");
  Expression(*quantifier.iterable);
  Write(" {");
  if (!is_short) {
    NewlineAndIndent(1);
  }
  Expression(*quantifier.body);
  if (quantifier.condition) {
    Write(" if ");
    Expression(*quantifier.condition);
  }
  if (!is_short) {
    NewlineAndIndent(-1);
  }
  Write("}");
}

void ExpressionPrinter::Lambda(const LambdaExpr& lambda) {
  const size_t begin = out_.size();
  const uint32_t last_line = last_line_;
  ShortSignature(lambda);
  // The long form without a type would get one (`-> any`).
  if (out_.size() - begin > kLongestSignature && lambda.return_type && !lambda.params.empty()) {
    out_.resize(begin);
    last_line_ = last_line;
    LongSignature(lambda);
  }
  Write(" {\n");
  Block(lambda.body);
  Fill();
  Write("}");
}

void ExpressionPrinter::ShortSignature(const LambdaExpr& lambda) {
  Write(lambda.params.empty() ? "lambda" : "lambda ");
  Parameters(lambda.params);
  if (lambda.return_type) {
    Write(" -> ");
    Type(*lambda.return_type);
  }
}

void ExpressionPrinter::LongSignature(const LambdaExpr& lambda) {
  Write("lambda {");
  NewlineAndIndent(1);
  for (size_t i = 0; i < lambda.params.size(); ++i) {
    if (i > 0) {
      Newline();
    }
    CommentsBefore(lambda.params[i].span);
    Param(lambda.params[i]);
    Write(",");
  }
  NewlineAndIndent(-1);
  Write("} -> ");
  Type(*lambda.return_type);
}

}  // namespace kval::kcl::format
