#include "schemas/kcl/starlark_translation.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "schemas/kcl/portable_source.h"
#include "src/value/builder.h"
#include "src/value/compare.h"

namespace kval::schemas::kcl {
namespace {

using kval::kcl::Expr;
using MaybeText = std::optional<std::string>;
using Text = types::SourcePrinter::PrintedSource;

constexpr int kStarlarkTranslationDepthLimit = 64;

// Functions that mean the same in both languages.
constexpr std::array<std::string_view, 9> kFunctions = {"abs", "bool", "float",  "int", "len",
                                                        "max", "min",  "sorted", "str"};
constexpr std::array<std::string_view, 8> kMethods = {"startswith", "endswith", "lower",  "upper",
                                                      "strip",      "lstrip",   "rstrip", "replace"};

template <size_t N>
bool Contains(const std::array<std::string_view, N>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string Quoted(std::string_view text) {
  value::Value string;
  string.kind = value::Kind::kString;
  string.raw = text;
  // Whole: an escape takes up to four characters.
  return value::Abbreviate(string, text.size() * 4 + 2);
}

bool IsQuotable(std::string_view text) {
  return std::none_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t' && c != '\r';
  });
}

// Whether Starlark gives a bool for the expression.
bool IsBoolean(const Expr& expr) {
  if (const auto* paren = expr.As<kval::kcl::ParenExpr>()) {
    return IsBoolean(*paren->inner);
  }
  if (const auto* unary = expr.As<kval::kcl::UnaryExpr>()) {
    return unary->op == kval::kcl::UnaryOp::kNot;
  }
  if (const auto* binary = expr.As<kval::kcl::BinaryExpr>()) {
    const bool is_logical = binary->op == kval::kcl::BinaryOp::kAnd || binary->op == kval::kcl::BinaryOp::kOr;
    return is_logical && IsBoolean(*binary->left) && IsBoolean(*binary->right);
  }
  return expr.kind == kval::kcl::ExprKind::kCompare || expr.kind == kval::kcl::ExprKind::kQuantifier;
}

class Translator {
 public:
  Translator(const kval::kcl::Schema& schema, const SchemaModule& module)
      : schema_(schema), module_(module) {}

  std::vector<std::string> TakeModules() { return std::move(modules_); }

  MaybeText Bool(const Expr& expr) {
    const MaybeText text = Write(expr, 0);
    return !text || IsBoolean(expr) ? text : "bool(" + *text + ")";
  }

  MaybeText Write(const Expr& expr, int depth) {
    if (depth > kStarlarkTranslationDepthLimit) {
      return std::nullopt;
    }
    switch (expr.kind) {
      case kval::kcl::ExprKind::kName:
        return Name(expr.As<kval::kcl::NameExpr>()->name);
      case kval::kcl::ExprKind::kInt: {
        const auto& number = *expr.As<kval::kcl::IntExpr>();
        return number.unit == kval::kcl::NumberUnit::kNone ? MaybeText(std::to_string(number.value))
                                                           : std::nullopt;
      }
      case kval::kcl::ExprKind::kFloat: {
        value::Value real;
        real.kind = value::Kind::kFloat;
        real.real = expr.As<kval::kcl::FloatExpr>()->value;
        return value::PlainText(real);
      }
      case kval::kcl::ExprKind::kConstant:
        return Constant(expr.As<kval::kcl::ConstantExpr>()->value);
      case kval::kcl::ExprKind::kString: {
        const std::string_view text = expr.As<kval::kcl::StringExpr>()->value;
        return IsQuotable(text) ? MaybeText(Quoted(text)) : std::nullopt;
      }
      case kval::kcl::ExprKind::kParen: {
        const MaybeText inner = Write(*expr.As<kval::kcl::ParenExpr>()->inner, depth + 1);
        return inner ? MaybeText("(" + *inner + ")") : std::nullopt;
      }
      case kval::kcl::ExprKind::kUnary:
        return Unary(*expr.As<kval::kcl::UnaryExpr>(), depth);
      case kval::kcl::ExprKind::kBinary:
        return Binary(*expr.As<kval::kcl::BinaryExpr>(), depth);
      case kval::kcl::ExprKind::kCompare:
        return Compare(*expr.As<kval::kcl::CompareExpr>(), depth);
      case kval::kcl::ExprKind::kConditional:
        return Conditional(*expr.As<kval::kcl::ConditionalExpr>(), depth);
      case kval::kcl::ExprKind::kSelector:
        return Selector(*expr.As<kval::kcl::SelectorExpr>(), depth);
      case kval::kcl::ExprKind::kSubscript:
        return Subscript(*expr.As<kval::kcl::SubscriptExpr>(), depth);
      case kval::kcl::ExprKind::kCall:
        return Call(*expr.As<kval::kcl::CallExpr>(), depth);
      case kval::kcl::ExprKind::kList:
        return List(expr.As<kval::kcl::ListExpr>()->items, depth);
      case kval::kcl::ExprKind::kQuantifier:
        return Quantifier(*expr.As<kval::kcl::QuantifierExpr>(), depth);
      default:
        return std::nullopt;
    }
    return std::nullopt;
  }

