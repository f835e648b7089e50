#include "src/lang/kcl/eval/calls.h"

#include <algorithm>

#include "src/lang/kcl/eval/arguments.h"
#include "src/lang/kcl/eval/instances.h"
#include "src/lang/kcl/eval/statements.h"
#include "src/lang/kcl/eval/type_conversion.h"
#include "src/lang/kcl/runtime/text.h"
#include "src/support/substitute.h"

namespace kval::kcl::eval {
namespace {

using runtime::Kind;

// The highest slot of a lambda's own frame that its statements assign, plus one.
size_t AssignedSlots(const Program& program, Stmts body) {
  size_t count = 0;
  auto note = [&](const Name& name) {
    const Ref& ref = program.RefOf(name);
    if (ref.kind == RefKind::kLocal && ref.depth == 0) {
      count = std::max(count, static_cast<size_t>(ref.index) + 1);
    }
  };
  for (const Stmt* stmt : body) {
    if (const auto* assign = stmt->As<AssignStmt>()) {
      for (const Target& target : assign->targets) {
        note(target.name);
      }
    } else if (const auto* augmented = stmt->As<AugAssignStmt>()) {
      note(augmented->target.name);
    } else if (const auto* unification = stmt->As<UnificationStmt>()) {
      note(unification->target.name);
    } else if (const auto* condition = stmt->As<IfStmt>()) {
      for (const IfBranch& branch : condition->branches) {
        count = std::max(count, AssignedSlots(program, branch.body));
      }
    }
  }
  return count;
}

// `value?.method`: the callee may be missing.
bool IsOptional(const Expr& callee) {
  const auto* selector = callee.As<SelectorExpr>();
  const auto* subscript = callee.As<SubscriptExpr>();
  return (selector != nullptr && selector->optional) || (subscript != nullptr && subscript->optional);
}

}  // namespace

size_t Calls::SlotCount(const LambdaExpr& lambda) {
  auto [place, added] = slot_counts_.try_emplace(&lambda, 0);
  if (added) {
    place->second = std::max(lambda.params.size(), AssignedSlots(context_.program(), lambda.body));
  }
  return place->second;
}

Value Calls::EvalLambda(const LambdaExpr& expr, Frame* frame) {
  auto* function = context_.heap().New<runtime::Function>();
  function->lambda = &expr;
  function->closure = Escape(context_.heap(), frame);
  Value value;
  value.kind = Kind::kFunction;
  value.span = expr.span;
  value.function = function;
  return value;
}

Value Calls::Eval(const CallExpr& expr, Frame* frame) {
  Value function = whole_.Eval(*expr.callee, frame);
  runtime::Values positional = runtime::NewValues(context_.heap());
  std::vector<NamedValue> named;
  positional.reserve(expr.args.size());
  if (context_.failed() || !arguments_.Eval(expr.args, frame, positional, named)) {
    return {};
  }
  if (function.is_empty() && IsOptional(*expr.callee)) {
    return runtime::None(expr.span);
  }
  return CallAt(function, {positional, named}, expr.span);
}

// Whether a native function inspects its arguments only, not their parts.
bool Calls::IsGlance(const runtime::Function& function) {
  constexpr std::string_view kGlances[] = {"len", "typeof", "isnullish", "bool"};
  return std::find(std::begin(kGlances), std::end(kGlances), function.name) != std::end(kGlances);
}

bool Calls::MayRead(const runtime::Function& function, const CallArgs& args) {
  return IsGlance(function) ||
         (std::all_of(args.positional.begin(), args.positional.end(),
                      [this](const Value& value) { return context_.MayReadAll(value); }) &&
          std::all_of(args.named.begin(), args.named.end(),
                      [this](const NamedValue& named) { return context_.MayReadAll(named.value); }));
}

// The work of a native is in proportion to its arguments, except when it only looks at them.
bool Calls::ChargeNative(const runtime::Function& function, const CallArgs& args) {
  constexpr size_t kBytesOfStep = 16;
  constexpr size_t kItemsOfStep = 8;
  if (IsGlance(function)) {
    return true;
  }
  uint64_t steps = 0;
  const auto count = [&steps](const Value& value) {
    steps += value.is(Kind::kString) ? value.string().size() / kBytesOfStep
             : value.is(Kind::kList) ? value.items().size() / kItemsOfStep
             : value.is_config()     ? value.fields().entries.size() / kItemsOfStep
                                     : 0;
  };
  std::for_each(args.positional.begin(), args.positional.end(), count);
  for (const NamedValue& named : args.named) {
    count(named.value);
  }
  return context_.Charge(steps);
}

Value Calls::CallAt(const Value& function, const CallArgs& args, source::Span place) {
  if (context_.failed()) {
    return {};
  }
  context_.trace().place = place;
  if (function.is(Kind::kType)) {
    return instances_.MakeFromConfig(function, runtime::MakeDict(context_.heap().New<Dict>()), args, place);
  }
  if (!function.is(Kind::kFunction)) {
    context_.Warn(place, Substitute("'{}' object is not callable", TypeName(function)),
                  "KCL goes on with Undefined");
    return {};
  }
  CallGuard guard(context_, {place, function.function->name});
  if (!guard.ok()) {
    return {};
  }
  return function.function->native == nullptr ? CallLambda(*function.function, args, place)
                                              : CallNative(*function.function, args, place);
}

Value Calls::CallNative(const runtime::Function& function, const CallArgs& args, source::Span place) {
  CallArgs given = args;
  given.function = function.name;
  std::vector<Value> with_self;
  if (function.has_self) {
    with_self.reserve(args.positional.size() + 1);
    with_self.push_back(function.self);
    with_self.insert(with_self.end(), args.positional.begin(), args.positional.end());
    given.positional = with_self;
  }
  if (!ChargeNative(function, given) || !MayRead(function, given)) {
    return {};
  }
  // What fails inside of `runtime.catch` is the program's business.
  bool catches = function.name == "catch";
  context_.catching() += catches ? 1 : 0;
  Value result = function.native(whole_, given);
  context_.catching() -= catches ? 1 : 0;
  // A few calls can make far more than all that the program says.
  if (context_.failed() || !context_.ChargeItems(1)) {
    return {};
  }
  return result.span.has_value() ? result : result.At(place);
}

Value Calls::CallLambda(const runtime::Function& function, const CallArgs& args, source::Span place) {
  const auto& lambda = *static_cast<const LambdaExpr*>(function.lambda);
  size_t count = SlotCount(lambda);
  SlotStorage storage(context_.heap(), count);
  Frame frame{FrameKind::kLambda, static_cast<Frame*>(const_cast<void*>(function.closure)), storage.slots(),
              static_cast<uint32_t>(count)};
  std::fill(frame.slots + lambda.params.size(), frame.slots + count, Unassigned());
  arguments_.Bind(lambda.params, args, frame);
  Value result = statements_.Run(lambda.body, &frame);
  if (context_.failed()) {
    return {};
  }
  return lambda.return_type == nullptr
             ? result
             : types_.Require(result, context_.program().TypeOf(*lambda.return_type), false, place);
}

}  // namespace kval::kcl::eval
