#include "annotations/starlark_predicate.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "annotations/builtin_tests.h"
#include "annotations/kcl_translation.h"
#include "src/lang/starlark/convert.h"
#include "src/lang/starlark/freeze_for_sharing.h"
#include "src/lang/starlark/function.h"
#include "src/lang/starlark/host_value.h"
#include "src/lang/starlark/object.h"
#include "src/lang/starlark/ops.h"
#include "src/modules/encode.h"
#include "src/types/evaluators.h"
#include "src/types/test_source.h"
#include "src/value/compare.h"
#include "src/value/value.h"

namespace kval::annotations {
namespace {

using starlark::Interpreter;
using starlark::Outcome;
using types::PredicateResult;

// Converts a document value to the Starlark argument of a rule: scalars become plain Starlark values; maps
// and arrays become `yamlfragment`s, which support ytt's operations (v["b"], v[0], `in`, len, iteration) and
// also the keys of maps as attributes, as the rules of the proposal require (`lambda g: g.s3 or g.azure`).
// Reading a missing key is an error, as in ytt. `plain_names`: type() returns `dict` and `list` instead of
// `yamlfragment`.
Outcome<starlark::Value> ToArgument(Interpreter& interpreter, const value::Value& value, bool plain_names);

class RecordView final : public starlark::HostValue, public modules::Encodable {
 public:
  RecordView(const value::Value* value, bool plain_names) : value_(value), plain_names_(plain_names) {}

  const value::Value& value() const { return *value_; }

  Outcome<const value::Value*> ToDocument(Interpreter& /*interpreter*/, value::Builder& /*build*/) override {
    return value_;
  }

  std::string_view TypeName() const override {
    if (!plain_names_) {
      return "yamlfragment";
    }
    return value_->kind == value::Kind::kMapping ? "dict" : "list";
  }
  std::string Repr() const override { return value::Abbreviate(*value_, 4096, value::LiteralSyntax::kCode); }
  bool Truth() const override { return *Length() > 0; }
  std::optional<int64_t> Length() const override {
    return static_cast<int64_t>(value_->kind == value::Kind::kMapping ? value_->entries().size()
                                                                      : value_->items().size());
  }

  Outcome<starlark::Value> Index(Interpreter& interpreter, starlark::Value key) override {
    if (value_->kind == value::Kind::kSequence) {
      const int64_t size = *Length();
      const int64_t index = key.kind() == starlark::Kind::kInt ? key.integer() : size;
      const int64_t position = index < 0 ? index + size : index;
      if (position < 0 || position >= size) {
        return starlark::EvalFailure("index " + starlark::Repr(key) + " is out of range: the array has " +
                                     std::to_string(size) + " items");
      }
      return ToArgument(interpreter, *value_->items()[static_cast<size_t>(position)], plain_names_);
    }
    if (const value::Value* found = FindKey(key)) {
      return ToArgument(interpreter, *found, plain_names_);
    }
    return starlark::EvalFailure("key " + starlark::Repr(key) + " not in map");
  }

  Outcome<starlark::Value> Attr(Interpreter& interpreter, std::string_view name) override {
    const value::Value* found = value::Find(*value_, name);
    return found == nullptr ? Outcome<starlark::Value>(starlark::Value())
                            : ToArgument(interpreter, *found, plain_names_);
  }

  std::vector<std::string> AttrNames() const override {
    std::vector<std::string> names;
    if (value_->kind == value::Kind::kMapping) {
      for (const value::Entry& entry : value_->entries()) {
        names.push_back(value::PlainText(*entry.key));
      }
    }
    return names;
  }

