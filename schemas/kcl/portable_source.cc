#include "schemas/kcl/portable_source.h"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

namespace kval::schemas::kcl {
namespace {

using kval::kcl::Expr;
using MaybeText = std::optional<std::string>;
using Text = types::SourcePrinter::PrintedSource;

constexpr int kPortableSourceDepthLimit = 64;

// Goes through an expression for the names that it uses.
class NameCollector {
 public:
  NameCollector(const kval::kcl::Schema& schema, const SchemaModule& module)
      : schema_(schema), module_(module) {}

  std::vector<std::string> TakeModules() { return std::move(modules_); }

  // False when the expression uses what only this program has, or is of a kind that is not looked into.
  bool Visit(const Expr* expr, int depth) {
    if (expr == nullptr || depth > kPortableSourceDepthLimit) {
      return expr == nullptr;
    }
    const auto all = [&](kval::kcl::Exprs exprs) {
      return std::all_of(exprs.begin(), exprs.end(),
                         [&](const Expr* each) { return Visit(each, depth + 1); });
    };
    if (const auto* name = expr->As<kval::kcl::NameExpr>()) {
      return Allows(name->name);
    }
    if (const auto* paren = expr->As<kval::kcl::ParenExpr>()) {
      return Visit(paren->inner, depth + 1);
    }
    if (const auto* unary = expr->As<kval::kcl::UnaryExpr>()) {
      return Visit(unary->operand, depth + 1);
    }
    if (const auto* binary = expr->As<kval::kcl::BinaryExpr>()) {
      return Visit(binary->left, depth + 1) && Visit(binary->right, depth + 1);
    }
    if (const auto* compare = expr->As<kval::kcl::CompareExpr>()) {
      return Visit(compare->first, depth + 1) &&
             std::all_of(compare->rest.begin(), compare->rest.end(),
                         [&](const kval::kcl::Comparison& each) { return Visit(each.right, depth + 1); });
    }
    if (const auto* conditional = expr->As<kval::kcl::ConditionalExpr>()) {
      return Visit(conditional->then, depth + 1) && Visit(conditional->condition, depth + 1) &&
             Visit(conditional->otherwise, depth + 1);
    }
    if (const auto* selector = expr->As<kval::kcl::SelectorExpr>()) {
      return Visit(selector->value, depth + 1);
    }
    if (const auto* subscript = expr->As<kval::kcl::SubscriptExpr>()) {
      return Visit(subscript->value, depth + 1) && Visit(subscript->index, depth + 1);
    }
    if (const auto* call = expr->As<kval::kcl::CallExpr>()) {
      return Visit(call->callee, depth + 1) &&
             std::all_of(call->args.begin(), call->args.end(),
                         [&](const kval::kcl::Argument& each) { return Visit(each.value, depth + 1); });
    }
    if (const auto* list = expr->As<kval::kcl::ListExpr>()) {
      return all(list->items);
    }
    if (const auto* quantifier = expr->As<kval::kcl::QuantifierExpr>()) {
      AddVariables(quantifier->variables);
      return Visit(quantifier->iterable, depth + 1) && Visit(quantifier->body, depth + 1) &&
             Visit(quantifier->condition, depth + 1);
    }
    if (const auto* kept = expr->As<kval::kcl::ListComprehensionExpr>()) {
      for (const kval::kcl::ForClause& clause : kept->clauses) {
        AddVariables(clause.variables);
      }
      return Visit(kept->item, depth + 1) &&
             std::all_of(kept->clauses.begin(), kept->clauses.end(), [&](const kval::kcl::ForClause& clause) {
               return Visit(clause.iterable, depth + 1) && all(clause.conditions);
             });
    }
    if (const auto* text = expr->As<kval::kcl::InterpolatedExpr>()) {
      return std::all_of(text->parts.begin(), text->parts.end(),
                         [&](const kval::kcl::StringPart& part) { return Visit(part.expr, depth + 1); });
    }
    return expr->kind == kval::kcl::ExprKind::kInt || expr->kind == kval::kcl::ExprKind::kFloat ||
           expr->kind == kval::kcl::ExprKind::kString || expr->kind == kval::kcl::ExprKind::kConstant;
  }

 private:
  void AddVariables(std::span<const kval::kcl::Name> names) {
    for (const kval::kcl::Name& name : names) {
      variables_.push_back(name.symbol);
    }
  }

