#include "schemas/kcl/translate.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "schemas/kcl/as_written.h"
#include "src/value/builder.h"
#include "src/value/compare.h"

namespace kval::schemas::kcl_language {
namespace {

using kcl::Expr;
using MaybeText = std::optional<std::string>;
using Text = types::Translatable::Text;

constexpr int kDepthLimit = 64;

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
  return value::Brief(string, text.size() * 4 + 2);
}

bool IsQuotable(std::string_view text) {
  return std::none_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t' && c != '\r';
  });
}

// Whether Starlark gives a bool for the expression.
bool IsBoolean(const Expr& expr) {
  if (const auto* paren = expr.As<kcl::ParenExpr>()) {
    return IsBoolean(*paren->inner);
  }
  if (const auto* unary = expr.As<kcl::UnaryExpr>()) {
    return unary->op == kcl::UnaryOp::kNot;
  }
  if (const auto* binary = expr.As<kcl::BinaryExpr>()) {
    const bool is_logical = binary->op == kcl::BinaryOp::kAnd || binary->op == kcl::BinaryOp::kOr;
    return is_logical && IsBoolean(*binary->left) && IsBoolean(*binary->right);
  }
  return expr.kind == kcl::ExprKind::kCompare || expr.kind == kcl::ExprKind::kQuantifier;
}

class Translator {
 public:
  Translator(const kcl::Schema& schema, const Module& module) : schema_(schema), module_(module) {}

  std::vector<std::string> TakeModules() { return std::move(modules_); }

  MaybeText Bool(const Expr& expr) {
    const MaybeText text = Write(expr, 0);
    return !text || IsBoolean(expr) ? text : "bool(" + *text + ")";
  }

  MaybeText Write(const Expr& expr, int depth) {
    if (depth > kDepthLimit) {
      return std::nullopt;
    }
    switch (expr.kind) {
      case kcl::ExprKind::kName:
        return Name(expr.As<kcl::NameExpr>()->name);
      case kcl::ExprKind::kInt: {
        const auto& number = *expr.As<kcl::IntExpr>();
        return number.unit == kcl::NumberUnit::kNone ? MaybeText(std::to_string(number.value)) : std::nullopt;
      }
      case kcl::ExprKind::kFloat: {
        value::Value real;
        real.kind = value::Kind::kFloat;
        real.real = expr.As<kcl::FloatExpr>()->value;
        return value::PlainText(real);
      }
      case kcl::ExprKind::kConstant:
        return Constant(expr.As<kcl::ConstantExpr>()->value);
      case kcl::ExprKind::kString: {
        const std::string_view text = expr.As<kcl::StringExpr>()->value;
        return IsQuotable(text) ? MaybeText(Quoted(text)) : std::nullopt;
      }
      case kcl::ExprKind::kParen: {
        const MaybeText inner = Write(*expr.As<kcl::ParenExpr>()->inner, depth + 1);
        return inner ? MaybeText("(" + *inner + ")") : std::nullopt;
      }
      case kcl::ExprKind::kUnary:
        return Unary(*expr.As<kcl::UnaryExpr>(), depth);
      case kcl::ExprKind::kBinary:
        return Binary(*expr.As<kcl::BinaryExpr>(), depth);
      case kcl::ExprKind::kCompare:
        return Compare(*expr.As<kcl::CompareExpr>(), depth);
      case kcl::ExprKind::kConditional:
        return Conditional(*expr.As<kcl::ConditionalExpr>(), depth);
      case kcl::ExprKind::kSelector:
        return Selector(*expr.As<kcl::SelectorExpr>(), depth);
      case kcl::ExprKind::kSubscript:
        return Subscript(*expr.As<kcl::SubscriptExpr>(), depth);
      case kcl::ExprKind::kCall:
        return Call(*expr.As<kcl::CallExpr>(), depth);
      case kcl::ExprKind::kList:
        return List(expr.As<kcl::ListExpr>()->items, depth);
      case kcl::ExprKind::kQuantifier:
        return Quantifier(*expr.As<kcl::QuantifierExpr>(), depth);
      case kcl::ExprKind::kInvalid:
      case kcl::ExprKind::kInterpolated:
      case kcl::ExprKind::kAs:
      case kcl::ExprKind::kProjection:
      case kcl::ExprKind::kSlice:
      case kcl::ExprKind::kSchemaInit:
      case kcl::ExprKind::kConfig:
      case kcl::ExprKind::kListComprehension:
      case kcl::ExprKind::kDictComprehension:
      case kcl::ExprKind::kLambda:
      case kcl::ExprKind::kStarred:
      case kcl::ExprKind::kListIf:
        return std::nullopt;
    }
    return std::nullopt;
  }

