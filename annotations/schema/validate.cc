// @schema/validation (ytt), @schema/validate (the proposal) and @assert/validate: one mechanism.
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "annotations/attribute_use.h"
#include "annotations/bind.h"
#include "annotations/schema/rule_keywords.h"
#include "annotations/schema/schema_annotations.h"
#include "annotations/schema/specs.h"
#include "annotations/starlark_predicate.h"
#include "src/lang/starlark/attributes.h"
#include "src/lang/starlark/function.h"
#include "src/lang/starlark/object.h"
#include "src/lang/starlark/ops.h"
#include "src/modules/rule.h"

namespace kval::annotations {
namespace {

using diag::Def;

constexpr Def<std::string_view> kNoRule{diag::Kind::kBadAnnotationArgument,
                                        "`@{}` requires at least one rule"};
constexpr Def<std::string_view> kNotATuple{diag::Kind::kBadAnnotationArgument,
                                           "a rule is a tuple of a description and a function, found {}"};
constexpr Def<> kNotAFunction{diag::Kind::kBadAnnotationArgument,
                              "a rule's second item is a function or an object with a `check` function"};
constexpr Def<std::string_view, std::string_view, std::string_view> kWrongKind{
    diag::Kind::kBadAnnotationArgument, "expected {} for `{}`, found {}"};
constexpr Def<size_t> kWhenArity{diag::Kind::kBadAnnotationArgument,
                                 "`when` accepts a function of 1 or 2 arguments, found one of {}"};

constexpr Def<std::string_view> kNoAttributes{diag::Kind::kRuleError,
                                              "this rule fails in ytt, where a map has no attribute `.{}`"};

constexpr Def<std::string_view> kWhenAlone{diag::Kind::kUnknownAnnotation,
                                           "`@{}` has no rule for `when` to apply to"};

class AlwaysHolds final : public types::Predicate {
 public:
  types::PredicateResult Test(const value::Value& /*subject*/,
                              const types::RuleScope& /*scope*/) const override {
    return {};
  }
  std::string Describe() const override { return "any value"; }
};

constexpr ParamSpec kPositional{
    "", "at least one rule", kAnyValue, false, true, "a tuple (description, function), or a function"};
constexpr ParamSpec kWhen{
    "when",
    "",
    kFunction,
    false,
    false,
    "a function of the value, or of the value and ctx (ctx.parent, ctx.root): the rules "
    "apply only where it is true"};

// The parameters: the rules, then one for each keyword. Every keyword also takes (value, message).
constexpr size_t kKeywordCount = 15;

std::array<ParamSpec, kKeywordCount + 2> MakeParams() {
  std::array<ParamSpec, kKeywordCount + 2> params{};
  params[0] = kPositional;
  size_t next = 1;
  for (const RuleKeyword& keyword : RuleKeywords()) {
    params[next++] = {keyword.name, "", kAnyValue, false, false, keyword.doc};
  }
  params[next] = kWhen;
  return params;
}

const std::array<ParamSpec, kKeywordCount + 2> kParams = MakeParams();

// The function of a rule: the value itself, or its `check` when it is a rule object.
starlark::Value FunctionOf(starlark::Value value, SchemaContext& context) {
  if (starlark::IsCallable(value)) {
    return value;
  }
  starlark::Outcome<starlark::Value> check = starlark::Attribute(context.interpreter, value, "check");
  return check.ok() && starlark::IsCallable(*check) ? *check : starlark::Value();
}

class RuleMaker {
 public:
  RuleMaker(const BoundAnnotation& bound, SchemaContext& context, SchemaAnnotations& facts,
            bool allows_functions)
      : bound_(bound), context_(context), facts_(facts), allows_functions_(allows_functions) {}

  void Run() {
    const templating::Annotation& annotation = bound_.annotation();
    facts_.rules_span = annotation.span;
    if (annotation.arguments.empty()) {
      context_.emit.Report(annotation.span, kNoRule, annotation.name)
          .Related(bound_.node(), "for this node")
          .Emit();
      return;
    }
    const std::shared_ptr<const types::Predicate> when = When();
    if (when != nullptr && annotation.arguments.size() == 1) {
      WithoutRule(when);
    }
    for (const templating::AnnotationArgument* argument : bound_.AllPositional()) {
      Positional(*argument, when);
    }
    for (const RuleKeyword& keyword : RuleKeywords()) {
      if (const templating::AnnotationArgument* argument = bound_.Keyword(keyword.name)) {
        Keyword(keyword, *argument, when);
      }
    }
  }

