#include "schemas/kcl/recognize.h"

#include <optional>
#include <string>
#include <utility>

#include "schemas/kcl/expr_patterns.h"
#include "schemas/kcl/literal.h"
#include "src/check/rule_test.h"
#include "src/types/pattern.h"

namespace kval::schemas::kcl {
namespace {

using kval::kcl::CompareOp;
using kval::kcl::Expr;
using kval::kcl::TypeKind;

constexpr int kRecognizeDepthLimit = 64;

class Recognizer {
 public:
  Recognizer(const SchemaModule& module, const FactsOf& facts, const std::vector<Symbol>& attributes,
             value::Builder& build, MessagePolicy messages)
      : module_(module), facts_(facts), attributes_(attributes), build_(build), messages_(messages) {}

  bool Run(const kval::kcl::CheckLine& line) {
    span_ = line.span;
    return ReadMessage(line.message) && (line.guard == nullptr || ReadGuard(*line.guard)) &&
           Condition(*line.condition, 0);
  }

  std::vector<AttributeRule> Take() { return std::move(rules_); }

 private:
  // An attribute, or values inside one.
  struct Subject {
    Symbol attribute;
    std::vector<ElementStep> steps;
    bool is_key = false;  // the keys of the dict that the steps lead to
    const kval::kcl::Type* type = nullptr;
  };
  // A variable of a quantifier.
  struct Variable {
    Symbol name;
    Subject subject;
  };
  // The requirement of the line's condition on its attribute.
  enum class GuardKind { kNothing, kTrue, kNotNone, kNotNullish };

  bool ReadMessage(const Expr* message) {
    if (message == nullptr) {
      return true;
    }
    const auto* text = IgnoreParens(*message).As<kval::kcl::StringExpr>();
    const bool has_words = text != nullptr && text->value.starts_with(kMustBe);
    if (text == nullptr || (!has_words && messages_ != MessagePolicy::kAny)) {
      return false;
    }
    message_ = text->value.substr(has_words ? kMustBe.size() : 0);
    return !message_.empty();
  }

  bool ReadGuard(const Expr& guard) {
    const Expr& expr = IgnoreParens(guard);
    if (std::optional<Subject> subject = SubjectOf(expr)) {
      guard_kind = GuardKind::kTrue;
      guarded_ = subject->attribute;
      return true;
    }
    const Expr* subject = nullptr;
    guard_kind = NullTest(expr, &subject);
    const std::optional<Subject> found = subject == nullptr ? std::nullopt : SubjectOf(*subject);
    guarded_ = found ? found->attribute : Symbol();
    return guard_kind != GuardKind::kNothing && found;
  }

  // What `subject is not None`, `subject not in [None, Undefined]` and `not isnullish(subject)` ask.
  GuardKind NullTest(const Expr& condition, const Expr** subject) const {
    const Expr& expr = IgnoreParens(condition);
    if (const auto* negation = expr.As<kval::kcl::UnaryExpr>();
        negation != nullptr && negation->op == kval::kcl::UnaryOp::kNot) {
      const auto* call = IgnoreParens(*negation->operand).As<kval::kcl::CallExpr>();
      const bool is_call =
          call != nullptr && IsBuiltin(*call->callee, "isnullish") && OnlyArgument(*call) != nullptr;
      *subject = is_call ? OnlyArgument(*call) : nullptr;
      return is_call ? GuardKind::kNotNullish : GuardKind::kNothing;
    }
    const auto* compare = expr.As<kval::kcl::CompareExpr>();
    if (compare == nullptr || compare->rest.size() != 1) {
      return GuardKind::kNothing;
    }
    const kval::kcl::Comparison& comparison = compare->rest[0];
    *subject = compare->first;
    if (comparison.op == CompareOp::kNotIn && IsNullishList(*comparison.right)) {
      return GuardKind::kNotNullish;
    }
    const bool differs = comparison.op == CompareOp::kIsNot || comparison.op == CompareOp::kNotEqual;
    return differs && IsConstant(*comparison.right, kval::kcl::Constant::kNone) ? GuardKind::kNotNone
                                                                                : GuardKind::kNothing;
  }

