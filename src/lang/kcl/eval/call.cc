#include <algorithm>
#include <string>

#include "src/lang/kcl/eval/evaluator.h"
#include "src/lang/kcl/value/text.h"
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

// `value?.method`: what is called may be missing.
bool IsOptional(const Expr& callee) {
  const auto* selector = callee.As<SelectorExpr>();
  const auto* subscript = callee.As<SubscriptExpr>();
  return (selector != nullptr && selector->optional) || (subscript != nullptr && subscript->optional);
}

}  // namespace

DepthGuard::DepthGuard(Evaluator& evaluator, CallSite site) : evaluator_(evaluator) {
  evaluator.trace_.calls.push_back(site);
  ok_ = evaluator.trace_.calls.size() <= evaluator.options_.limits.kcl_calls;
  if (!ok_) {
    evaluator.FailLimit(diag::Kind::kLimitCallDepth, "the program is nested more deeply than the limit");
  }
}

size_t Evaluator::SlotCount(const LambdaExpr& lambda) {
  auto [place, added] = slot_counts_.try_emplace(&lambda, 0);
  if (added) {
    place->second = std::max(lambda.params.size(), AssignedSlots(program_, lambda.body));
  }
  return place->second;
}

Value Evaluator::EvalLambda(const LambdaExpr& expr, Frame* frame) {
  auto* function = heap_.New<runtime::Function>();
  function->lambda = &expr;
  function->closure = Escape(heap_, frame);
  Value value;
  value.kind = Kind::kFunction;
  value.span = expr.span;
  value.function = function;
  return value;
}

bool Evaluator::EvalArguments(std::span<const Argument> args, Frame* frame, runtime::Values& positional,
                              std::vector<NamedValue>& named) {
  for (const Argument& arg : args) {
    Value value = Eval(*arg.value, frame);
    if (failed()) {
      return false;
    }
    switch (arg.kind) {
      case ArgumentKind::kPositional:
        positional.push_back(value);
        break;
      case ArgumentKind::kKeyword:
        named.push_back({Text(arg.name.symbol), value});
        break;
      case ArgumentKind::kStar:
        AppendUnpacked(value, positional);
        break;
      case ArgumentKind::kStarStar:
        if (value.is_config()) {
          for (const Entry& entry : value.fields().entries) {
            named.push_back({entry.key, entry.value});
          }
        }
        break;
    }
  }
  return !failed();
}

Value Evaluator::EvalCall(const CallExpr& expr, Frame* frame) {
  Value function = Eval(*expr.callee, frame);
  runtime::Values positional = runtime::NewValues(heap_);
  std::vector<NamedValue> named;
  positional.reserve(expr.args.size());
  if (failed() || !EvalArguments(expr.args, frame, positional, named)) {
    return {};
  }
  if (function.is_empty() && IsOptional(*expr.callee)) {
    return runtime::None(expr.span);
  }
  return CallAt(function, {positional, named}, expr.span);
}

// What a native does is in proportion to what it is given, but for those that only look at it.
bool Evaluator::ChargeNative(const runtime::Function& function, const CallArgs& args) {
  constexpr std::string_view kGlances[] = {"len", "typeof", "isnullish", "bool"};
  constexpr size_t kBytesOfStep = 64;
  constexpr size_t kItemsOfStep = 8;
  if (std::find(std::begin(kGlances), std::end(kGlances), function.name) != std::end(kGlances)) {
    return true;
  }
  uint64_t steps = 0;
  for (const Value& value : args.positional) {
    steps += value.is(Kind::kString) ? value.string().size() / kBytesOfStep
             : value.is(Kind::kList) ? value.items().size() / kItemsOfStep
             : value.is_config()     ? value.fields().entries.size() / kItemsOfStep
                                     : 0;
  }
  return Charge(steps);
}

Value Evaluator::Call(const Value& function, const CallArgs& args) {
  return CallAt(function, args, trace_.place);
}

Value Evaluator::CallAt(const Value& function, const CallArgs& args, source::Span place) {
  if (failed()) {
    return {};
  }
  trace_.place = place;
  if (function.is(Kind::kType)) {
    return MakeFromConfig(function, runtime::MakeDict(heap_.New<Dict>()), args, place);
  }
  if (!function.is(Kind::kFunction)) {
    return FailAt(place, Substitute("'{}' object is not callable", TypeName(function)));
  }
  DepthGuard guard(*this, {place, function.function->name});
  if (!guard.ok()) {
    return {};
  }
  if (function.function->native == nullptr) {
    return CallLambda(*function.function, args, place);
  }
  CallArgs given = args;
  std::vector<Value> with_self;
  if (function.function->has_self) {
    with_self.reserve(args.positional.size() + 1);
    with_self.push_back(function.function->self);
    with_self.insert(with_self.end(), args.positional.begin(), args.positional.end());
    given.positional = with_self;
  }
  if (!ChargeNative(*function.function, given)) {
    return {};
  }
  // What fails inside of `runtime.catch` is the program's business.
  bool catches = function.function->name == "catch";
  catching_ += catches ? 1 : 0;
  Value result = function.function->native(*this, given);
  catching_ -= catches ? 1 : 0;
  // A few calls can make far more than all that the program says.
  if (failed() || !ChargeItems(1)) {
    return {};
  }
  return result.span.has_value() ? result : result.At(place);
}

void Evaluator::BindParameters(std::span<const Parameter> params, const CallArgs& args, Frame& frame) {
  for (size_t i = 0; i < params.size() && !failed(); ++i) {
    const Parameter& param = params[i];
    const Type* type = param.type == nullptr ? nullptr : program_.TypeOf(*param.type);
    const Value* given = i < args.positional.size() ? &args.positional[i] : nullptr;
    for (const NamedValue& named : args.named) {
      if (named.name == Text(param.name.symbol)) {
        given = &named.value;
      }
    }
    Value value = given != nullptr                 ? *given
                  : param.default_value != nullptr ? Eval(*param.default_value, &frame)
                                                   : runtime::None(param.span);
    frame.slots[i] = types_.Require(value, type, false, given == nullptr ? param.span : given->span);
  }
}

Value Evaluator::CallLambda(const runtime::Function& function, const CallArgs& args, source::Span place) {
  const auto& lambda = *static_cast<const LambdaExpr*>(function.lambda);
  size_t count = SlotCount(lambda);
  SlotStorage storage(heap_, count);
  Frame frame{FrameKind::kLambda, static_cast<Frame*>(const_cast<void*>(function.closure)), storage.slots(),
              static_cast<uint32_t>(count)};
  std::fill(frame.slots + lambda.params.size(), frame.slots + count, Unassigned());
  BindParameters(lambda.params, args, frame);
  Value result = ExecuteBody(lambda.body, &frame);
  if (failed()) {
    return {};
  }
  return lambda.return_type == nullptr
             ? result
             : types_.Require(result, program_.TypeOf(*lambda.return_type), false, place);
}

}  // namespace kval::kcl::eval