 private:
  source::Span PlaceOf(const templating::AnnotationArgument& argument) const {
    return argument.span.has_value() ? argument.span : bound_.annotation().span;
  }

  // ytt evaluates a `when` even without rules.
  void WithoutRule(const std::shared_ptr<const types::Predicate>& when) {
    const templating::AnnotationArgument& argument = bound_.annotation().arguments[0];
    context_.emit.Report(PlaceOf(argument), kWhenAlone, bound_.annotation().name)
        .Related(bound_.node(), "for this node")
        .Hint("add a rule: `min=1, when=…`")
        .Emit();
    Add(types::Custom{std::make_shared<AlwaysHolds>()}, "", PlaceOf(argument), when);
  }

  std::shared_ptr<const types::Predicate> When() {
    const templating::AnnotationArgument* argument = bound_.Keyword("when");
    if (argument == nullptr) {
      return nullptr;
    }
    const std::optional<starlark::Arity> arity = starlark::ArityOf(argument->value);
    if (arity && !arity->has_args && (arity->positional == 0 || arity->required > 2)) {
      context_.emit.Report(PlaceOf(*argument), kWhenArity, arity->positional)
          .Related(bound_.node(), "for this node")
          .Emit();
      return nullptr;
    }
    WarnOfAttributes(argument->value, true);
    return MakePredicate(context_.interpreter, argument->value,
                         {.result = ResultRule::kBoolean,
                          .arguments = PredicateArguments::kValueAndContext,
                          .description = "when",
                          .plain_names = context_.dialect == SchemaDialect::kProposal,
                          .at = bound_.annotation().span});
  }

  void Positional(const templating::AnnotationArgument& argument,
                  const std::shared_ptr<const types::Predicate>& when) {
    if (allows_functions_ && LibraryRule(argument, when)) {
      return;
    }
    const auto* tuple = argument.value.As<starlark::Tuple>();
    if (tuple == nullptr) {
      const starlark::Value function = FunctionOf(argument.value, context_);
      if (!allows_functions_ || !function.is_set()) {
        Error(argument, starlark::TypeName(argument.value));
        return;
      }
      Add(types::Custom{MakePredicate(context_.interpreter, function,
                                      {.result = ResultRule::kTruth,
                                       .arguments = PredicateArguments::kValue,
                                       .description = DescriptionOf(function),
                                       .plain_names = context_.dialect == SchemaDialect::kProposal,
                                       .at = bound_.annotation().span})},
          "", PlaceOf(argument), when);
      return;
    }
    if (tuple->items().size() != 2 || !tuple->items()[0].is_string()) {
      Error(argument, "a tuple of " + std::to_string(tuple->items().size()));
      return;
    }
    const starlark::Value function = FunctionOf(tuple->items()[1], context_);
    if (!function.is_set()) {
      context_.emit.Report(PlaceOf(argument), kNotAFunction).Related(bound_.node(), "for this node").Emit();
      return;
    }
    WarnOfAttributes(function, false);
    const std::string description(tuple->items()[0].text());
    Add(types::Custom{MakePredicate(context_.interpreter, function,
                                    {.result = ResultRule::kExactlyTrue,
                                     .arguments = PredicateArguments::kValue,
                                     .description = description,
                                     .plain_names = context_.dialect == SchemaDialect::kProposal,
                                     .at = bound_.annotation().span})},
        description, PlaceOf(argument), when);
  }

  // The proposal's rules read keys as attributes; in ytt's they fail.
  void WarnOfAttributes(starlark::Value function, bool has_context) {
    const auto* code = function.As<starlark::Function>();
    if (context_.dialect == SchemaDialect::kProposal || code == nullptr) {
      return;
    }
    for (const AttributeUse& use : AttributesReadBy(code->code(), has_context)) {
      if (context_.reported_attributes.insert(use.place.begin).second) {
        context_.emit.Report(use.place, kNoAttributes, use.name)
            .As(diag::Severity::kWarning)
            .Related(bound_.node(), "for this node")
            .Hint("ytt takes `[\"" + std::string(use.name) + "\"]`")
            .Emit();
      }
    }
  }

  // A rule of the `validations` library is its keyword.
  bool LibraryRule(const templating::AnnotationArgument& argument,
                   const std::shared_ptr<const types::Predicate>& when) {
    const auto* rule = argument.value.AsHost<const modules::Rule>();
    const RuleKeyword* keyword = rule == nullptr ? nullptr : FindRuleKeyword(rule->name());
    if (keyword == nullptr) {
      return false;
    }
    Test(*keyword, rule->argument(), "", PlaceOf(argument), when);
    return true;
  }