  bool Condition(const Expr& condition, int depth) {
    const Expr& expr = IgnoreParens(condition);
    if (depth > kRecognizeDepthLimit) {
      return false;
    }
    if (const auto* both = expr.As<kval::kcl::BinaryExpr>();
        both != nullptr && both->op == kval::kcl::BinaryOp::kAnd) {
      return Condition(*both->left, depth + 1) && Condition(*both->right, depth + 1);
    }
    if (const auto* quantifier = expr.As<kval::kcl::QuantifierExpr>()) {
      return Quantified(*quantifier, depth);
    }
    if (const auto* compare = expr.As<kval::kcl::CompareExpr>()) {
      return OneOfSeveral(*compare) || Comparisons(*compare);
    }
    const auto* call = expr.As<kval::kcl::CallExpr>();
    return call != nullptr && Call(*call);
  }

  // `all x in list {…}`, `all key in dict {…}`, `all key, x in dict {…}`
  bool Quantified(const kval::kcl::QuantifierExpr& quantifier, int depth) {
    std::optional<Subject> subject = SubjectOf(*quantifier.iterable);
    const size_t count = quantifier.variables.size();
    if (quantifier.quantifier != kval::kcl::QuantifierKind::kAll || !subject || subject->type == nullptr ||
        subject->is_key || count == 0 || count > 2 || !IsHarmless(quantifier)) {
      return false;
    }
    Variable variable{quantifier.variables[count - 1].symbol, *std::move(subject)};
    const kval::kcl::Type& type = *variable.subject.type;
    if (type.kind == TypeKind::kList) {
      variable.subject.steps.push_back(ElementStep::kItem);
      variable.subject.type = type.element;
    } else if (type.kind == TypeKind::kDict && count == 2) {
      variable.subject.steps.push_back(ElementStep::kValue);
      variable.subject.type = type.element;
    } else if (type.kind == TypeKind::kDict) {
      variable.subject.is_key = true;
    } else {
      return false;
    }
    variables_.push_back(std::move(variable));
    const bool is_recognized = Condition(*quantifier.body, depth + 1);
    variables_.pop_back();
    return is_recognized;
  }

  // Returns whether the quantifier's condition has no effect: elements in the model are not null, so a
  // condition that excludes only None is always true.
  bool IsHarmless(const kval::kcl::QuantifierExpr& quantifier) const {
    const Expr* subject = nullptr;
    if (quantifier.condition == nullptr) {
      return true;
    }
    if (NullTest(*quantifier.condition, &subject) == GuardKind::kNothing) {
      return false;
    }
    const auto* name = IgnoreParens(*subject).As<kval::kcl::NameExpr>();
    return name != nullptr && name->name.symbol == quantifier.variables.back().symbol;
  }

  // Resolves a name in an instance that has only the known attributes.
  const kval::kcl::Ref& RefOf(const kval::kcl::Name& name) const {
    const kval::kcl::Ref* ref = &module_.program().RefOf(name);
    while (ref->kind == kval::kcl::RefKind::kAttribute && ref->fallback >= 0 &&
           !facts_(ref->symbol).is_known) {
      ref = &module_.program().fallbacks[static_cast<size_t>(ref->fallback)];
    }
    return *ref;
  }

  // Returns the attribute of the instance, or the quantifier's variable, that an expression reads.
  std::optional<Subject> SubjectOf(const Expr& expr) const {
    const auto* name = IgnoreParens(expr).As<kval::kcl::NameExpr>();
    if (name == nullptr) {
      return std::nullopt;
    }
    const kval::kcl::RefKind kind = RefOf(name->name).kind;
    if (kind == kval::kcl::RefKind::kAttribute) {
      return Subject{name->name.symbol, {}, false, facts_(name->name.symbol).type};
    }
    for (size_t i = variables_.size(); kind == kval::kcl::RefKind::kLocal && i > 0; --i) {
      if (variables_[i - 1].name == name->name.symbol) {
        return variables_[i - 1].subject;
      }
    }
    return std::nullopt;
  }

  bool IsBuiltin(const Expr& expr, std::string_view function) const {
    const auto* name = expr.As<kval::kcl::NameExpr>();
    return name != nullptr && RefOf(name->name).kind == kval::kcl::RefKind::kBuiltin &&
           module_.Text(name->name.symbol) == function;
  }

