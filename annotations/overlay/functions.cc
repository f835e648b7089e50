#include "annotations/overlay/functions.h"

#include <algorithm>
#include <array>

#include "src/lang/starlark/ops.h"
#include "src/merge/contains.h"
#include "src/merge/key_table_cache.h"
#include "src/support/substitute.h"
#include "src/templating/fragment.h"

namespace kval::annotations {
namespace {

using starlark::Outcome;

constexpr diag::Def<std::string_view, std::string_view> kNotBool{
    diag::Kind::kBadOverlay, "`{}` must return True or False, it returned {}"};

constexpr std::string_view kOfMatcher =
    "three arguments: the index or key, the existing value and the new one";
constexpr std::string_view kOfCount = "one argument: the number of matches";
constexpr std::string_view kOfBoth = "two arguments: the existing value and the new one";

// Whether the function may retain its arguments. The arguments of overlay.all are temporary.
bool MayKeep(starlark::Value function) {
  const auto* builtin = function.As<starlark::Builtin>();
  return builtin == nullptr || builtin->receiver().is_set() ||
         !starlark::Builtin::IsStateless(builtin->run());
}

// A function of an annotation, and what calling it needs.
class Function {
 public:
  // `arguments` describes the call's arguments.
  Function(starlark::Value function, std::string_view arguments, source::Span at,
           const OverlayContext& context)
      : function_(function), arguments_(arguments), at_(at), context_(context) {}

  // Unset after a report.
  starlark::Value Call(std::span<const starlark::Value> args, const merge::OverlayCaller& caller) const {
    if (context_.tables != nullptr && MayKeep(function_)) {
      context_.tables->Show();
    }
    Outcome<starlark::Value> result = context_.interpreter->Call(function_, args, at_);
    if (!result) {
      if (!result.error().at.has_value()) {
        // The call itself failed: the function takes other arguments.
        result.error().at = at_;
        if (result.error().hint.empty()) {
          result.error().hint = Substitute("it is called with {}", arguments_);
        }
      }
      Report(result.error(), caller);
      return {};
    }
    return *result;
  }

  void Report(starlark::EvalError& error, const merge::OverlayCaller& caller) const {
    caller.Show([&error](source::Span place, std::string what) {
      if (place.has_value()) {
        starlark::PushFrame(error, {std::move(what), place});
      }
    });
    starlark::Report(error, *context_.emit);
  }

  starlark::Value Argument(const value::Value* value) const {
    if (value == nullptr) {
      return starlark::Value::None();
    }
    Outcome<starlark::Value> made = context_.fragments == nullptr
                                        ? templating::ToStarlark(context_.interpreter->heap(), *value)
                                        : context_.fragments->Of(context_.interpreter->heap(), *value);
    return made.ok() ? *made : starlark::Value::None();
  }

  std::optional<bool> Decide(std::span<const starlark::Value> args, std::string_view keyword,
                             const merge::OverlayCaller& caller) const {
    const starlark::Value result = Call(args, caller);
    if (!result.is_set()) {
      return std::nullopt;
    }
    if (!result.is_bool()) {
      diag::DiagnosticBuilder report =
          context_.emit->Report(at_, kNotBool, keyword, starlark::TypeName(result));
      caller.Show([&report](source::Span place, std::string what) {
        if (place.has_value()) {
          report.Related(place, std::move(what));
        }
      });
      report.Emit();
      return std::nullopt;
    }
    return result.boolean();
  }

  source::Span at() const { return at_; }
  const OverlayContext& context() const { return context_; }

 private:
  starlark::Value function_;
  std::string_view arguments_;
  source::Span at_;
  OverlayContext context_;
};

class FunctionMatcher : public merge::Matcher {
 public:
  explicit FunctionMatcher(const Function& function) : function_(function) {}
  std::optional<bool> Matches(const merge::Candidate& left, const value::Value& right,
                              const merge::OverlayCaller& caller) const override {
    const std::array<starlark::Value, 3> args = {left.key == nullptr
                                                     ? starlark::Value::Int(static_cast<int64_t>(left.index))
                                                     : function_.Argument(left.key),
                                                 function_.Argument(left.value), function_.Argument(&right)};
    return function_.Decide(args, "by", caller);
  }