  // The description that a function returns without arguments (the proposal, "Validation Documentation"),
  // else its name.
  std::string DescriptionOf(starlark::Value function) const {
    const std::optional<starlark::Arity> arity = starlark::ArityOf(function);
    if (!arity || arity->required == 0) {
      const starlark::Outcome<starlark::Value> said =
          context_.interpreter.Call(function, starlark::Args{}, bound_.annotation().span);
      if (said.ok() && said->is_string() && !said->text().empty()) {
        return std::string(said->text());
      }
    }
    const std::string_view name = starlark::FunctionName(function);
    return name.empty() || name == "lambda" ? "a valid value" : std::string(name);
  }

  void Error(const templating::AnnotationArgument& argument, std::string_view found) {
    context_.emit.Report(PlaceOf(argument), kNotATuple, found)
        .Related(bound_.node(), "for this node")
        .Hint("write (\"description of a valid value\", lambda v: …)")
        .Emit();
  }

  void Keyword(const RuleKeyword& keyword, const templating::AnnotationArgument& argument,
               const std::shared_ptr<const types::Predicate>& when) {
    starlark::Value value = argument.value;
    std::string message;
    const bool takes_list = (keyword.kinds & kList) != 0 && keyword.kinds != kAnyValue;
    if (const auto* tuple = value.As<starlark::Tuple>();
        tuple != nullptr && tuple->items().size() == 2 && tuple->items()[1].is_string() &&
        (!takes_list || (KindOf(tuple->items()[0]) & (kList | kBool)) != 0)) {
      message = tuple->items()[1].text();
      value = tuple->items()[0];
    }
    if ((KindOf(value) & keyword.kinds) == 0) {
      context_.emit
          .Report(PlaceOf(argument), kWrongKind, KindsText(keyword.kinds), keyword.name,
                  starlark::TypeName(value))
          .Related(bound_.node(), "for this node")
          .Emit();
      return;
    }
    Test(keyword, value, std::move(message), PlaceOf(argument), when);
  }

  void Test(const RuleKeyword& keyword, starlark::Value value, std::string message, source::Span at,
            const std::shared_ptr<const types::Predicate>& when) {
    facts_.has_min_len = facts_.has_min_len || keyword.name == "min_len";
    if (std::optional<types::Test> test = keyword.make(keyword, value, at, context_)) {
      Add(*std::move(test), std::move(message), at, when, &keyword);
    }
  }

  void Add(types::Test test, std::string message, source::Span at,
           std::shared_ptr<const types::Predicate> when, const RuleKeyword* keyword = nullptr) {
    facts_.rules.push_back({{std::move(test), std::move(when), std::move(message), at}, keyword});
  }

  const BoundAnnotation& bound_;
  SchemaContext& context_;
  SchemaAnnotations& facts_;
  bool allows_functions_;
};

void ApplyValidation(const BoundAnnotation& bound, SchemaContext& context, SchemaAnnotations& facts) {
  RuleMaker(bound, context, facts, context.dialect == SchemaDialect::kProposal).Run();
}

void ApplyValidate(const BoundAnnotation& bound, SchemaContext& context, SchemaAnnotations& facts) {
  RuleMaker(bound, context, facts, true).Run();
}

constexpr std::string_view kDetails =
    "Rules run once, on the final value, and only if its type is valid. For a null value only `not_null` "
    "runs. Each keyword also accepts a tuple of the value and a custom message.";

}  // namespace

const Spec kSchemaValidation{
    "schema/validation",
    kAnyNode,
    kParams,
    "defines rules for the value",
    kDetails,
    "#@schema/validation min=1, max=65535\nport: 8080",
    "ytt pkg/validations; ytt schema proposal, part 7",
    ApplyValidation,
};

const Spec kSchemaValidate{
    "schema/validate",
    kAnyNode,
    kParams,
    "defines rules for the value (the proposal's name)",
    "A bare function is a rule too: it returns a bool, or a tuple of a bool and a message. Rules run once, "
    "on the final value, and only if its type is valid.",
    "#@schema/validate lambda n: (n % 2 == 0, \"must be even\"), min=2\nreplicas: 6",
    "ytt schema proposal, part 7",
    ApplyValidate,
};

const Spec kAssertValidate{
    "assert/validate",
    kAnyNode,
    kParams,
    "defines rules for a node of a data values document",
    kDetails,
    "#@assert/validate min_len=1\nname: \"\"",
    "ytt pkg/validations",
    ApplyValidation,
    true,
};

}  // namespace kval::annotations