  bool Add(const std::optional<Subject>& subject, types::Test test) {
    if (!subject || subject->is_key) {
      return false;
    }
    AttributeRule found;
    found.attribute = subject->attribute;
    found.steps = subject->steps;
    found.rule.test = std::move(test);
    found.rule.message = message_;
    found.rule.span = span_;
    if (!AppliesAlways(*subject, found.rule)) {
      return false;
    }
    rules_.push_back(std::move(found));
    return true;
  }

  // Whether KCL applies the rule exactly when the value is not null.
  bool AppliesAlways(const Subject& subject, const types::Rule& rule) const {
    const AttributeFacts facts = facts_(subject.attribute);
    const bool is_null_test = std::holds_alternative<types::NotNull>(rule.test);
    if (guard_kind != GuardKind::kNothing && (guarded_ != subject.attribute || is_null_test)) {
      return false;
    }
    switch (guard_kind) {
      case GuardKind::kNothing:
        return facts.has_value || (is_null_test && facts.never_undefined);
      case GuardKind::kNotNone:
        return facts.never_undefined;
      case GuardKind::kNotNullish:
        return true;
      case GuardKind::kTrue:
        // An empty collection has no elements that the test could be about.
        return !subject.steps.empty() || LetsFalsyPass(subject, rule);
    }
    return false;
  }

  bool LetsFalsyPass(const Subject& subject, const types::Rule& rule) const {
    const value::Value* falsy = subject.type == nullptr ? nullptr : FalsyOf(*subject.type, build_);
    const diag::Path path;
    return falsy != nullptr && check::RunTest(rule, *falsy, {falsy, nullptr, &path}).holds();
  }

  bool Comparisons(const kval::kcl::CompareExpr& compare) {
    const Expr* left = compare.first;
    for (const kval::kcl::Comparison& comparison : compare.rest) {
      if (!Comparison(*left, comparison.op, *comparison.right)) {
        return false;
      }
      left = comparison.right;
    }
    return true;
  }

  bool Comparison(const Expr& left, CompareOp op, const Expr& right) {
    if (op == CompareOp::kIn) {
      return In(left, right);
    }
    if ((op == CompareOp::kIsNot || op == CompareOp::kNotEqual) &&
        IsConstant(right, kval::kcl::Constant::kNone)) {
      return Add(SubjectOf(left), types::NotNull{});
    }
    if (const value::Value* bound = LiteralValue(IgnoreParens(right), build_)) {
      return Bound(left, op, *bound);
    }
    if (const value::Value* bound = LiteralValue(IgnoreParens(left), build_)) {
      return Bound(right, SwapComparison(op), *bound);
    }
    return false;
  }

  bool In(const Expr& left, const Expr& right) {
    const auto* list = IgnoreParens(right).As<kval::kcl::ListExpr>();
    if (list == nullptr) {
      return false;
    }
    types::OneOf test;
    for (const Expr* item : list->items) {
      test.allowed.push_back(LiteralValue(IgnoreParens(*item), build_));
      if (test.allowed.back() == nullptr) {
        return false;
      }
    }
    return Add(SubjectOf(left), std::move(test));
  }

  bool Bound(const Expr& subject, CompareOp op, const value::Value& bound) {
    if (bound.kind != value::Kind::kInt && bound.kind != value::Kind::kFloat) {
      return false;
    }
    const auto* call = IgnoreParens(subject).As<kval::kcl::CallExpr>();
    if (call != nullptr && IsBuiltin(*call->callee, "len") && OnlyArgument(*call) != nullptr) {
      const Expr& counted = IgnoreParens(*OnlyArgument(*call));
      const std::optional<Subject> text = TextOfCharacters(counted);
      return bound.kind == value::Kind::kInt &&
             (text ? Length(text, op, bound.integer, types::TextUnit::kCharacters)
                   : Length(SubjectOf(counted), op, bound.integer, types::TextUnit::kBytes));
    }
    const std::optional<Subject> found = SubjectOf(subject);
    if (op == CompareOp::kGreaterEqual) {
      return Add(found, types::Minimum{&bound});
    }
    if (op == CompareOp::kLessEqual) {
      return Add(found, types::Maximum{&bound});
    }
    // `>` becomes `>=` only for integers.
    const bool is_strict = op == CompareOp::kGreater || op == CompareOp::kLess;
    const bool is_integer = found && found->type != nullptr && found->type->kind == TypeKind::kInt;
    if (!is_strict || bound.kind != value::Kind::kInt || !is_integer) {
      return false;
    }
    if (op == CompareOp::kGreater) {
      return Add(found, types::Minimum{build_.Int(bound.integer + 1, bound.span)});
    }
    return Add(found, types::Maximum{build_.Int(bound.integer - 1, bound.span)});
  }

