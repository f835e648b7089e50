#include "schemas/kcl/check_line.h"

#include <optional>
#include <string>
#include <utility>

#include "schemas/kcl/literal.h"
#include "src/types/pattern.h"

namespace kval::schemas::kcl_language {
namespace {

using kcl::CompareOp;
using kcl::Expr;

constexpr int kDepthLimit = 64;

const Expr& Bare(const Expr& expr) {
  const Expr* inner = &expr;
  while (const auto* paren = inner->As<kcl::ParenExpr>()) {
    inner = paren->inner;
  }
  return *inner;
}

CompareOp Mirrored(CompareOp op) {
  switch (op) {
    case CompareOp::kLess:
      return CompareOp::kGreater;
    case CompareOp::kLessEqual:
      return CompareOp::kGreaterEqual;
    case CompareOp::kGreater:
      return CompareOp::kLess;
    case CompareOp::kGreaterEqual:
      return CompareOp::kLessEqual;
    case CompareOp::kEqual:
    case CompareOp::kNotEqual:
    case CompareOp::kIn:
    case CompareOp::kNotIn:
    case CompareOp::kIs:
    case CompareOp::kIsNot:
      return op;
  }
  return op;
}

class Recognizer {
 public:
  Recognizer(const Module& module, const FactsOf& facts, value::Builder& build, source::Span span)
      : module_(module), facts_(facts), build_(build), span_(span) {}

  bool Run(const Expr& condition, int depth = 0) {
    const Expr& expr = Bare(condition);
    if (const auto* both = expr.As<kcl::BinaryExpr>(); both != nullptr && both->op == kcl::BinaryOp::kAnd) {
      return depth < kDepthLimit && Run(*both->left, depth + 1) && Run(*both->right, depth + 1);
    }
    if (const auto* compare = expr.As<kcl::CompareExpr>()) {
      return Comparisons(*compare);
    }
    const auto* call = expr.As<kcl::CallExpr>();
    return call != nullptr && Call(*call);
  }

  std::vector<AttributeRule> Take() { return std::move(rules_); }

 private:
  // What a name means in an instance that has no other attributes than the known ones.
  const kcl::Ref& RefOf(const kcl::Name& name) const {
    const kcl::Ref* ref = &module_.program().RefOf(name);
    while (ref->kind == kcl::RefKind::kAttribute && ref->fallback >= 0 && !facts_(ref->symbol).is_known) {
      ref = &module_.program().fallbacks[static_cast<size_t>(ref->fallback)];
    }
    return *ref;
  }

  // The attribute of the instance that an expression reads.
  Symbol AttributeOf(const Expr& expr) const {
    const auto* name = Bare(expr).As<kcl::NameExpr>();
    const bool is_attribute = name != nullptr && RefOf(name->name).kind == kcl::RefKind::kAttribute;
    return is_attribute ? name->name.symbol : Symbol();
  }

  bool IsBuiltin(const Expr& expr, std::string_view function) const {
    const auto* name = expr.As<kcl::NameExpr>();
    return name != nullptr && RefOf(name->name).kind == kcl::RefKind::kBuiltin &&
           module_.Text(name->name.symbol) == function;
  }

  static const Expr* OnlyArgument(const kcl::CallExpr& call) {
    const bool is_one = call.args.size() == 1 && call.args[0].kind == kcl::ArgumentKind::kPositional;
    return is_one ? call.args[0].value : nullptr;
  }

  bool Add(Symbol attribute, types::Test test) {
    if (!attribute.has_value() || !facts_(attribute).has_value) {
      return false;
    }
    types::Rule rule;
    rule.test = std::move(test);
    rule.span = span_;
    rules_.push_back({attribute, std::move(rule)});
    return true;
  }

