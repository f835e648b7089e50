#include "annotations/starlark_predicate.h"

#include <utility>
#include <vector>

#include "annotations/kcl_translation.h"
#include "annotations/record_view.h"
#include "src/lang/starlark/freeze_for_sharing.h"
#include "src/lang/starlark/function.h"
#include "src/lang/starlark/object.h"
#include "src/lang/starlark/ops.h"
#include "src/types/evaluators.h"

namespace kval::annotations {
namespace {

using types::PredicateResult;

constexpr size_t kMostCalls = 20;

PredicateResult Broken(const starlark::EvalError& error, PredicateResult::PredicateOutcome answer,
                       source::Span rule) {
  PredicateResult verdict{answer, error.message, {}, {}};
  if (starlark::IsLimit(error)) {
    verdict.error_kind = error.kind;
  }
  if (error.at.has_value()) {
    verdict.calls.push_back({error.at, "failed here", diag::LabelRole::kCall});
    for (const starlark::CallFrame& frame : error.stack) {
      // The rule itself is called by kval, at the annotation, which is shown anyway.
      if (frame.call.has_value() && frame.call != rule && verdict.calls.size() < kMostCalls) {
        verdict.calls.push_back(
            {frame.call, "called from here: `" + frame.function + "`", diag::LabelRole::kCall});
      }
    }
  }
  return verdict;
}

// The same value, by identity of a rule's `found` text: nothing when the function only returned a value.
PredicateResult ReadExactlyTrue(starlark::Value result) {
  const bool holds = result.is_bool() && result.boolean();
  return {holds ? PredicateResult::PredicateOutcome::kHolds : PredicateResult::PredicateOutcome::kFails,
          {},
          {},
          {}};
}

PredicateResult ReadTruth(starlark::Value result) {
  if (const auto* tuple = result.As<starlark::Tuple>(); tuple != nullptr && !tuple->items().empty()) {
    // Only a bare None means that all is well; in a tuple it is as false as anything (`(g.s3 or g.gcs,
    // "…")`).
    PredicateResult verdict{starlark::Truth(tuple->items()[0]) ? PredicateResult::PredicateOutcome::kHolds
                                                               : PredicateResult::PredicateOutcome::kFails,
                            {},
                            {},
                            {}};
    if (!verdict.holds() && tuple->items().size() > 1 && tuple->items()[1].is_string()) {
      verdict.message = tuple->items()[1].text();
    }
    return verdict;
  }
  const bool holds = result.is_none() || starlark::Truth(result);
  return {holds ? PredicateResult::PredicateOutcome::kHolds : PredicateResult::PredicateOutcome::kFails,
          {},
          {},
          {}};
}

PredicateResult ReadBoolean(starlark::Value result) {
  if (result.is_bool()) {
    return {result.boolean() ? PredicateResult::PredicateOutcome::kHolds
                             : PredicateResult::PredicateOutcome::kFails,
            {},
            {},
            {}};
  }
  return {PredicateResult::PredicateOutcome::kError,
          "`when` must return a bool, found " + std::string(starlark::TypeName(result)),
          {},
          {}};
}

class StarlarkPredicate final : public types::Predicate, public types::SourcePrinter {
 public:
  StarlarkPredicate(starlark::Interpreter& interpreter, starlark::Value function, PredicateOptions options)
      : interpreter_(interpreter), function_(function), options_(std::move(options)) {}

  PredicateResult Test(const value::Value& subject, const types::RuleScope& scope) const override {
    starlark::Outcome<starlark::Value> result = Call(InterpreterOf(scope), subject, scope);
    if (!result.ok()) {
      const bool breaks = options_.error_is_broken || options_.result == ResultRule::kBoolean ||
                          starlark::IsLimit(result.error());
      return Broken(
          result.error(),
          breaks ? PredicateResult::PredicateOutcome::kError : PredicateResult::PredicateOutcome::kFails,
          options_.at);
    }
    switch (options_.result) {
      case ResultRule::kExactlyTrue:
        return ReadExactlyTrue(*result);
      case ResultRule::kTruth:
        return ReadTruth(*result);
      case ResultRule::kBoolean:
        return ReadBoolean(*result);
    }
    return {};
  }

  std::string Describe() const override { return options_.description; }

  // Key rules are evaluated without the document's interpreter.
  bool Share() const override {
    return options_.predicate_subject == PredicateSubject::kOfValues &&
           starlark::Share(interpreter_, function_);
  }

  std::optional<PrintedSource> In(Language language, const Names& names) const override {
    const auto* function = function_.As<starlark::Function>();
    if (language != Language::kKcl || function == nullptr || !function->captured().empty()) {
      return std::nullopt;
    }
    return TranslateToKcl(function->code(), options_.result == ResultRule::kTruth,
                          options_.result != ResultRule::kBoolean, names);
  }

 private:
  // The document's, where several threads share the function.
  starlark::Interpreter& InterpreterOf(const types::RuleScope& scope) const {
    if (scope.evaluators == nullptr) {
      return interpreter_;
    }
    const auto* session = scope.evaluators->GetShared<starlark::Interpreter>();
    return session == nullptr ? interpreter_
                              : scope.evaluators->Of<starlark::Interpreter>(session, [session, &scope] {
                                  return std::make_shared<starlark::Interpreter>(
                                      *session, &session->sources(), scope.evaluators->kept());
                                });
  }

  starlark::Outcome<starlark::Value> Call(starlark::Interpreter& interpreter, const value::Value& subject,
                                          const types::RuleScope& scope) const {
    std::vector<starlark::Value> args;
    starlark::Outcome<starlark::Value> first = ToArgument(interpreter, subject, options_.plain_names);
    if (!first.ok()) {
      return first.Pass();
    }
    args.push_back(*first);
    if (TakesTwo()) {
      starlark::Outcome<starlark::Value> second = SecondArgument(interpreter, scope);
      if (!second.ok()) {
        return second.Pass();
      }
      args.push_back(*second);
    }
    return interpreter.Call(function_, args, options_.at);
  }

  bool TakesTwo() const {
    const std::optional<starlark::Arity> arity = starlark::ArityOf(function_);
    return options_.arguments != PredicateArguments::kValue && arity && arity->positional >= 2;
  }

  starlark::Outcome<starlark::Value> SecondArgument(starlark::Interpreter& interpreter,
                                                    const types::RuleScope& scope) const {
    if (options_.arguments == PredicateArguments::kKeyAndSchemaKey) {
      return interpreter.heap().NewString(options_.schema_key);
    }
    starlark::Outcome<starlark::Value> root = ToArgument(interpreter, *scope.root, options_.plain_names);
    if (!root.ok()) {
      return root.Pass();
    }
    starlark::Value parent = starlark::Value::None();
    if (scope.parent != nullptr) {
      starlark::Outcome<starlark::Value> made = ToArgument(interpreter, *scope.parent, options_.plain_names);
      if (!made.ok()) {
        return made.Pass();
      }
      parent = *made;
    }
    return interpreter.heap().NewStruct({{"parent", parent}, {"root", *root}});
  }

  starlark::Interpreter& interpreter_;
  starlark::Value function_;
  PredicateOptions options_;
};

}  // namespace

std::shared_ptr<const types::Predicate> MakePredicate(starlark::Interpreter& interpreter,
                                                      starlark::Value function, PredicateOptions options) {
  return std::make_shared<StarlarkPredicate>(interpreter, function, std::move(options));
}

}  // namespace kval::annotations