  // The string in `[c for c in string]`.
  std::optional<Subject> TextOfCharacters(const Expr& expr) const {
    const auto* kept = expr.As<kval::kcl::ListComprehensionExpr>();
    if (kept == nullptr || kept->clauses.size() != 1 || kept->clauses[0].variables.size() != 1 ||
        !kept->clauses[0].conditions.empty() || !IsName(*kept->item, kept->clauses[0].variables[0].symbol)) {
      return std::nullopt;
    }
    const std::optional<Subject> subject = SubjectOf(*kept->clauses[0].iterable);
    const bool is_text = subject && subject->type != nullptr && subject->type->kind == TypeKind::kStr;
    return is_text ? subject : std::nullopt;
  }

  bool Length(const std::optional<Subject>& subject, CompareOp op, int64_t bound, types::TextUnit unit) {
    switch (op) {
      case CompareOp::kGreaterEqual:
        return Add(subject, types::MinLength{bound, unit});
      case CompareOp::kGreater:
        return Add(subject, types::MinLength{bound + 1, unit});
      case CompareOp::kLessEqual:
        return Add(subject, types::MaxLength{bound, unit});
      case CompareOp::kLess:
        return Add(subject, types::MaxLength{bound - 1, unit});
      case CompareOp::kEqual:
        return Add(subject, types::MinLength{bound, unit}) && Add(subject, types::MaxLength{bound, unit});
      case CompareOp::kNotEqual:
      case CompareOp::kIn:
      case CompareOp::kNotIn:
      case CompareOp::kIs:
      case CompareOp::kIsNot:
        return false;
    }
    return false;
  }

  // `len([v for v in [a, b] if v not in [None, Undefined]]) == 1`
  bool OneOfSeveral(const kval::kcl::CompareExpr& compare) {
    const auto* length = IgnoreParens(*compare.first).As<kval::kcl::CallExpr>();
    const auto* one =
        compare.rest.size() == 1 ? IgnoreParens(*compare.rest[0].right).As<kval::kcl::IntExpr>() : nullptr;
    if (length == nullptr || !IsBuiltin(*length->callee, "len") || OnlyArgument(*length) == nullptr ||
        one == nullptr || one->value != 1 || compare.rest[0].op != CompareOp::kEqual ||
        guard_kind != GuardKind::kNothing) {
      return false;
    }
    const auto* kept = IgnoreParens(*OnlyArgument(*length)).As<kval::kcl::ListComprehensionExpr>();
    if (kept == nullptr || kept->clauses.size() != 1) {
      return false;
    }
    const kval::kcl::ForClause& clause = kept->clauses[0];
    const auto* names = IgnoreParens(*clause.iterable).As<kval::kcl::ListExpr>();
    const Expr* tested = nullptr;
    const bool asks_for_set = clause.conditions.size() == 1 && clause.variables.size() == 1 &&
                              NullTest(*clause.conditions[0], &tested) == GuardKind::kNotNullish;
    if (names == nullptr || !asks_for_set || !IsName(*tested, clause.variables[0].symbol)) {
      return false;
    }
    return AddOneNotNull(*names);
  }

  static bool IsName(const Expr& expr, Symbol symbol) {
    const auto* name = IgnoreParens(expr).As<kval::kcl::NameExpr>();
    return name != nullptr && name->name.symbol == symbol;
  }

  bool AddOneNotNull(const kval::kcl::ListExpr& names) {
    types::OneNotNull test;
    std::vector<Symbol> named;
    for (const Expr* item : names.items) {
      const std::optional<Subject> subject = SubjectOf(*item);
      if (!subject || !subject->steps.empty() || subject->is_key) {
        return false;
      }
      named.push_back(subject->attribute);
      test.keys.emplace_back(module_.Text(subject->attribute));
    }
    if (named == attributes_) {
      test.keys.clear();  // all of them
    }
    AttributeRule found;
    found.rule.test = std::move(test);
    found.rule.message = message_;
    found.rule.span = span_;
    rules_.push_back(std::move(found));
    return true;
  }