 private:
  static MaybeText Constant(kcl::Constant value) {
    switch (value) {
      case kcl::Constant::kTrue:
        return "True";
      case kcl::Constant::kFalse:
        return "False";
      case kcl::Constant::kNone:
      case kcl::Constant::kUndefined:
        return "None";
    }
    return std::nullopt;
  }

  MaybeText Name(const kcl::Name& name) const {
    const kcl::Ref& ref = RefOf(name, schema_, module_);
    const std::string text(module_.Text(name.symbol));
    if (ref.kind == kcl::RefKind::kLocal) {
      const bool is_known = std::find(variables_.begin(), variables_.end(), name.symbol) != variables_.end();
      return is_known ? MaybeText(text) : std::nullopt;
    }
    const kcl::Attribute* attribute = schema_.Find(name.symbol);
    if (ref.kind != kcl::RefKind::kAttribute || attribute == nullptr || !IsQuotable(text)) {
      return std::nullopt;
    }
    const std::string read = "v[" + Quoted(text) + "]";
    // Nothing is added for a key that is missing without a default.
    return attribute->optional && !attribute->has_default
               ? "(" + read + " if " + Quoted(text) + " in v else None)"
               : read;
  }

  MaybeText Unary(const kcl::UnaryExpr& unary, int depth) {
    const MaybeText operand = Write(*unary.operand, depth + 1);
    if (!operand || unary.op == kcl::UnaryOp::kInvert) {
      return std::nullopt;
    }
    return unary.op == kcl::UnaryOp::kNot ? "not " + *operand
                                          : std::string(kcl::Spelling(unary.op)) + *operand;
  }

  MaybeText Binary(const kcl::BinaryExpr& binary, int depth) {
    switch (binary.op) {
      case kcl::BinaryOp::kAdd:
      case kcl::BinaryOp::kSubtract:
      case kcl::BinaryOp::kMultiply:
      case kcl::BinaryOp::kDivide:
      case kcl::BinaryOp::kFloorDivide:
      case kcl::BinaryOp::kModulo:
      case kcl::BinaryOp::kAnd:
      case kcl::BinaryOp::kOr:
        break;
      case kcl::BinaryOp::kPower:
      case kcl::BinaryOp::kShiftLeft:
      case kcl::BinaryOp::kShiftRight:
      case kcl::BinaryOp::kBitAnd:
      case kcl::BinaryOp::kBitXor:
      case kcl::BinaryOp::kBitOr:
        return std::nullopt;
    }
    return Joined(Write(*binary.left, depth + 1), kcl::Spelling(binary.op), Write(*binary.right, depth + 1));
  }

  static MaybeText Joined(const MaybeText& left, std::string_view op, const MaybeText& right) {
    if (!left || !right) {
      return std::nullopt;
    }
    return *left + " " + std::string(op) + " " + *right;
  }

  // Starlark has no chains of comparisons.
  MaybeText Compare(const kcl::CompareExpr& compare, int depth) {
    std::string text;
    const Expr* left = compare.first;
    for (const kcl::Comparison& comparison : compare.rest) {
      std::string_view op = kcl::Spelling(comparison.op);
      op = comparison.op == kcl::CompareOp::kIs ? "==" : comparison.op == kcl::CompareOp::kIsNot ? "!=" : op;
      const MaybeText one = Joined(Write(*left, depth + 1), op, Write(*comparison.right, depth + 1));
      if (!one) {
        return std::nullopt;
      }
      text += (text.empty() ? "" : " and ") + *one;
      left = comparison.right;
    }
    return compare.rest.size() > 1 ? "(" + text + ")" : text;
  }