  bool Comparisons(const kcl::CompareExpr& compare) {
    const Expr* left = compare.first;
    for (const kcl::Comparison& comparison : compare.rest) {
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
    if (const value::Value* bound = LiteralValue(Bare(right), build_)) {
      return Bound(left, op, *bound);
    }
    if (const value::Value* bound = LiteralValue(Bare(left), build_)) {
      return Bound(right, Mirrored(op), *bound);
    }
    return false;
  }

  bool In(const Expr& left, const Expr& right) {
    const auto* list = Bare(right).As<kcl::ListExpr>();
    if (list == nullptr) {
      return false;
    }
    types::OneOf test;
    for (const Expr* item : list->items) {
      test.allowed.push_back(LiteralValue(Bare(*item), build_));
      if (test.allowed.back() == nullptr) {
        return false;
      }
    }
    return Add(AttributeOf(left), std::move(test));
  }

  bool Bound(const Expr& subject, CompareOp op, const value::Value& bound) {
    if (bound.kind != value::Kind::kInt && bound.kind != value::Kind::kFloat) {
      return false;
    }
    const auto* call = Bare(subject).As<kcl::CallExpr>();
    if (call != nullptr && IsBuiltin(*call->callee, "len") && OnlyArgument(*call) != nullptr) {
      return bound.kind == value::Kind::kInt && Length(AttributeOf(*OnlyArgument(*call)), op, bound.integer);
    }
    const Symbol attribute = AttributeOf(subject);
    if (!attribute.has_value()) {
      return false;
    }
    if (op == CompareOp::kGreaterEqual) {
      return Add(attribute, types::Minimum{&bound});
    }
    if (op == CompareOp::kLessEqual) {
      return Add(attribute, types::Maximum{&bound});
    }
    const bool is_strict = op == CompareOp::kGreater || op == CompareOp::kLess;
    if (!is_strict || bound.kind != value::Kind::kInt || !facts_(attribute).is_integer) {
      return false;
    }
    if (op == CompareOp::kGreater) {
      return Add(attribute, types::Minimum{build_.Int(bound.integer + 1, bound.span)});
    }
    return Add(attribute, types::Maximum{build_.Int(bound.integer - 1, bound.span)});
  }

  bool Length(Symbol attribute, CompareOp op, int64_t bound) {
    switch (op) {
      case CompareOp::kGreaterEqual:
        return Add(attribute, types::MinLength{bound});
      case CompareOp::kGreater:
        return Add(attribute, types::MinLength{bound + 1});
      case CompareOp::kLessEqual:
        return Add(attribute, types::MaxLength{bound});
      case CompareOp::kLess:
        return Add(attribute, types::MaxLength{bound - 1});
      case CompareOp::kEqual:
        return Add(attribute, types::MinLength{bound}) && Add(attribute, types::MaxLength{bound});
      case CompareOp::kNotEqual:
      case CompareOp::kIn:
      case CompareOp::kNotIn:
      case CompareOp::kIs:
      case CompareOp::kIsNot:
        return false;
    }
    return false;
  }

  bool Call(const kcl::CallExpr& call) {
    if (IsBuiltin(*call.callee, "isunique") && OnlyArgument(call) != nullptr) {
      return Add(AttributeOf(*OnlyArgument(call)), types::Unique{});
    }
    const auto* selector = call.callee->As<kcl::SelectorExpr>();
    if (selector == nullptr || selector->optional) {
      return false;
    }
    const std::string_view function = module_.Text(selector->attribute.symbol);
    if (IsModule(*selector->value, "regex")) {
      return function == "match" && Match(call);
    }
    const Expr* argument = OnlyArgument(call);
    const auto* text = argument == nullptr ? nullptr : Bare(*argument).As<kcl::StringExpr>();
    if (text != nullptr && function == "startswith") {
      return Add(AttributeOf(*selector->value), types::Prefix{std::string(text->value)});
    }
    if (text != nullptr && function == "endswith") {
      return Add(AttributeOf(*selector->value), types::Suffix{std::string(text->value)});
    }
    return false;
  }

  bool IsModule(const Expr& expr, std::string_view module) const {
    const auto* name = expr.As<kcl::NameExpr>();
    if (name == nullptr) {
      return false;
    }
    const kcl::Ref& ref = RefOf(name->name);
    return ref.kind == kcl::RefKind::kSystemModule && module_.Text(ref.symbol) == module;
  }

  // Both engines look for the pattern anywhere in the text; what re2 does not know stays with KCL.
  bool Match(const kcl::CallExpr& call) {
    if (call.args.size() != 2 || call.args[0].kind != kcl::ArgumentKind::kPositional ||
        call.args[1].kind != kcl::ArgumentKind::kPositional) {
      return false;
    }
    const auto* pattern = Bare(*call.args[1].value).As<kcl::StringExpr>();
    if (pattern == nullptr) {
      return false;
    }
    Result<types::Pattern> compiled = types::Pattern::Compile(pattern->value);
    return compiled && Add(AttributeOf(*call.args[0].value), types::Matches{*std::move(compiled)});
  }

  const Module& module_;
  const FactsOf& facts_;
  value::Builder& build_;
  source::Span span_;
  std::vector<AttributeRule> rules_;
};

// A check line as the evaluator sees it: it is evaluated with all others of its instance at once.
class CheckLinePredicate final : public types::Predicate {
 public:
  CheckLinePredicate(std::shared_ptr<Module> module, const kcl::Schema& schema, const kcl::CheckLine& line)
      : module_(std::move(module)), schema_(schema), line_(line) {}

  types::Verdict Test(const value::Value& subject, const types::Scope& /*scope*/) const override {
    types::Verdict verdict;
    for (const FailedLine& failed : module_->Answer(schema_, subject).failed) {
      if (failed.line == line_.span) {
        verdict.answer = types::Verdict::Answer::kFails;
        verdict.message = failed.message;
        return verdict;
      }
    }
    return verdict;
  }
  std::string Describe() const override { return module_->SourceText(line_.condition->span); }

 private:
  std::shared_ptr<Module> module_;
  const kcl::Schema& schema_;
  const kcl::CheckLine& line_;
};

// The condition of a check line. The evaluator has applied it when it gives its answer about the line, so
// that it need not be asked again.
class GuardPredicate final : public types::Predicate {
 public:
  explicit GuardPredicate(std::string text) : text_(std::move(text)) {}

  types::Verdict Test(const value::Value& /*subject*/, const types::Scope& /*scope*/) const override {
    return {};
  }
  std::string Describe() const override { return text_; }

 private:
  std::string text_;
};

}  // namespace

std::vector<AttributeRule> Recognize(const kcl::CheckLine& line, const Module& module, const FactsOf& facts,
                                     value::Builder& build) {
  if (line.guard != nullptr || line.message != nullptr || line.condition == nullptr) {
    return {};
  }
  Recognizer recognizer(module, facts, build, line.span);
  return recognizer.Run(*line.condition) ? recognizer.Take() : std::vector<AttributeRule>();
}

types::Rule OpaqueRule(const kcl::CheckLine& line, const kcl::Schema& schema,
                       std::shared_ptr<Module> module) {
  types::Rule rule;
  if (line.guard != nullptr) {
    rule.when = std::make_shared<GuardPredicate>(module->SourceText(line.guard->span));
  }
  rule.span = line.span;
  rule.test = types::Custom{std::make_shared<CheckLinePredicate>(std::move(module), schema, line)};
  return rule;
}

}  // namespace kval::schemas::kcl_language