 private:
  static MaybeText Constant(kval::kcl::Constant value) {
    switch (value) {
      case kval::kcl::Constant::kTrue:
        return "True";
      case kval::kcl::Constant::kFalse:
        return "False";
      case kval::kcl::Constant::kNone:
      case kval::kcl::Constant::kUndefined:
        return "None";
    }
    return std::nullopt;
  }

  MaybeText Name(const kval::kcl::Name& name) const {
    const kval::kcl::Ref& ref = RefOf(name, schema_, module_);
    const std::string text(module_.Text(name.symbol));
    if (ref.kind == kval::kcl::RefKind::kLocal) {
      const bool is_known = std::find(variables_.begin(), variables_.end(), name.symbol) != variables_.end();
      return is_known ? MaybeText(text) : std::nullopt;
    }
    const kval::kcl::Attribute* attribute = schema_.Find(name.symbol);
    if (ref.kind != kval::kcl::RefKind::kAttribute || attribute == nullptr || !IsQuotable(text)) {
      return std::nullopt;
    }
    const std::string read = "v[" + Quoted(text) + "]";
    // Nothing is added for a key that is missing without a default.
    return attribute->optional && !attribute->has_default
               ? "(" + read + " if " + Quoted(text) + " in v else None)"
               : read;
  }

  MaybeText Unary(const kval::kcl::UnaryExpr& unary, int depth) {
    const MaybeText operand = Write(*unary.operand, depth + 1);
    if (!operand || unary.op == kval::kcl::UnaryOp::kInvert) {
      return std::nullopt;
    }
    return unary.op == kval::kcl::UnaryOp::kNot ? "not " + *operand
                                                : std::string(kval::kcl::Spelling(unary.op)) + *operand;
  }

  MaybeText Binary(const kval::kcl::BinaryExpr& binary, int depth) {
    switch (binary.op) {
      case kval::kcl::BinaryOp::kAdd:
      case kval::kcl::BinaryOp::kSubtract:
      case kval::kcl::BinaryOp::kMultiply:
      case kval::kcl::BinaryOp::kDivide:
      case kval::kcl::BinaryOp::kFloorDivide:
      case kval::kcl::BinaryOp::kModulo:
      case kval::kcl::BinaryOp::kAnd:
      case kval::kcl::BinaryOp::kOr:
        break;
      case kval::kcl::BinaryOp::kPower:
      case kval::kcl::BinaryOp::kShiftLeft:
      case kval::kcl::BinaryOp::kShiftRight:
      case kval::kcl::BinaryOp::kBitAnd:
      case kval::kcl::BinaryOp::kBitXor:
      case kval::kcl::BinaryOp::kBitOr:
        return std::nullopt;
    }
    return Joined(Write(*binary.left, depth + 1), kval::kcl::Spelling(binary.op),
                  Write(*binary.right, depth + 1));
  }

  static MaybeText Joined(const MaybeText& left, std::string_view op, const MaybeText& right) {
    if (!left || !right) {
      return std::nullopt;
    }
    return *left + " " + std::string(op) + " " + *right;
  }

  // Starlark has no chains of comparisons.
  MaybeText Compare(const kval::kcl::CompareExpr& compare, int depth) {
    std::string text;
    const Expr* left = compare.first;
    for (const kval::kcl::Comparison& comparison : compare.rest) {
      std::string_view op = kval::kcl::Spelling(comparison.op);
      op = comparison.op == kval::kcl::CompareOp::kIs      ? "=="
           : comparison.op == kval::kcl::CompareOp::kIsNot ? "!="
                                                           : op;
      const MaybeText one = Joined(Write(*left, depth + 1), op, Write(*comparison.right, depth + 1));
      if (!one) {
        return std::nullopt;
      }
      text += (text.empty() ? "" : " and ") + *one;
      left = comparison.right;
    }
    return compare.rest.size() > 1 ? "(" + text + ")" : text;
  }

  MaybeText Conditional(const kval::kcl::ConditionalExpr& expr, int depth) {
    const MaybeText then = Write(*expr.then, depth + 1);
    const MaybeText condition = Write(*expr.condition, depth + 1);
    const MaybeText otherwise = Write(*expr.otherwise, depth + 1);
    if (!then || !condition || !otherwise) {
      return std::nullopt;
    }
    return *then + " if " + *condition + " else " + *otherwise;
  }

  MaybeText Selector(const kval::kcl::SelectorExpr& selector, int depth) {
    const MaybeText value = selector.optional ? std::nullopt : Write(*selector.value, depth + 1);
    return value ? MaybeText(*value + "[" + Quoted(module_.Text(selector.attribute.symbol)) + "]")
                 : std::nullopt;
  }

  MaybeText Subscript(const kval::kcl::SubscriptExpr& subscript, int depth) {
    const MaybeText value = subscript.optional ? std::nullopt : Write(*subscript.value, depth + 1);
    const MaybeText index = Write(*subscript.index, depth + 1);
    return value && index ? MaybeText(*value + "[" + *index + "]") : std::nullopt;
  }