  MaybeText Conditional(const kcl::ConditionalExpr& expr, int depth) {
    const MaybeText then = Write(*expr.then, depth + 1);
    const MaybeText condition = Write(*expr.condition, depth + 1);
    const MaybeText otherwise = Write(*expr.otherwise, depth + 1);
    if (!then || !condition || !otherwise) {
      return std::nullopt;
    }
    return *then + " if " + *condition + " else " + *otherwise;
  }

  MaybeText Selector(const kcl::SelectorExpr& selector, int depth) {
    const MaybeText value = selector.optional ? std::nullopt : Write(*selector.value, depth + 1);
    return value ? MaybeText(*value + "[" + Quoted(module_.Text(selector.attribute.symbol)) + "]")
                 : std::nullopt;
  }

  MaybeText Subscript(const kcl::SubscriptExpr& subscript, int depth) {
    const MaybeText value = subscript.optional ? std::nullopt : Write(*subscript.value, depth + 1);
    const MaybeText index = Write(*subscript.index, depth + 1);
    return value && index ? MaybeText(*value + "[" + *index + "]") : std::nullopt;
  }

  MaybeText Call(const kcl::CallExpr& call, int depth) {
    std::vector<std::string> args;
    for (const kcl::Argument& argument : call.args) {
      const MaybeText text =
          argument.kind == kcl::ArgumentKind::kPositional ? Write(*argument.value, depth + 1) : std::nullopt;
      if (!text) {
        return std::nullopt;
      }
      args.push_back(*text);
    }
    if (const auto* name = call.callee->As<kcl::NameExpr>()) {
      const bool is_known = RefOf(name->name, schema_, module_).kind == kcl::RefKind::kBuiltin &&
                            Contains(kFunctions, module_.Text(name->name.symbol));
      return is_known ? MaybeText(std::string(module_.Text(name->name.symbol)) + Arguments(args))
                      : std::nullopt;
    }
    const auto* selector = call.callee->As<kcl::SelectorExpr>();
    if (selector == nullptr || selector->optional) {
      return std::nullopt;
    }
    const std::string function(module_.Text(selector->attribute.symbol));
    if (const auto* name = selector->value->As<kcl::NameExpr>()) {
      const kcl::Ref& ref = RefOf(name->name, schema_, module_);
      if (ref.kind == kcl::RefKind::kSystemModule) {
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

  MaybeText List(kcl::Exprs items, int depth) {
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
  MaybeText Quantifier(const kcl::QuantifierExpr& quantifier, int depth) {
    const bool is_all = quantifier.quantifier == kcl::QuantifierKind::kAll;
    if ((!is_all && quantifier.quantifier != kcl::QuantifierKind::kAny) || quantifier.variables.size() != 1) {
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

  const kcl::Schema& schema_;
  const Module& module_;
  std::vector<Symbol> variables_;
  std::vector<std::string> modules_;
};

}  // namespace

std::optional<Text> InStarlark(const kcl::CheckLine& line, const kcl::Schema& schema, const Module& module) {
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
  const bool is_loose =
      line.condition->kind == kcl::ExprKind::kBinary || line.condition->kind == kcl::ExprKind::kConditional;
  const bool is_one = line.guard != nullptr &&
                      (line.guard->kind == kcl::ExprKind::kName ||
                       line.guard->kind == kcl::ExprKind::kParen || line.guard->kind == kcl::ExprKind::kCall);
  const std::string unless = is_one ? "not " + *guard : "not (" + *guard + ")";
  text.expression =
      guard->empty() ? *condition : unless + " or " + (is_loose ? "(" + *condition + ")" : *condition);
  text.modules = translator.TakeModules();
  return text;
}

}  // namespace kval::schemas::kcl_language
