#include "schemas/kcl/literal.h"

#include <vector>

namespace kval::schemas::kcl_language {
namespace {

constexpr int kDepthLimit = 200;

const value::Value* Tree(const kcl::Expr& expr, const Interner& names, value::Builder& build, int depth);

const value::Value* Config(const kcl::ConfigExpr& config, const Interner& names, value::Builder& build,
                           int depth) {
  std::vector<value::Entry> entries;
  for (const kcl::ConfigEntry& entry : config.entries) {
    const bool is_plain =
        entry.kind == kcl::EntryKind::kPair && entry.op != kcl::EntryOp::kInsert && entry.key.size() == 1 &&
        (entry.key[0].kind == kcl::KeyStepKind::kName || entry.key[0].kind == kcl::KeyStepKind::kString);
    const value::Value* value = is_plain ? Tree(*entry.value, names, build, depth + 1) : nullptr;
    if (value == nullptr) {
      return nullptr;
    }
    const std::string_view key = names.Text(entry.key[0].name.symbol);
    for (const value::Entry& other : entries) {
      if (other.key->raw == key) {
        return nullptr;
      }
    }
    entries.push_back({build.String(key, entry.key_span), value});
  }
  return build.Mapping(entries, config.span);
}

const value::Value* Tree(const kcl::Expr& expr, const Interner& names, value::Builder& build, int depth) {
  if (depth > kDepthLimit) {
    return nullptr;
  }
  if (const auto* paren = expr.As<kcl::ParenExpr>()) {
    return Tree(*paren->inner, names, build, depth + 1);
  }
  if (const auto* constant = expr.As<kcl::ConstantExpr>();
      constant != nullptr && constant->value == kcl::Constant::kNone) {
    return build.Null(expr.span);
  }
  if (const auto* list = expr.As<kcl::ListExpr>()) {
    std::vector<const value::Value*> items;
    for (const kcl::Expr* item : list->items) {
      items.push_back(Tree(*item, names, build, depth + 1));
      if (items.back() == nullptr) {
        return nullptr;
      }
    }
    return build.Sequence(items, expr.span);
  }
  if (const auto* config = expr.As<kcl::ConfigExpr>()) {
    return Config(*config, names, build, depth);
  }
  if (const auto* init = expr.As<kcl::SchemaInitExpr>(); init != nullptr && init->args.empty()) {
    const bool is_schema =
        init->schema->kind == kcl::ExprKind::kName || init->schema->kind == kcl::ExprKind::kSelector;
    return is_schema ? Config(*init->config, names, build, depth) : nullptr;
  }
  return LiteralValue(expr, build);
}

}  // namespace

const value::Value* LiteralValue(const kcl::Expr& expr, value::Builder& build) {
  if (const auto* number = expr.As<kcl::IntExpr>();
      number != nullptr && number->unit == kcl::NumberUnit::kNone) {
    return build.Int(number->value, expr.span);
  }
  if (const auto* number = expr.As<kcl::FloatExpr>()) {
    return build.Float(number->value, expr.span);
  }
  if (const auto* text = expr.As<kcl::StringExpr>()) {
    return build.String(text->value, expr.span);
  }
  if (const auto* constant = expr.As<kcl::ConstantExpr>()) {
    const bool is_bool = constant->value == kcl::Constant::kTrue || constant->value == kcl::Constant::kFalse;
    return is_bool ? build.Bool(constant->value == kcl::Constant::kTrue, expr.span) : nullptr;
  }
  const auto* unary = expr.As<kcl::UnaryExpr>();
  if (unary == nullptr || unary->op != kcl::UnaryOp::kMinus) {
    return nullptr;
  }
  if (const auto* number = unary->operand->As<kcl::IntExpr>();
      number != nullptr && number->unit == kcl::NumberUnit::kNone) {
    return build.Int(-number->value, expr.span);
  }
  const auto* number = unary->operand->As<kcl::FloatExpr>();
  return number == nullptr ? nullptr : build.Float(-number->value, expr.span);
}

const value::Value* LiteralTree(const kcl::Expr& expr, const Interner& names, value::Builder& build) {
  return Tree(expr, names, build, 0);
}

}  // namespace kval::schemas::kcl_language