 private:
  Function function_;
};

// Only the item with that index needs evaluation.
class ItemIndexMatcher final : public FunctionMatcher {
 public:
  ItemIndexMatcher(int64_t index, const Function& function) : FunctionMatcher(function), index_(index) {}
  std::optional<int64_t> Index() const override { return index_; }

 private:
  int64_t index_;
};

// Needs no call: what contains the parts matches.
class ContainsMatcher final : public merge::Matcher {
 public:
  ContainsMatcher(const PartMatcher* matcher, const OverlayContext& context)
      : matcher_(matcher), context_(context) {}
  std::optional<bool> Matches(const merge::Candidate& left, const value::Value&,
                              const merge::OverlayCaller&) const override {
    if (starlark::Status step = context_.interpreter->Step(); !step) {
      starlark::Report(step.error(), *context_.emit);
      return std::nullopt;
    }
    const auto& parts = matcher_->parts();
    return std::all_of(parts.begin(), parts.end(),
                       [&left](const value::Value* part) { return merge::Contains(*left.value, *part); });
  }
  std::span<const value::Value* const> Parts() const override { return matcher_->parts(); }

 private:
  const PartMatcher* matcher_;
  OverlayContext context_;
};

class FunctionCount final : public merge::CountMatcher {
 public:
  explicit FunctionCount(const Function& function) : function_(function) {}
  std::optional<bool> Accepts(size_t count, const merge::OverlayCaller& caller) const override {
    const std::array<starlark::Value, 1> args = {starlark::Value::Int(static_cast<int64_t>(count))};
    return function_.Decide(args, "expects", caller);
  }

 private:
  Function function_;
};

class FunctionTransform final : public merge::Transform {
 public:
  explicit FunctionTransform(const Function& function) : function_(function) {}
  const value::Value* Apply(const value::Value* left, const value::Value& right,
                            const merge::OverlayCaller& caller) const override {
    const std::array<starlark::Value, 2> args = {function_.Argument(left), function_.Argument(&right)};
    const starlark::Value result = function_.Call(args, caller);
    if (!result.is_set()) {
      return nullptr;
    }
    const source::Span span = PlaceOf(right, caller);
    Outcome<const value::Value*> made = templating::ToYaml(function_.context().interpreter->heap(),
                                                           *function_.context().builder, result, span);
    if (!made) {
      made.error().at = function_.at();
      function_.Report(made.error(), caller);
      return nullptr;
    }
    // A separate node, because the function's result may be shared.
    return function_.context().builder->WithSpan(**made, (*made)->span);
  }

 private:
  // The location of the result: the scalar that it replaces, else the node of the annotation.
  source::Span PlaceOf(const value::Value& right, const merge::OverlayCaller& caller) const {
    if (right.span.has_value() && !right.is_collection()) {
      return right.span;
    }
    source::Span node;
    caller.Show([&node](source::Span place, const std::string&) { node = node.has_value() ? node : place; });
    return node.has_value() ? node : function_.at();
  }

  Function function_;
};

class FunctionAssertion final : public merge::Assertion {
 public:
  explicit FunctionAssertion(const Function& function) : function_(function) {}
  std::optional<merge::AssertionResult> Assess(const value::Value& left, const value::Value& right,
                                               const merge::OverlayCaller& caller) const override {
    const std::array<starlark::Value, 2> args = {function_.Argument(&left), function_.Argument(&right)};
    const starlark::Value result = function_.Call(args, caller);
    if (!result.is_set()) {
      return std::nullopt;
    }
    if (result.is_none() || result.is_bool()) {
      return merge::AssertionResult{result.is_none() || result.boolean(), {}};
    }
    const auto* pair = result.As<starlark::Tuple>();
    if (pair != nullptr && pair->items().size() == 2 && pair->items()[0].is_bool() &&
        pair->items()[1].is_string()) {
      return merge::AssertionResult{pair->items()[0].boolean(), std::string(pair->items()[1].text())};
    }
    return merge::AssertionResult{false,
                                  Substitute("it must return None, a bool or (bool, message), it returned {}",
                                             starlark::TypeName(result))};
  }

