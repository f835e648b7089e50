#include "annotations/kcl_translation.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "src/lang/starlark/object.h"
#include "src/value/compare.h"

namespace kval::annotations {
namespace {

using starlark::Expr;
using starlark::ExprKind;
using starlark::Token;
using MaybeText = std::optional<std::string>;

constexpr uint32_t kHeightLimit = 32;

template <typename T>
const T& As(const Expr& expr) {
  return static_cast<const T&>(expr);
}

std::string_view Spelling(Token op) {
  switch (op) {
    case Token::kEqual:
      return "==";
    case Token::kNotEqual:
      return "!=";
    case Token::kLess:
      return "<";
    case Token::kLessEqual:
      return "<=";
    case Token::kGreater:
      return ">";
    case Token::kGreaterEqual:
      return ">=";
    case Token::kIn:
      return "in";
    case Token::kNotIn:
      return "not in";
    default:
      return {};  // no comparison
  }
}

template <size_t N>
bool Contains(const std::array<std::string_view, N>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Methods of strings that mean the same in both languages, by the kind of their result.
constexpr std::array<std::string_view, 9> kTests = {"startswith", "endswith", "isalnum", "isalpha", "isdigit",
                                                    "islower",    "isspace",  "istitle", "isupper"};
constexpr std::array<std::string_view, 9> kStringMethods = {"lower", "upper", "strip", "lstrip", "rstrip",
                                                            "count", "find",  "split", "replace"};

class Translator {
 public:
  Translator(const starlark::FunctionCode& function, const types::SourcePrinter::Names& names)
      : function_(function), names_(names) {}

  std::vector<std::string> TakeModules() { return std::move(modules_); }

  MaybeText Condition(const Expr& expr, bool must_be_bool) {
    if (expr.kind == ExprKind::kUnary && As<starlark::UnaryExpr>(expr).op == Token::kNot) {
      const MaybeText operand = Condition(*As<starlark::UnaryExpr>(expr).operand, false);
      return operand ? MaybeText("not " + Grouped(*operand)) : std::nullopt;
    }
    if (expr.kind == ExprKind::kLogical) {
      const auto& both = As<starlark::BinaryExpr>(expr);
      const MaybeText left = Condition(*both.left, must_be_bool);
      const MaybeText right = Condition(*both.right, must_be_bool);
      if (!left || !right) {
        return std::nullopt;
      }
      return Grouped(*left) + (both.op == Token::kAnd ? " and " : " or ") + Grouped(*right);
    }
    if (expr.kind == ExprKind::kBinary) {
      const MaybeText comparison = Comparison(As<starlark::BinaryExpr>(expr));
      return comparison ? comparison : OfSubject(As<starlark::BinaryExpr>(expr));
    }
    if (expr.kind == ExprKind::kCall) {
      return Call(As<starlark::CallExpr>(expr));
    }
    if (expr.kind == ExprKind::kConditional) {
      return Conditional(As<starlark::ConditionalExpr>(expr), must_be_bool);
    }
    if (expr.kind == ExprKind::kName) {
      value::Value constant;
      const bool is_boolean = ReadLiteral(expr, constant) && constant.kind == value::Kind::kBool;
      return is_boolean ? LiteralText(expr) : std::nullopt;
    }
    const MaybeText key = must_be_bool ? std::nullopt : KeyOf(expr);
    return key ? Attribute(*key, nullptr) : std::nullopt;
  }

 private:
  MaybeText Conditional(const starlark::ConditionalExpr& expr, bool must_be_bool) {
    const MaybeText then = Condition(*expr.yes, must_be_bool);
    const MaybeText condition = Condition(*expr.condition, false);
    const MaybeText otherwise = Condition(*expr.no, must_be_bool);
    if (!then || !condition || !otherwise) {
      return std::nullopt;
    }
    return "(" + *then + " if " + *condition + " else " + *otherwise + ")";
  }

  static std::string Grouped(const std::string& text) {
    const bool is_loose = text.find(" and ") != std::string::npos || text.find(" or ") != std::string::npos;
    return is_loose ? "(" + text + ")" : text;
  }

  MaybeText Attribute(const std::string& key, const value::Value* compared) const {
    std::string text = names_.attribute ? names_.attribute(key, compared) : std::string();
    return text.empty() ? std::nullopt : MaybeText(std::move(text));
  }

  MaybeText Comparison(const starlark::BinaryExpr& expr) const {
    const std::string_view op = Spelling(expr.op);
    const MaybeText left = KeyOf(*expr.left);
    if (op.empty() || !left) {
      return std::nullopt;
    }
    if (expr.op == Token::kIn || expr.op == Token::kNotIn) {
      return OneOf(*left, op, *expr.right);
    }
    if (const MaybeText right = KeyOf(*expr.right)) {
      value::Value number;
      number.kind = value::Kind::kInt;
      number.integer = 0;
      return Joined(Attribute(*left, &number), op, Attribute(*right, &number));
    }
    value::Value literal;
    const bool is_order = expr.op != Token::kEqual && expr.op != Token::kNotEqual;
    if (!ReadLiteral(*expr.right, literal) ||
        (is_order && literal.kind != value::Kind::kInt && literal.kind != value::Kind::kFloat)) {
      return std::nullopt;
    }
    return Joined(Attribute(*left, &literal), op,
                  value::Abbreviate(literal, literal.raw.size() + 2, value::LiteralSyntax::kCode));
  }

  MaybeText OneOf(const std::string& key, std::string_view op, const Expr& list) const {
    if (list.kind != ExprKind::kList) {
      return std::nullopt;
    }
    std::string text;
    MaybeText attribute;
    for (const Expr* item : As<starlark::SequenceExpr>(list).items) {
      value::Value literal;
      attribute = ReadLiteral(*item, literal) ? Attribute(key, &literal) : std::nullopt;
      if (!attribute) {
        return std::nullopt;
      }
      text += (text.empty() ? "[" : ", ") +
              value::Abbreviate(literal, literal.raw.size() + 2, value::LiteralSyntax::kCode);
    }
    return text.empty() ? std::nullopt : Joined(attribute, op, text + "]");
  }

  static MaybeText Joined(const MaybeText& left, std::string_view op, const MaybeText& right) {
    return left && right ? MaybeText(*left + " " + std::string(op) + " " + *right) : std::nullopt;
  }

  // The key of `v["key"]` and `ctx.parent["key"]`, where that is a value of the instance.
  MaybeText KeyOf(const Expr& expr) const {
    if (expr.kind == ExprKind::kDot && IsInstance(*As<starlark::DotExpr>(expr).object)) {
      return std::string(As<starlark::DotExpr>(expr).name);
    }
    if (expr.kind != ExprKind::kIndex || !IsInstance(*As<starlark::IndexExpr>(expr).object)) {
      return std::nullopt;
    }
    const Expr& index = *As<starlark::IndexExpr>(expr).index;
    const bool is_text =
        index.kind == ExprKind::kLiteral && As<starlark::LiteralExpr>(index).value.is_string();
    return is_text ? MaybeText(std::string(As<starlark::LiteralExpr>(index).value.text())) : std::nullopt;
  }

  bool IsInstance(const Expr& expr) const {
    if (expr.kind == ExprKind::kName) {
      return names_.subject.empty() && IsParam(expr, 0);
    }
    if (expr.kind != ExprKind::kDot || !IsParam(*As<starlark::DotExpr>(expr).object, 1)) {
      return false;
    }
    const std::string_view name = As<starlark::DotExpr>(expr).name;
    return (name == "parent" && names_.is_attribute) || (name == "root" && names_.is_of_root);
  }

  bool IsParam(const Expr& expr, size_t which) const {
    return expr.kind == ExprKind::kName && function_.params.size() > which &&
           function_.params[which].form == starlark::Param::kPlain &&
           As<starlark::NameExpr>(expr).ref.scope == starlark::Scope::kLocal &&
           As<starlark::NameExpr>(expr).name == function_.params[which].name->name;
  }

  // Conditions on the value itself: `v % 2 == 0`, `len(v) > 2`, `"x" in v`.
  MaybeText OfSubject(const starlark::BinaryExpr& expr) const {
    const std::string_view op = Spelling(expr.op);
    if (op.empty()) {
      return std::nullopt;
    }
    if (expr.op == Token::kIn || expr.op == Token::kNotIn) {
      const MaybeText list = expr.right->kind == ExprKind::kList ? List(*expr.right) : Operand(*expr.right);
      return Joined(Operand(*expr.left), op, list);
    }
    return Joined(Ungrouped(Operand(*expr.left)), op, Ungrouped(Operand(*expr.right)));
  }

  // A comparison binds less than the sum that it compares.
  static MaybeText Ungrouped(MaybeText text) {
    return text && text->starts_with('(') ? MaybeText(text->substr(1, text->size() - 2)) : text;
  }

  MaybeText List(const Expr& list) const {
    std::string text;
    for (const Expr* item : As<starlark::SequenceExpr>(list).items) {
      const MaybeText one = LiteralText(*item);
      if (!one) {
        return std::nullopt;
      }
      text += (text.empty() ? "" : ", ") + *one;
    }
    return "[" + text + "]";
  }

  static MaybeText LiteralText(const Expr& expr) {
    value::Value literal;
    return ReadLiteral(expr, literal)
               ? MaybeText(value::Abbreviate(literal, literal.raw.size() + 2, value::LiteralSyntax::kCode))
               : std::nullopt;
  }

  // The value itself, an item of it, a literal, a length, or a sum of these.
  MaybeText Operand(const Expr& expr) const {
    if (expr.kind == ExprKind::kName && !names_.subject.empty() && IsParam(expr, 0)) {
      return names_.subject;
    }
    if (expr.kind == ExprKind::kName && IsItem(As<starlark::NameExpr>(expr))) {
      return std::string(As<starlark::NameExpr>(expr).name);
    }
    if (expr.kind == ExprKind::kIndex) {
      const auto& index = As<starlark::IndexExpr>(expr);
      const MaybeText object = Operand(*index.object);
      const MaybeText at = LiteralText(*index.index);
      return object && at ? MaybeText(*object + "[" + *at + "]") : std::nullopt;
    }
    if (expr.kind == ExprKind::kCall && As<starlark::CallExpr>(expr).callee->kind == ExprKind::kDot) {
      return Method(As<starlark::CallExpr>(expr), kStringMethods);
    }
    if (expr.kind == ExprKind::kCall) {
      const auto& call = As<starlark::CallExpr>(expr);
      const MaybeText counted = IsFunction(*call.callee, "len") && call.arguments.size() == 1
                                    ? Operand(*call.arguments[0].value)
                                    : std::nullopt;
      return counted ? MaybeText("len(" + *counted + ")") : std::nullopt;
    }
    if (expr.kind == ExprKind::kBinary) {
      const auto& both = As<starlark::BinaryExpr>(expr);
      const std::string_view op = Arithmetic(both.op);
      const MaybeText text =
          op.empty() ? std::nullopt : Joined(Operand(*both.left), op, Operand(*both.right));
      return text ? MaybeText("(" + *text + ")") : std::nullopt;
    }
    return LiteralText(expr);
  }

  static std::string_view Arithmetic(Token op) {
    switch (op) {
      case Token::kPlus:
        return "+";
      case Token::kMinus:
        return "-";
      case Token::kStar:
        return "*";
      case Token::kPercent:
        return "%";
      default:
        return {};
    }
  }

  bool IsItem(const starlark::NameExpr& name) const {
    return std::find(items_.begin(), items_.end(), name.name) != items_.end();
  }

  static bool IsFunction(const Expr& expr, std::string_view name) {
    return expr.kind == ExprKind::kName && As<starlark::NameExpr>(expr).name == name &&
           As<starlark::NameExpr>(expr).ref.scope == starlark::Scope::kPredeclared;
  }

  // `v.startswith("x")`, `regexp.match("…", v)`, `all([x > 0 for x in v])`
  MaybeText Call(const starlark::CallExpr& call) {
    for (const starlark::Argument& argument : call.arguments) {
      if (argument.form != starlark::Argument::kPositional) {
        return std::nullopt;
      }
    }
    if (IsFunction(*call.callee, "all") || IsFunction(*call.callee, "any")) {
      return call.arguments.size() == 1
                 ? Quantified(As<starlark::NameExpr>(*call.callee).name, *call.arguments[0].value)
                 : std::nullopt;
    }
    if (call.callee->kind != ExprKind::kDot) {
      return std::nullopt;
    }
    const auto& dot = As<starlark::DotExpr>(*call.callee);
    if (Contains(kTests, dot.name)) {
      return Method(call, kTests);
    }
    return IsRegexp(*dot.object) && dot.name == "match" && call.arguments.size() == 2
               ? Match(*call.arguments[0].value, *call.arguments[1].value)
               : std::nullopt;
  }

  // A call of one of the methods, with literals as arguments.
  template <size_t N>
  MaybeText Method(const starlark::CallExpr& call, const std::array<std::string_view, N>& methods) const {
    const auto& dot = As<starlark::DotExpr>(*call.callee);
    const MaybeText object = Contains(methods, dot.name) ? Operand(*dot.object) : std::nullopt;
    std::string arguments;
    for (const starlark::Argument& argument : call.arguments) {
      const bool is_plain =
          argument.form == starlark::Argument::kPositional && argument.value->kind == ExprKind::kLiteral;
      const MaybeText text = is_plain ? LiteralText(*argument.value) : std::nullopt;
      if (!text) {
        return std::nullopt;
      }
      arguments += (arguments.empty() ? "" : ", ") + *text;
    }
    return object ? MaybeText(*object + "." + std::string(dot.name) + "(" + arguments + ")") : std::nullopt;
  }

  static bool IsRegexp(const Expr& expr) {
    return expr.kind == ExprKind::kName && As<starlark::NameExpr>(expr).name == "regexp";
  }

  MaybeText Match(const Expr& pattern, const Expr& matched) {
    const bool is_text =
        pattern.kind == ExprKind::kLiteral && As<starlark::LiteralExpr>(pattern).value.is_string();
    const std::string_view text =
        is_text ? As<starlark::LiteralExpr>(pattern).value.text() : std::string_view();
    const bool is_raw = is_text && text.find_first_of("\"\n\r\t") == std::string_view::npos &&
                        text.find("${") == std::string_view::npos && !text.ends_with('\\');
    const MaybeText subject = is_raw ? Operand(matched) : std::nullopt;
    if (!subject) {
      return std::nullopt;
    }
    modules_.emplace_back("regex");
    return "regex.match(" + *subject + ", r\"" + std::string(text) + "\")";
  }

  MaybeText Quantified(std::string_view quantifier, const Expr& list) {
    if (list.kind != ExprKind::kComprehension) {
      return std::nullopt;
    }
    const auto& kept = As<starlark::ComprehensionExpr>(list);
    const bool is_plain = !kept.is_dict && kept.clauses.size() == 1 && kept.clauses[0].target != nullptr &&
                          kept.clauses[0].target->kind == ExprKind::kName;
    const MaybeText iterable = is_plain ? Operand(*kept.clauses[0].operand) : std::nullopt;
    if (!iterable) {
      return std::nullopt;
    }
    const std::string_view name = As<starlark::NameExpr>(*kept.clauses[0].target).name;
    items_.push_back(name);
    const MaybeText condition = Condition(*kept.body.value, true);
    items_.pop_back();
    return condition ? MaybeText(std::string(quantifier) + " " + std::string(name) + " in " + *iterable +
                                 " { " + *condition + " }")
                     : std::nullopt;
  }

  static bool ReadLiteral(const Expr& expr, value::Value& literal) {
    if (expr.kind == ExprKind::kName) {
      const auto& name = As<starlark::NameExpr>(expr);
      const bool is_constant = name.ref.scope == starlark::Scope::kPredeclared &&
                               (name.name == "None" || name.name == "True" || name.name == "False");
      literal.kind = name.name == "None" ? value::Kind::kNull : value::Kind::kBool;
      literal.boolean = name.name == "True";
      return is_constant;
    }
    if (expr.kind == ExprKind::kUnary && As<starlark::UnaryExpr>(expr).op == Token::kMinus) {
      const bool is_number = As<starlark::UnaryExpr>(expr).operand->kind == ExprKind::kLiteral &&
                             ReadLiteral(*As<starlark::UnaryExpr>(expr).operand, literal) &&
                             literal.kind != value::Kind::kString;
      if (is_number && literal.kind == value::Kind::kInt) {
        literal.integer = -literal.integer;
      } else if (is_number) {
        literal.real = -literal.real;
      }
      return is_number;
    }
    if (expr.kind != ExprKind::kLiteral) {
      return false;
    }
    const starlark::Value value = As<starlark::LiteralExpr>(expr).value;
    if (value.kind() == starlark::Kind::kInt) {
      literal.kind = value::Kind::kInt;
      literal.integer = value.integer();
    } else if (value.is_float()) {
      literal.kind = value::Kind::kFloat;
      literal.real = value.real();
    } else if (value.is_string() && IsPlain(value.text())) {
      literal.kind = value::Kind::kString;
      literal.raw = value.text();
    } else {
      return false;
    }
    return true;
  }

  // Spelt alike in both languages.
  static bool IsPlain(std::string_view text) {
    return text.find_first_of("\\$\"") == std::string_view::npos &&
           std::none_of(text.begin(), text.end(),
                        [](char c) { return static_cast<unsigned char>(c) < 0x20; });
  }

  const starlark::FunctionCode& function_;
  const types::SourcePrinter::Names& names_;
  std::vector<std::string_view> items_;  // variables of comprehensions around
  std::vector<std::string> modules_;
};

}  // namespace

std::optional<types::SourcePrinter::PrintedSource> TranslateToKcl(const starlark::FunctionCode& function,
                                                                  bool takes_message, bool must_be_bool,
                                                                  const types::SourcePrinter::Names& names) {
  const Expr* result = function.result;
  if (result == nullptr || result->height > kHeightLimit) {
    return std::nullopt;
  }
  types::SourcePrinter::PrintedSource text;
  if (result->kind == ExprKind::kTuple && takes_message) {
    // `(holds, "message")`
    const auto& items = As<starlark::SequenceExpr>(*result).items;
    const bool has_message = items.size() == 2 && items[1]->kind == ExprKind::kLiteral &&
                             As<starlark::LiteralExpr>(*items[1]).value.is_string();
    if (!has_message) {
      return std::nullopt;
    }
    text.message = As<starlark::LiteralExpr>(*items[1]).value.text();
    result = items[0];
    must_be_bool = false;
  }
  Translator translator(function, names);
  MaybeText condition = translator.Condition(*result, must_be_bool);
  if (!condition) {
    return std::nullopt;
  }
  text.expression = *std::move(condition);
  text.modules = translator.TakeModules();
  return text;
}

}  // namespace kval::annotations
