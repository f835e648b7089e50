#include "schemas/kcl/as_written.h"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

namespace kval::schemas::kcl_language {
namespace {

using kcl::Expr;
using MaybeText = std::optional<std::string>;
using Text = types::Translatable::Text;

constexpr int kDepthLimit = 64;

// Goes through an expression for the names that it uses.
class NameCollector {
 public:
  NameCollector(const kcl::Schema& schema, const Module& module) : schema_(schema), module_(module) {}

  std::vector<std::string> TakeModules() { return std::move(modules_); }

  // False when the expression uses what only this program has, or is of a kind that is not looked into.
  bool Visit(const Expr* expr, int depth) {
    if (expr == nullptr || depth > kDepthLimit) {
      return expr == nullptr;
    }
    const auto all = [&](kcl::Exprs exprs) {
      return std::all_of(exprs.begin(), exprs.end(),
                         [&](const Expr* each) { return Visit(each, depth + 1); });
    };
    if (const auto* name = expr->As<kcl::NameExpr>()) {
      return Allows(name->name);
    }
    if (const auto* paren = expr->As<kcl::ParenExpr>()) {
      return Visit(paren->inner, depth + 1);
    }
    if (const auto* unary = expr->As<kcl::UnaryExpr>()) {
      return Visit(unary->operand, depth + 1);
    }
    if (const auto* binary = expr->As<kcl::BinaryExpr>()) {
      return Visit(binary->left, depth + 1) && Visit(binary->right, depth + 1);
    }
    if (const auto* compare = expr->As<kcl::CompareExpr>()) {
      return Visit(compare->first, depth + 1) &&
             std::all_of(compare->rest.begin(), compare->rest.end(),
                         [&](const kcl::Comparison& each) { return Visit(each.right, depth + 1); });
    }
    if (const auto* conditional = expr->As<kcl::ConditionalExpr>()) {
      return Visit(conditional->then, depth + 1) && Visit(conditional->condition, depth + 1) &&
             Visit(conditional->otherwise, depth + 1);
    }
    if (const auto* selector = expr->As<kcl::SelectorExpr>()) {
      return Visit(selector->value, depth + 1);
    }
    if (const auto* subscript = expr->As<kcl::SubscriptExpr>()) {
      return Visit(subscript->value, depth + 1) && Visit(subscript->index, depth + 1);
    }
    if (const auto* call = expr->As<kcl::CallExpr>()) {
      return Visit(call->callee, depth + 1) &&
             std::all_of(call->args.begin(), call->args.end(),
                         [&](const kcl::Argument& each) { return Visit(each.value, depth + 1); });
    }
    if (const auto* list = expr->As<kcl::ListExpr>()) {
      return all(list->items);
    }
    if (const auto* quantifier = expr->As<kcl::QuantifierExpr>()) {
      AddVariables(quantifier->variables);
      return Visit(quantifier->iterable, depth + 1) && Visit(quantifier->body, depth + 1) &&
             Visit(quantifier->condition, depth + 1);
    }
    if (const auto* kept = expr->As<kcl::ListComprehensionExpr>()) {
      for (const kcl::ForClause& clause : kept->clauses) {
        AddVariables(clause.variables);
      }
      return Visit(kept->item, depth + 1) &&
             std::all_of(kept->clauses.begin(), kept->clauses.end(), [&](const kcl::ForClause& clause) {
               return Visit(clause.iterable, depth + 1) && all(clause.conditions);
             });
    }
    if (const auto* text = expr->As<kcl::InterpolatedExpr>()) {
      return std::all_of(text->parts.begin(), text->parts.end(),
                         [&](const kcl::StringPart& part) { return Visit(part.expr, depth + 1); });
    }
    return expr->kind == kcl::ExprKind::kInt || expr->kind == kcl::ExprKind::kFloat ||
           expr->kind == kcl::ExprKind::kString || expr->kind == kcl::ExprKind::kConstant;
  }

 private:
  void AddVariables(std::span<const kcl::Name> names) {
    for (const kcl::Name& name : names) {
      variables_.push_back(name.symbol);
    }
  }

  bool Allows(const kcl::Name& name) {
    const kcl::Ref& ref = RefOf(name, schema_, module_);
    switch (ref.kind) {
      case kcl::RefKind::kAttribute:
        // Hidden ones are not carried over.
        return schema_.Find(ref.symbol) != nullptr && !module_.Text(name.symbol).starts_with('_');
      case kcl::RefKind::kBuiltin:
        return true;
      case kcl::RefKind::kLocal:  // a loop's variable, not a parameter of the schema
        return std::find(variables_.begin(), variables_.end(), name.symbol) != variables_.end();
      case kcl::RefKind::kSystemModule:
        modules_.emplace_back(module_.Text(ref.symbol));
        return ref.symbol == name.symbol;
      case kcl::RefKind::kNone:
      case kcl::RefKind::kGlobal:
      case kcl::RefKind::kPackage:
      case kcl::RefKind::kPlugin:
      case kcl::RefKind::kConfigKey:
        return false;
    }
    return false;
  }

  const kcl::Schema& schema_;
  const Module& module_;
  std::vector<Symbol> variables_;
  std::vector<std::string> modules_;
};

// On one line, as long as it means the same.
std::string OneLine(std::string text) {
  return text.find('\n') == std::string::npos ? text : std::string();
}

}  // namespace

const kcl::Ref& RefOf(const kcl::Name& name, const kcl::Schema& schema, const Module& module) {
  const kcl::Ref* ref = &module.program().RefOf(name);
  while (ref->kind == kcl::RefKind::kAttribute && ref->fallback >= 0 && schema.Find(ref->symbol) == nullptr) {
    ref = &module.program().fallbacks[static_cast<size_t>(ref->fallback)];
  }
  return *ref;
}

std::optional<std::string> MessageOf(const Expr& message, const Module& module) {
  if (const auto* text = message.As<kcl::StringExpr>()) {
    return std::string(text->value);
  }
  const auto* parts = message.As<kcl::InterpolatedExpr>();
  if (parts == nullptr) {
    return std::nullopt;
  }
  std::string text;
  for (const kcl::StringPart& part : parts->parts) {
    text += part.expr == nullptr ? std::string(part.text) : "${" + module.SourceText(part.expr->span) + "}";
  }
  return text;
}

std::optional<Text> AsWritten(const kcl::Expr& expr, const kcl::Schema& schema, const Module& module) {
  NameCollector names(schema, module);
  Text text;
  text.expression = OneLine(module.SourceText(expr.span));
  if (!names.Visit(&expr, 0) || text.expression.empty()) {
    return std::nullopt;
  }
  text.modules = names.TakeModules();
  return text;
}

std::optional<Text> AsWritten(const kcl::CheckLine& line, const kcl::Schema& schema, const Module& module) {
  std::optional<Text> text = AsWritten(*line.condition, schema, module);
  NameCollector names(schema, module);
  const MaybeText message = line.message == nullptr ? MaybeText("") : MessageOf(*line.message, module);
  if (!text || !names.Visit(line.guard, 0) || !message) {
    return std::nullopt;
  }
  if (line.guard != nullptr) {
    text->guard = OneLine(module.SourceText(line.guard->span));
    if (text->guard.empty()) {
      return std::nullopt;
    }
  }
  text->message = *message;
  for (std::string& module_name : names.TakeModules()) {
    text->modules.push_back(std::move(module_name));
  }
  return text;
}

}  // namespace kval::schemas::kcl_language