 private:
  Function function_;
};

}  // namespace

Outcome<const value::Value*> KeyMatcher::ValueIn(starlark::Value holder, source::Span at) const {
  Outcome<const value::Value*> made =
      templating::ToYaml(context_.interpreter->heap(), *context_.builder, holder, at);
  if (!made) {
    return made;
  }
  if ((*made)->kind != value::Kind::kMapping) {
    return starlark::EvalFailure(
        Substitute("Expected value to be map, but was {}", value::KindName((*made)->kind)));
  }
  const value::Value* found = value::Find(**made, key_);
  if (found == nullptr) {
    return starlark::EvalFailure(Substitute("Expected to find mapitem with key '{}', but did not", key_));
  }
  return found;
}

Outcome<starlark::Value> KeyMatcher::Invoke(const starlark::Call& call) {
  if (call.args.positional.size() != kMatcherArguments || !call.args.keywords.empty()) {
    return starlark::EvalFailure("overlay.map_key: expected exactly 3 arguments");
  }
  Outcome<const value::Value*> left = ValueIn(call.args.positional[1], call.at);
  if (!left) {
    return left.Pass();
  }
  Outcome<const value::Value*> right = ValueIn(call.args.positional[2], call.at);
  if (!right) {
    return right.Pass();
  }
  return starlark::Value::Bool(merge::EqualScalars(**left, **right));
}

Outcome<starlark::Value> IndexMatcher::Invoke(const starlark::Call& call) {
  if (call.args.positional.size() != kMatcherArguments || !call.args.keywords.empty()) {
    return starlark::EvalFailure("overlay.index: expected exactly 3 arguments");
  }
  const starlark::Value index = call.args.positional[0];
  if (index.kind() != starlark::Kind::kInt) {
    return starlark::EvalFailure(
        "overlay.index: only array items and documents have an index, not map items");
  }
  return starlark::Value::Bool(index.integer() == index_);
}

Outcome<starlark::Value> PartMatcher::Invoke(const starlark::Call& call) {
  if (call.args.positional.size() != kMatcherArguments || !call.args.keywords.empty()) {
    return starlark::EvalFailure(Substitute("{}: expected exactly 3 arguments", name_));
  }
  Outcome<const value::Value*> left =
      templating::ToYaml(context_.interpreter->heap(), *context_.builder, call.args.positional[1], call.at);
  if (!left) {
    return left.Pass();
  }
  return starlark::Value::Bool(std::all_of(parts_.begin(), parts_.end(), [&left](const value::Value* part) {
    return merge::Contains(**left, *part);
  }));
}

std::unique_ptr<merge::Matcher> MakeMatcher(starlark::Value function, source::Span at,
                                            const OverlayContext& context) {
  if (const auto* matcher = function.AsHost<PartMatcher>()) {
    return std::make_unique<ContainsMatcher>(matcher, context);
  }
  const Function requested(function, kOfMatcher, at, context);
  if (const auto* matcher = function.AsHost<IndexMatcher>()) {
    return std::make_unique<ItemIndexMatcher>(matcher->index(), requested);
  }
  return std::make_unique<FunctionMatcher>(requested);
}
std::unique_ptr<merge::CountMatcher> MakeCountMatcher(starlark::Value function, source::Span at,
                                                      const OverlayContext& context) {
  return std::make_unique<FunctionCount>(Function(function, kOfCount, at, context));
}
std::unique_ptr<merge::Transform> MakeTransform(starlark::Value function, source::Span at,
                                                const OverlayContext& context) {
  return std::make_unique<FunctionTransform>(Function(function, kOfBoth, at, context));
}
std::unique_ptr<merge::Assertion> MakeAssertion(starlark::Value function, source::Span at,
                                                const OverlayContext& context) {
  return std::make_unique<FunctionAssertion>(Function(function, kOfBoth, at, context));
}

}  // namespace kval::annotations
