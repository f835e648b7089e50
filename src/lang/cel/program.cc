#include "src/lang/cel/program.h"

#include <algorithm>

#include "src/lang/cel/ast.h"
#include "src/lang/cel/checker.h"
#include "src/lang/cel/constants.h"
#include "src/lang/cel/evaluator.h"
#include "src/lang/cel/explanation.h"
#include "src/lang/cel/parser.h"
#include "src/lang/cel/scopes.h"
#include "src/support/native_stack.h"

namespace kval::cel {
namespace {

// Resolves names and calls of an unchecked program. An undefined name fails only when it is evaluated.
// Source: cel-go, interpreter/planner.go.
class Resolver {
 public:
  Resolver(const Environment& environment, Arena& arena, std::vector<ProgramError>& errors)
      : scopes_(environment), arena_(arena), errors_(errors) {}

  void Resolve(Expr* expr);
  size_t slot_count() const { return scopes_.slot_count(); }

 private:
  void ResolveCall(Expr* expr);
  void ResolveComprehension(Comprehension& loop);

  Scopes scopes_;
  Arena& arena_;
  std::vector<ProgramError>& errors_;
};

void Resolver::Resolve(Expr* expr) {
  NeedStack();
  switch (expr->kind) {
    case ExprKind::kLiteral:
      return;
    case ExprKind::kIdent:
      if (const auto found = scopes_.Find(expr->name)) {
        SetResolution(expr, *found);
      }
      return;
    case ExprKind::kSelect: {
      const auto name = expr->is_test ? std::nullopt : QualifiedName(*expr);
      const auto found = name ? scopes_.Find(*name) : std::nullopt;
      if (found && found->named == nullptr) {
        SetResolution(expr, *found);
      } else {
        Resolve(expr->operand);
      }
      return;
    }
    case ExprKind::kCall:
      ResolveCall(expr);
      return;
    case ExprKind::kList:
    case ExprKind::kMap:
      for (Expr* arg : expr->args) {
        Resolve(arg);
      }
      return;
    case ExprKind::kObject:
      errors_.push_back({expr->at, "unknown type: " + std::string(expr->name)});
      return;
    case ExprKind::kComprehension:
      ResolveComprehension(*expr->comprehension);
      return;
  }
}

void Resolver::ResolveCall(Expr* expr) {
  if (expr->is_member) {
    const auto name_space = QualifiedName(*expr->args[0]);
    const auto overloads = name_space ? scopes_.FindFunction(*name_space + "." + std::string(expr->name))
                                      : std::span<const Overload* const>();
    if (!overloads.empty()) {
      DropTarget(expr, overloads[0]->function);
    }
  }
  for (Expr* arg : expr->args) {
    Resolve(arg);
  }
  if (expr->op != Op::kFunction) {
    return;
  }
  const auto overloads = scopes_.FindFunction(expr->name);
  // A function with one implementation is bound before it runs, so that the number of arguments must be
  // right.
  const bool is_bound = overloads.size() == 1 && overloads[0]->params.size() != expr->args.size();
  if (is_bound || (overloads.empty() && expr->args.empty())) {
    errors_.push_back({expr->at, "no such overload: " + std::string(expr->name)});
  }
  std::vector<const Overload*> fitting;
  for (const Overload* overload : overloads) {
    if (overload->params.size() == expr->args.size()) {
      fitting.push_back(overload);
    }
  }
  expr->overloads = arena_.Copy(std::span<const Overload* const>(fitting));
}

void Resolver::ResolveComprehension(Comprehension& loop) {
  Resolve(loop.range);
  Resolve(loop.initial);
  loop.accumulator_slot = scopes_.Push(loop.accumulator, &kDynType);
  loop.slot = scopes_.Push(loop.variable, &kDynType);
  if (HasSecondVariable(loop)) {
    loop.second_slot = scopes_.Push(loop.second_variable, &kDynType);
  }
  Resolve(loop.condition);
  Resolve(loop.step);
  scopes_.Pop();
  if (HasSecondVariable(loop)) {
    scopes_.Pop();
  }
  Resolve(loop.result);
  scopes_.Pop();
}

// What constants of one program may take: they are computed once.
constexpr uint64_t kConstantMemory = 64 << 20;

bool ReadsSlot(const Expr* expr, int32_t slot) {
  NeedStack();
  if (expr == nullptr) {
    return false;
  }
  if (expr->kind == ExprKind::kIdent && expr->slot == slot) {
    return true;
  }
  const auto reads = [slot](const Expr* part) { return ReadsSlot(part, slot); };
  if (expr->operand != nullptr && reads(expr->operand)) {
    return true;
  }
  if (std::any_of(expr->args.begin(), expr->args.end(), reads)) {
    return true;
  }
  if (expr->comprehension == nullptr) {
    return false;
  }
  const Comprehension& loop = *expr->comprehension;
  return reads(loop.range) || reads(loop.initial) || reads(loop.condition) || reads(loop.step) ||
         reads(loop.result);
}

}  // namespace

struct Program::State {
  std::string text;
  TypeArena types;
  Heap constants{kConstantMemory};
  Expr* root = nullptr;
  size_t slot_count = 0;
};

Program::Program(std::unique_ptr<State> state) : state_(std::move(state)) {}
Program::Program(Program&&) noexcept = default;
Program& Program::operator=(Program&&) noexcept = default;
Program::~Program() = default;

std::optional<Program> Program::Compile(std::string_view text, const Environment& environment,
                                        const CompileOptions& options, std::vector<ProgramError>& errors) {
  auto state = std::make_unique<State>();
  state->text = text;
  const size_t before = errors.size();
  Parser parser(state->text, {options.has_macros, environment.Has(Extension::kBindings)},
                state->types.arena(), errors);
  state->root = parser.Parse();
  if (state->root == nullptr) {
    return std::nullopt;
  }
  if (options.has_checks) {
    Checker checker(environment, state->types, errors);
    checker.Check(state->root);
    state->slot_count = checker.slot_count();
  } else {
    Resolver resolver(environment, state->types.arena(), errors);
    resolver.Resolve(state->root);
    state->slot_count = resolver.slot_count();
  }
  if (errors.size() == before) {
    std::vector<ProgramError> found;
    Context context(state->constants, {}, nullptr);
    Constants(context, options.has_checks, found).Compute(state->root);
    errors.insert(errors.end(), found.begin(), found.end());
  }
  if (errors.size() > before) {
    return std::nullopt;
  }
  return Program(std::move(state));
}

const std::string& Program::text() const {
  return state_->text;
}

const Type& Program::type() const {
  return state_->root->type == nullptr ? kDynType : *state_->root->type;
}

bool Program::Reads(size_t variable) const {
  return ReadsSlot(state_->root, static_cast<int32_t>(variable));
}

std::vector<NewerFeature> Program::NewerThan(uint32_t version) const {
  return FindFeaturesNewerThan(version, *state_->root);
}

uint64_t Program::EstimatedCost(const SizeSource& sizes) const {
  return EstimateCost(*state_->root, sizes);
}

Evaluation Program::Evaluate(std::span<const Value> variables, Heap& heap, const Budget& budget,
                             const ZoneSource* zones) const {
  Context context(heap, budget, zones);
  std::vector<Value> slots(variables.begin(), variables.end());
  slots.resize(std::max(slots.size(), state_->slot_count));
  Evaluator evaluator(context, slots);
  const Value value = evaluator.Evaluate(*state_->root);
  return {value, context.cost(), context.work()};
}

std::vector<FailingPart> Program::Explain(std::span<const Value> variables, const Budget& budget,
                                          uint64_t* work) const {
  Heap heap(budget.memory);
  Context context(heap, budget, nullptr);
  std::vector<Value> slots(variables.begin(), variables.end());
  slots.resize(std::max(slots.size(), state_->slot_count));
  auto parts = Explanation(state_->text, context, slots).Of(*state_->root);
  if (work != nullptr) {
    *work = context.work();
  }
  return parts;
}

}  // namespace kval::cel