  bool IsIterable() const override { return true; }
  bool Iterate(Interpreter& interpreter, std::vector<starlark::Value>& items) override {
    const auto add = [&](const value::Value& value) {
      Outcome<starlark::Value> made = ToArgument(interpreter, value, plain_names_);
      items.push_back(made.ok() ? *made : starlark::Value::None());
    };
    if (value_->kind == value::Kind::kMapping) {
      for (const value::Entry& entry : value_->entries()) {
        add(*entry.key);
      }
    } else {
      for (const value::Value* item : value_->items()) {
        add(*item);
      }
    }
    return true;
  }

  Outcome<starlark::Value> Contains(Interpreter& interpreter, starlark::Value item) override {
    if (value_->kind == value::Kind::kMapping) {
      return starlark::Value::Bool(FindKey(item) != nullptr);
    }
    for (const value::Value* candidate : value_->items()) {
      Outcome<starlark::Value> made = ToArgument(interpreter, *candidate, plain_names_);
      Outcome<bool> equal = made.ok() ? starlark::Equal(*made, item) : Outcome<bool>(false);
      if (!equal.ok()) {
        return equal.Pass();
      }
      if (*equal) {
        return starlark::Value::Bool(true);
      }
    }
    return starlark::Value::Bool(false);
  }

  Outcome<starlark::Value> Compare(starlark::Comparison comparison, starlark::Value other) override {
    const auto* right = other.AsHost<RecordView>();
    if (right == nullptr) {
      return starlark::Value();
    }
    const bool equal = value::Equal(*value_, *right->value_);
    switch (comparison) {
      case starlark::Comparison::kEqual:
        return starlark::Value::Bool(equal);
      case starlark::Comparison::kNotEqual:
        return starlark::Value::Bool(!equal);
      case starlark::Comparison::kLess:
      case starlark::Comparison::kLessEqual:
      case starlark::Comparison::kGreater:
      case starlark::Comparison::kGreaterEqual:
        return starlark::Value();
    }
    return starlark::Value();
  }

 private:
  const value::Value* FindKey(starlark::Value key) const {
    if (value_->kind != value::Kind::kMapping) {
      return nullptr;
    }
    if (key.is_string()) {
      return value::Find(*value_, key.text());
    }
    for (const value::Entry& entry : value_->entries()) {
      const bool same_int = key.kind() == starlark::Kind::kInt && entry.key->kind == value::Kind::kInt &&
                            entry.key->integer == key.integer();
      const bool same_bool =
          key.is_bool() && entry.key->kind == value::Kind::kBool && entry.key->boolean == key.boolean();
      if (same_int || same_bool) {
        return entry.value;
      }
    }
    return nullptr;
  }

  const value::Value* value_;
  bool plain_names_;
};

Outcome<starlark::Value> ToArgument(Interpreter& interpreter, const value::Value& value, bool plain_names) {
  if (value.is_collection()) {
    return starlark::Value(interpreter.heap().New<RecordView>(&value, plain_names));
  }
  return starlark::FromDocument(interpreter.heap(), value);
}

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

class StarlarkPredicate final : public types::Predicate,
                                public types::SourcePrinter,
                                public types::TestSource {
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
    if (language != Language::kKcl || function == nullptr || !CapturesOnlyRegexp(*function)) {
      return std::nullopt;
    }
    return TranslateToKcl(function->code(), options_.result == ResultRule::kTruth,
                          options_.result != ResultRule::kBoolean, names);
  }

  std::vector<types::Test> BuiltinTests(value::Builder& build) const override {
    const auto* function = function_.As<starlark::Function>();
    return function == nullptr || !CapturesOnlyRegexp(*function)
               ? std::vector<types::Test>()
               : annotations::BuiltinTests(function->code(), build);
  }

 private:
  // Whether all names from outside of the function are the module that KCL has as `regex`.
  static bool CapturesOnlyRegexp(const starlark::Function& function) {
    const auto& captured = function.captured();
    return std::all_of(captured.begin(), captured.end(), [](const starlark::CaptureCell* cell) {
      const auto* module = cell->value.As<starlark::Module>();
      return module != nullptr && module->name() == "regexp";
    });
  }

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