  bool Call(const kval::kcl::CallExpr& call) {
    if (IsBuiltin(*call.callee, "isunique") && OnlyArgument(call) != nullptr) {
      return Add(SubjectOf(*OnlyArgument(call)), types::Unique{});
    }
    const auto* selector = call.callee->As<kval::kcl::SelectorExpr>();
    if (selector == nullptr || selector->optional) {
      return false;
    }
    const std::string_view function = module_.Text(selector->attribute.symbol);
    if (IsModule(*selector->value, "regex")) {
      return function == "match" && Match(call);
    }
    const Expr* argument = OnlyArgument(call);
    const auto* text = argument == nullptr ? nullptr : IgnoreParens(*argument).As<kval::kcl::StringExpr>();
    if (text != nullptr && function == "startswith") {
      return Add(SubjectOf(*selector->value), types::Prefix{std::string(text->value)});
    }
    if (text != nullptr && function == "endswith") {
      return Add(SubjectOf(*selector->value), types::Suffix{std::string(text->value)});
    }
    return false;
  }

  bool IsModule(const Expr& expr, std::string_view module) const {
    const auto* name = expr.As<kval::kcl::NameExpr>();
    if (name == nullptr) {
      return false;
    }
    const kval::kcl::Ref& ref = RefOf(name->name);
    return ref.kind == kval::kcl::RefKind::kSystemModule && module_.Text(ref.symbol) == module;
  }

  // Both engines look for the pattern anywhere in the text; what re2 does not know stays with KCL.
  bool Match(const kval::kcl::CallExpr& call) {
    if (call.args.size() != 2 || call.args[0].kind != kval::kcl::ArgumentKind::kPositional ||
        call.args[1].kind != kval::kcl::ArgumentKind::kPositional) {
      return false;
    }
    const auto* pattern = IgnoreParens(*call.args[1].value).As<kval::kcl::StringExpr>();
    const std::optional<Subject> subject = SubjectOf(*call.args[0].value);
    if (pattern == nullptr || !subject) {
      return false;
    }
    if (subject->is_key) {
      return AddKeys(*subject, pattern->value);
    }
    Result<types::Pattern> compiled = types::Pattern::Compile(pattern->value, module_.request().limits);
    return compiled && Add(subject, types::MatchesRegex{*std::move(compiled)});
  }

  // The keys of a dict, when the pattern is about all of the key.
  bool AddKeys(const Subject& subject, std::string_view pattern) {
    constexpr std::string_view kBegin = "^(?:";
    constexpr std::string_view kEnd = ")$";
    const bool guards_itself = guard_kind == GuardKind::kNothing ? facts_(subject.attribute).has_value
                                                                 : guarded_ == subject.attribute;
    if (!pattern.starts_with(kBegin) || !pattern.ends_with(kEnd) || !message_.empty() || !guards_itself) {
      return false;
    }
    pattern.remove_prefix(kBegin.size());
    pattern.remove_suffix(kEnd.size());
    auto keys = types::KeyPattern::Make(pattern, module_.request().limits);
    if (!keys) {
      return false;
    }
    AttributeRule found;
    found.attribute = subject.attribute;
    found.steps = subject.steps;
    found.keys = *std::move(keys);
    rules_.push_back(std::move(found));
    return true;
  }

  const SchemaModule& module_;
  const FactsOf& facts_;
  const std::vector<Symbol>& attributes_;
  value::Builder& build_;
  MessagePolicy messages_;
  source::Span span_;
  std::string message_;
  GuardKind guard_kind = GuardKind::kNothing;
  Symbol guarded_;
  std::vector<Variable> variables_;
  std::vector<AttributeRule> rules_;
};

}  // namespace

std::vector<AttributeRule> Recognize(const kval::kcl::CheckLine& line, const SchemaModule& module,
                                     const FactsOf& facts, const std::vector<Symbol>& attributes,
                                     value::Builder& build, MessagePolicy messages) {
  if (line.condition == nullptr) {
    return {};
  }
  Recognizer recognizer(module, facts, attributes, build, messages);
  return recognizer.Run(line) ? recognizer.Take() : std::vector<AttributeRule>();
}

}  // namespace kval::schemas::kcl
