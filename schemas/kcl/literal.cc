#include "schemas/kcl/literal.h"

#include <vector>

namespace kval::schemas::kcl {
namespace {

constexpr int kLiteralDepthLimit = 200;

const value::Value* Tree(const kval::kcl::Expr& expr, const Interner& names, value::Builder& build,
                         int depth);

const value::Value* Config(const kval::kcl::ConfigExpr& config, const Interner& names, value::Builder& build,
                           int depth) {
  std::vector<value::Entry> entries;
  for (const kval::kcl::ConfigEntry& entry : config.entries) {
    const bool is_plain = entry.kind == kval::kcl::EntryKind::kPair &&
                          entry.op != kval::kcl::EntryOp::kInsert && entry.key.size() == 1 &&
                          (entry.key[0].kind == kval::kcl::KeyStepKind::kName ||
                           entry.key[0].kind == kval::kcl::KeyStepKind::kString);
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

const value::Value* Tree(const kval::kcl::Expr& expr, const Interner& names, value::Builder& build,
                         int depth) {
  if (depth > kLiteralDepthLimit) {
    return nullptr;
  }
  if (const auto* paren = expr.As<kval::kcl::ParenExpr>()) {
    return Tree(*paren->inner, names, build, depth + 1);
  }
  if (const auto* constant = expr.As<kval::kcl::ConstantExpr>();
      constant != nullptr && constant->value == kval::kcl::Constant::kNone) {
    return build.Null(expr.span);
  }
  if (const auto* list = expr.As<kval::kcl::ListExpr>()) {
    std::vector<const value::Value*> items;
    for (const kval::kcl::Expr* item : list->items) {
      items.push_back(Tree(*item, names, build, depth + 1));
      if (items.back() == nullptr) {
        return nullptr;
      }
    }
    return build.Sequence(items, expr.span);
  }
  if (const auto* config = expr.As<kval::kcl::ConfigExpr>()) {
    return Config(*config, names, build, depth);
  }
  if (const auto* init = expr.As<kval::kcl::SchemaInitExpr>(); init != nullptr && init->args.empty()) {
    const bool is_schema = init->schema->kind == kval::kcl::ExprKind::kName ||
                           init->schema->kind == kval::kcl::ExprKind::kSelector;
    return is_schema ? Config(*init->config, names, build, depth) : nullptr;
  }
  return LiteralValue(expr, build);
}

}  // namespace

const value::Value* LiteralValue(const kval::kcl::Expr& expr, value::Builder& build) {
  if (const auto* number = expr.As<kval::kcl::IntExpr>();
      number != nullptr && number->unit == kval::kcl::NumberUnit::kNone) {
    return build.Int(number->value, expr.span);
  }
  if (const auto* number = expr.As<kval::kcl::FloatExpr>()) {
    return build.Float(number->value, expr.span);
  }
  if (const auto* text = expr.As<kval::kcl::StringExpr>()) {
    return build.String(text->value, expr.span);
  }
  if (const auto* constant = expr.As<kval::kcl::ConstantExpr>()) {
    const bool is_bool =
        constant->value == kval::kcl::Constant::kTrue || constant->value == kval::kcl::Constant::kFalse;
    return is_bool ? build.Bool(constant->value == kval::kcl::Constant::kTrue, expr.span) : nullptr;
  }
  const auto* unary = expr.As<kval::kcl::UnaryExpr>();
  if (unary == nullptr || unary->op != kval::kcl::UnaryOp::kMinus) {
    return nullptr;
  }
  if (const auto* number = unary->operand->As<kval::kcl::IntExpr>();
      number != nullptr && number->unit == kval::kcl::NumberUnit::kNone) {
    return build.Int(-number->value, expr.span);
  }
  const auto* number = unary->operand->As<kval::kcl::FloatExpr>();
  return number == nullptr ? nullptr : build.Float(-number->value, expr.span);
}

const value::Value* LiteralTree(const kval::kcl::Expr& expr, const Interner& names, value::Builder& build) {
  return Tree(expr, names, build, 0);
}

}  // namespace kval::schemas::kcl