  bool Allows(const kval::kcl::Name& name) {
    const kval::kcl::Ref& ref = RefOf(name, schema_, module_);
    switch (ref.kind) {
      case kval::kcl::RefKind::kAttribute:
        // Hidden ones are not carried over.
        return schema_.Find(ref.symbol) != nullptr && !module_.Text(name.symbol).starts_with('_');
      case kval::kcl::RefKind::kBuiltin:
        return true;
      case kval::kcl::RefKind::kLocal:  // a loop's variable, not a parameter of the schema
        return std::find(variables_.begin(), variables_.end(), name.symbol) != variables_.end();
      case kval::kcl::RefKind::kSystemModule:
        modules_.emplace_back(module_.Text(ref.symbol));
        return ref.symbol == name.symbol;
      case kval::kcl::RefKind::kNone:
      case kval::kcl::RefKind::kGlobal:
      case kval::kcl::RefKind::kPackage:
      case kval::kcl::RefKind::kPlugin:
      case kval::kcl::RefKind::kConfigKey:
        return false;
    }
    return false;
  }

  const kval::kcl::Schema& schema_;
  const SchemaModule& module_;
  std::vector<Symbol> variables_;
  std::vector<std::string> modules_;
};

// Equivalent code on one line: line breaks outside strings become spaces. Empty when that is not possible:
// with a comment, or with a string of several lines.
std::string OneLine(std::string_view code) {
  if (code.find('\n') == std::string_view::npos) {
    return std::string(code);
  }
  std::string line;
  char quote = 0;
  for (size_t i = 0; i < code.size(); ++i) {
    const char c = code[i];
    if (quote != 0) {
      if (c == '\n') {
        return {};
      }
      line += c;
      if (c == '\\' && i + 1 < code.size() && code[i + 1] != '\n') {
        line += code[++i];
      } else if (c == quote) {
        quote = 0;
      }
      continue;
    }
    if (c == '#') {
      return {};
    }
    const bool is_space = c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\\';
    if (!is_space) {
      line += c;
      quote = c == '"' || c == '\'' ? c : '\0';
    } else if (!line.empty() && line.back() != ' ') {
      line += ' ';
    }
  }
  return line;
}

}  // namespace

const kval::kcl::Ref& RefOf(const kval::kcl::Name& name, const kval::kcl::Schema& schema,
                            const SchemaModule& module) {
  const kval::kcl::Ref* ref = &module.program().RefOf(name);
  while (ref->kind == kval::kcl::RefKind::kAttribute && ref->fallback >= 0 &&
         schema.Find(ref->symbol) == nullptr) {
    ref = &module.program().fallbacks[static_cast<size_t>(ref->fallback)];
  }
  return *ref;
}

std::optional<std::string> MessageOf(const Expr& message, const SchemaModule& module) {
  if (const auto* text = message.As<kval::kcl::StringExpr>()) {
    return std::string(text->value);
  }
  const auto* parts = message.As<kval::kcl::InterpolatedExpr>();
  if (parts == nullptr) {
    return std::nullopt;
  }
  std::string text;
  for (const kval::kcl::StringPart& part : parts->parts) {
    text += part.expr == nullptr ? std::string(part.text) : "${" + module.SourceText(part.expr->span) + "}";
  }
  return text;
}

std::optional<Text> PortableSource(const kval::kcl::Expr& expr, const kval::kcl::Schema& schema,
                                   const SchemaModule& module) {
  NameCollector names(schema, module);
  Text text;
  text.expression = OneLine(module.sources().Text(expr.span));
  if (!names.Visit(&expr, 0) || text.expression.empty()) {
    return std::nullopt;
  }
  text.modules = names.TakeModules();
  return text;
}

std::optional<Text> PortableSource(const kval::kcl::CheckLine& line, const kval::kcl::Schema& schema,
                                   const SchemaModule& module) {
  std::optional<Text> text = PortableSource(*line.condition, schema, module);
  NameCollector names(schema, module);
  const MaybeText message = line.message == nullptr ? MaybeText("") : MessageOf(*line.message, module);
  if (!text || !names.Visit(line.guard, 0) || !message) {
    return std::nullopt;
  }
  if (line.guard != nullptr) {
    text->guard = OneLine(module.sources().Text(line.guard->span));
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

}  // namespace kval::schemas::kcl