  MaybeText Call(const kval::kcl::CallExpr& call, int depth) {
    std::vector<std::string> args;
    for (const kval::kcl::Argument& argument : call.args) {
      const MaybeText text = argument.kind == kval::kcl::ArgumentKind::kPositional
                                 ? Write(*argument.value, depth + 1)
                                 : std::nullopt;
      if (!text) {
        return std::nullopt;
      }
      args.push_back(*text);
    }
    if (const auto* name = call.callee->As<kval::kcl::NameExpr>()) {
      const bool is_known = RefOf(name->name, schema_, module_).kind == kval::kcl::RefKind::kBuiltin &&
                            Contains(kFunctions, module_.Text(name->name.symbol));
      return is_known ? MaybeText(std::string(module_.Text(name->name.symbol)) + Arguments(args))
                      : std::nullopt;
    }
    const auto* selector = call.callee->As<kval::kcl::SelectorExpr>();
    if (selector == nullptr || selector->optional) {
      return std::nullopt;
    }
    const std::string function(module_.Text(selector->attribute.symbol));
    if (const auto* name = selector->value->As<kval::kcl::NameExpr>()) {
      const kval::kcl::Ref& ref = RefOf(name->name, schema_, module_);
      if (ref.kind == kval::kcl::RefKind::kSystemModule) {
        if (module_.Text(ref.symbol) != "regex" || function != "match" || args.size() != 2) {
          return std::nullopt;
        }
        modules_.emplace_back("regexp");
        return "regexp.match(" + args[1] + ", " + args[0] + ")";
      }
    }
    const MaybeText value = Contains(kMethods, function) ? Write(*selector->value, depth + 1) : std::nullopt;
    return value ? MaybeText(*value + "." + function + Arguments(args)) : std::nullopt;
  }

  static std::string Arguments(const std::vector<std::string>& args) {
    std::string text = "(";
    for (size_t i = 0; i < args.size(); ++i) {
      text += (i == 0 ? "" : ", ") + args[i];
    }
    return text + ")";
  }

  MaybeText List(kval::kcl::Exprs items, int depth) {
    std::string text = "[";
    for (size_t i = 0; i < items.size(); ++i) {
      const MaybeText item = Write(*items[i], depth + 1);
      if (!item) {
        return std::nullopt;
      }
      if (*item != "None" || text.find("None") == std::string::npos) {  // None is Undefined, too
        text += (text.size() == 1 ? "" : ", ") + *item;
      }
    }
    return text + "]";
  }

  // `all x in items {test if condition}` becomes `all([test for x in items if condition])`.
  MaybeText Quantifier(const kval::kcl::QuantifierExpr& quantifier, int depth) {
    const bool is_all = quantifier.quantifier == kval::kcl::QuantifierKind::kAll;
    if ((!is_all && quantifier.quantifier != kval::kcl::QuantifierKind::kAny) ||
        quantifier.variables.size() != 1) {
      return std::nullopt;
    }
    const MaybeText iterable = Write(*quantifier.iterable, depth + 1);
    variables_.push_back(quantifier.variables[0].symbol);
    const MaybeText test = Write(*quantifier.body, depth + 1);
    const MaybeText condition =
        quantifier.condition == nullptr ? MaybeText("") : Write(*quantifier.condition, depth + 1);
    variables_.pop_back();
    if (!iterable || !test || !condition) {
      return std::nullopt;
    }
    return std::string(is_all ? "all" : "any") + "([" + *test + " for " +
           std::string(module_.Text(quantifier.variables[0].symbol)) + " in " + *iterable +
           (condition->empty() ? "" : " if " + *condition) + "])";
  }

  const kval::kcl::Schema& schema_;
  const SchemaModule& module_;
  std::vector<Symbol> variables_;
  std::vector<std::string> modules_;
};

}  // namespace

std::optional<Text> TranslateToStarlark(const kval::kcl::CheckLine& line, const kval::kcl::Schema& schema,
                                        const SchemaModule& module) {
  Text text;
  if (line.message != nullptr) {
    const MaybeText message = MessageOf(*line.message, module);
    if (!message) {
      return std::nullopt;
    }
    text.message = *message;
  }
  Translator translator(schema, module);
  const MaybeText condition = translator.Bool(*line.condition);
  const MaybeText guard = line.guard == nullptr ? MaybeText("") : translator.Write(*line.guard, 0);
  if (!condition || !guard) {
    return std::nullopt;
  }
  const bool is_loose = line.condition->kind == kval::kcl::ExprKind::kBinary ||
                        line.condition->kind == kval::kcl::ExprKind::kConditional;
  const bool is_one = line.guard != nullptr && (line.guard->kind == kval::kcl::ExprKind::kName ||
                                                line.guard->kind == kval::kcl::ExprKind::kParen ||
                                                line.guard->kind == kval::kcl::ExprKind::kCall);
  const std::string unless = is_one ? "not " + *guard : "not (" + *guard + ")";
  text.expression =
      guard->empty() ? *condition : unless + " or " + (is_loose ? "(" + *condition + ")" : *condition);
  text.modules = translator.TakeModules();
  return text;
}

}  // namespace kval::schemas::kcl
