#include "annotations/starlark_predicate.h"

#include <utility>
#include <vector>

#include "src/lang/starlark/object.h"
#include "src/lang/starlark/ops.h"
#include "src/template/fragment.h"

namespace kval::annotations {
namespace {

using types::Verdict;

Verdict Broken(const starlark::EvalError& error, Verdict::Answer answer) {
  Verdict verdict{answer, error.message, {}, {}};
  if (error.at.has_value()) {
    verdict.calls.push_back({error.at, "failed here", diag::Role::kCall});
  }
  return verdict;
}

// The same value, by identity of a rule's `found` text: nothing when the function only returned a value.
Verdict ReadExactlyTrue(starlark::Value result) {
  const bool holds = result.is_bool() && result.boolean();
  return {holds ? Verdict::Answer::kHolds : Verdict::Answer::kFails, {}, {}, {}};
}

Verdict ReadTruth(starlark::Value result) {
  if (const auto* tuple = result.As<starlark::Tuple>(); tuple != nullptr && !tuple->items().empty()) {
    Verdict verdict = ReadTruth(tuple->items()[0]);
    if (!verdict.holds() && tuple->items().size() > 1 && tuple->items()[1].is_string()) {
      verdict.message = tuple->items()[1].text();
    }
    return verdict;
  }
  const bool holds = result.is_none() || starlark::Truth(result);
  return {holds ? Verdict::Answer::kHolds : Verdict::Answer::kFails, {}, {}, {}};
}

Verdict ReadBoolean(starlark::Value result) {
  if (result.is_bool()) {
    return {result.boolean() ? Verdict::Answer::kHolds : Verdict::Answer::kFails, {}, {}, {}};
  }
  return {Verdict::Answer::kBroken,
          "`when` must return a bool, found " + std::string(starlark::TypeName(result)),
          {},
          {}};
}

class StarlarkPredicate final : public types::Predicate {
 public:
  StarlarkPredicate(starlark::Interpreter& interpreter, starlark::Value function, PredicateOptions options)
      : interpreter_(interpreter), function_(function), options_(std::move(options)) {}

  Verdict Test(const value::Value& subject, const types::Scope& scope) const override {
    std::vector<starlark::Value> args = {templating::NewFragment(interpreter_, subject)};
    AddSecond(args, scope);
    starlark::Outcome<starlark::Value> result = interpreter_.Call(function_, args, options_.at);
    if (!result.ok()) {
      const bool breaks = options_.result == ResultRule::kBoolean || starlark::IsLimit(result.error());
      return Broken(result.error(), breaks ? Verdict::Answer::kBroken : Verdict::Answer::kFails);
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

 private:
  void AddSecond(std::vector<starlark::Value>& args, const types::Scope& scope) const {
    const std::optional<starlark::Arity> arity = starlark::ArityOf(function_);
    if (!arity || arity->positional < 2) {
      return;
    }
    if (options_.arguments == Arguments::kKeyAndSchemaKey && options_.schema_key != nullptr) {
      args.push_back(templating::NewFragment(interpreter_, *options_.schema_key));
    } else if (options_.arguments == Arguments::kValueAndContext) {
      const starlark::Value root = templating::NewFragment(interpreter_, *scope.root);
      const starlark::Value parent = scope.parent == nullptr
                                         ? starlark::Value::None()
                                         : templating::NewFragment(interpreter_, *scope.parent);
      args.push_back(interpreter_.heap().NewStruct({{"parent", parent}, {"root", root}}));
    }
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
