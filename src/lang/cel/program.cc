#include "src/lang/cel/program.h"

#include <algorithm>

#include "src/lang/cel/checker.h"
#include "src/lang/cel/constants.h"
#include "src/lang/cel/evaluator.h"
#include "src/lang/cel/explanation.h"
#include "src/lang/cel/parser.h"
#include "src/lang/cel/resolver.h"
#include "src/support/native_stack.h"

namespace kval::cel {
namespace {

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
