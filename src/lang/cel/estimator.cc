#include "src/lang/cel/estimator.h"

#include <utility>

#include "src/support/native_stack.h"
#include "src/support/utf8.h"

namespace kval::cel {
namespace {

constexpr uint64_t kListCost = 10;
constexpr uint64_t kMapCost = 30;
constexpr uint64_t kObjectCost = 40;
constexpr std::string_view kOldAccumulator = "__result__";
constexpr std::string_view kAccumulator = "@result";

bool IsTypeName(const Expr& expr) {
  return expr.kind == ExprKind::kLiteral && expr.literal.kind() == ValueKind::kType;
}

// Whether its size is that of any value of the type.
bool IsScalar(const Type& type) {
  switch (type.kind) {
    case TypeKind::kBool:
    case TypeKind::kDouble:
    case TypeKind::kDuration:
    case TypeKind::kInt:
    case TypeKind::kTimestamp:
    case TypeKind::kUint:
      return true;
    case TypeKind::kOptional:
      return !type.parameters.empty() && IsScalar(*type.item());
    default:
      return false;
  }
}

// The size of a literal.
std::optional<SizeRange> WrittenSize(const Expr& expr) {
  if (expr.kind == ExprKind::kList) {
    return SizeRange::Exactly(expr.args.size());
  }
  if (expr.kind == ExprKind::kMap) {
    return SizeRange::Exactly(expr.args.size() / 2);
  }
  if (expr.kind != ExprKind::kLiteral || IsTypeName(expr)) {
    return std::nullopt;
  }
  switch (expr.literal.kind()) {
    case ValueKind::kString:
      return SizeRange::Exactly(utf8::Count(expr.literal.text()));
    case ValueKind::kBytes:
      return SizeRange::Exactly(expr.literal.text().size());
    default:
      return SizeRange::Exactly(1);
  }
}

bool IsBind(const Comprehension& loop) {
  return loop.range->kind == ExprKind::kList && loop.range->args.empty() &&
         loop.condition->kind == ExprKind::kLiteral && loop.condition->literal.kind() == ValueKind::kBool &&
         !loop.condition->literal.boolean() && loop.accumulator != kOldAccumulator;
}

}  // namespace

uint64_t EstimateCost(const Expr& root, const SizeSource& sizes) {
  return Estimator(sizes).CostOf(root);
}

uint64_t Estimator::CostOf(const Expr& expr) {
  NeedStack();
  switch (expr.kind) {
    case ExprKind::kLiteral:
      return IsTypeName(expr) ? Ident(expr) : 0;
    case ExprKind::kIdent:
      return Ident(expr);
    case ExprKind::kSelect:
      return Select(expr);
    case ExprKind::kCall:
      return Call(expr);
    case ExprKind::kList:
      return NewList(expr);
    case ExprKind::kMap:
      return NewMap(expr);
    case ExprKind::kObject:
      return NewObject(expr);
    case ExprKind::kComprehension:
      return IsBind(*expr.comprehension) ? Bind(expr) : Loop(expr);
  }
  return 0;
}

uint64_t Estimator::Ident(const Expr& expr) {
  const Local* local = IsTypeName(expr) ? nullptr : LocalNamed(expr.name);
  paths_[&expr] = local == nullptr ? ValuePath(expr.name) : local->path;
  return 1;
}

uint64_t Estimator::Select(const Expr& expr) {
  const uint64_t cost = CostOf(*expr.operand);
  if (expr.is_test) {
    return cost;
  }
  const TypeKind target = TypeOf(*expr.operand).kind;
  const bool is_counted =
      target == TypeKind::kMap || target == TypeKind::kObject || target == TypeKind::kParameter;
  paths_[&expr] = PathOf(*expr.operand).Then(expr.name);
  return CappedSum(cost, is_counted ? 1 : 0);
}

uint64_t Estimator::NewList(const Expr& expr) {
  uint64_t cost = kListCost;
  SizeRange item{expr.args.empty() ? 0 : kUnbounded, 0};
  for (const Expr* arg : expr.args) {
    cost = CappedSum(cost, CostOf(*arg));
    item = Union(item, KnownOrAny(*arg));
  }
  SetEntrySize(expr, EntrySize{TypeKind::kList, SizeRange::Exactly(1), item});
  return cost;
}

uint64_t Estimator::NewMap(const Expr& expr) {
  uint64_t cost = kMapCost;
  const SizeRange none{expr.args.empty() ? 0 : kUnbounded, 0};
  EntrySize entry{TypeKind::kMap, none, none};
  for (size_t i = 0; i + 1 < expr.args.size(); i += 2) {
    cost = CappedSum(cost, CostOf(*expr.args[i]));
    cost = CappedSum(cost, CostOf(*expr.args[i + 1]));
    entry.key = Union(entry.key, KnownOrAny(*expr.args[i]));
    entry.value = Union(entry.value, KnownOrAny(*expr.args[i + 1]));
  }
  SetEntrySize(expr, entry);
  return cost;
}

uint64_t Estimator::NewObject(const Expr& expr) {
  uint64_t cost = kObjectCost;
  for (const Expr* arg : expr.args) {
    cost = CappedSum(cost, CostOf(*arg));
  }
  return cost;
}

uint64_t Estimator::Loop(const Expr& expr) {
  const Comprehension& loop = *expr.comprehension;
  uint64_t cost = CostOf(*loop.range);
  cost = CappedSum(cost, CostOf(*loop.initial));
  PushBound(loop.accumulator, *loop.initial);
  PushLoopVariable(loop.variable, *loop.range,
                   HasSecondVariable(loop) ? LoopVariableKind::kKey : LoopVariableKind::kSingle);
  if (HasSecondVariable(loop)) {
    PushLoopVariable(loop.second_variable, *loop.range, LoopVariableKind::kValue);
  }
  const uint64_t condition = CostOf(*loop.condition);
  const uint64_t round = CappedSum(CostOf(*loop.step), condition);
  Pop(loop.variable);
  if (HasSecondVariable(loop)) {
    Pop(loop.second_variable);
  }
  cost = CappedSum(cost, CostOf(*loop.result));
  Pop(loop.accumulator);
  const SizeRange rounds = KnownOrAny(*loop.range);
  cost = CappedSum(cost, CappedProduct(rounds.max, round));
  if (loop.initial->kind == ExprKind::kLiteral) {
    if (const std::optional<SizeRange> size = SizeOf(*loop.initial)) {
      sizes_of_[&expr] = *size;
    }
  } else if (loop.initial->kind == ExprKind::kList || loop.initial->kind == ExprKind::kMap) {
    sizes_of_[&expr] = rounds;
    SetEntrySize(expr, EntrySizeOf(*loop.step));
  }
  return cost;
}

uint64_t Estimator::Bind(const Expr& expr) {
  const Comprehension& loop = *expr.comprehension;
  uint64_t cost = CostOf(*loop.range);
  cost = CappedSum(cost, CostOf(*loop.initial));
  PushBound(loop.accumulator, *loop.initial);
  cost = CappedSum(cost, CostOf(*loop.result));
  Pop(loop.accumulator);
  if (const std::optional<SizeRange> size = SizeOf(*loop.result)) {
    sizes_of_[&expr] = *size;
  }
  SetEntrySize(expr, EntrySizeOf(*loop.result));
  return cost;
}

uint64_t Estimator::Call(const Expr& expr) {
  const size_t first = expr.is_member ? 1 : 0;
  // `dyn` only turns checks off.
  if (!expr.is_member && expr.name == "dyn" && expr.args.size() == 1) {
    const uint64_t cost = CappedSum(1, CostOf(*expr.args[0]));
    if (const std::optional<SizeRange> size = SizeOf(*expr.args[0])) {
      sizes_of_[&expr] = *size;
    }
    SetEntrySize(expr, EntrySizeOf(*expr.args[0]));
    return cost;
  }
  EstimatedCall given{expr};
  for (const Expr* arg : expr.args.subspan(first)) {
    given.costs.push_back(CostOf(*arg));
    given.cost_sum = CappedSum(given.cost_sum, given.costs.back());
    given.args.push_back(ArgumentOf(*arg));
  }
  std::optional<EstimatedArgument> target;
  uint64_t cost = 0;
  if (expr.is_member) {
    cost = CostOf(*expr.args[0]);
    target = ArgumentOf(*expr.args[0]);
    given.target = &*target;
  }
  std::optional<SizeRange> size;
  cost = CappedSum(cost, CostOfCall(given, size));
  if (size) {
    sizes_of_[&expr] = *size;
  }
  return cost;
}

uint64_t Estimator::CostOfCall(const EstimatedCall& given, std::optional<SizeRange>& size) {
  if (given.call.op == Op::kIndex) {
    return Index(given, size);
  }
  const CallEstimate found = OfCall(given);
  size = found.size ? found.size : SizeOf(given.call);
  return found.cost;
}

// Where the type is not known, it may be a list or a map; the latter's overload comes last.
uint64_t Estimator::Index(const EstimatedCall& given, std::optional<SizeRange>& size) {
  const TypeKind kind = given.args[0].type->kind;
  const auto entry = EntrySizeOf(*given.args[0].expr);
  for (const TypeKind container : {TypeKind::kList, TypeKind::kMap}) {
    const bool may_be = kind == container || kind == TypeKind::kDyn;
    const TypeKind index = given.args[1].type->kind;
    if (!may_be || (container == TypeKind::kList && index != TypeKind::kInt && index != TypeKind::kDyn)) {
      continue;
    }
    size = entry ? std::optional(entry->value) : std::nullopt;
    paths_[&given.call] =
        PathOf(*given.args[0].expr).Then(container == TypeKind::kList ? "@items" : "@values");
    size = size ? size : SizeOf(given.call);
  }
  size = size ? size : SizeOf(given.call);
  return CappedSum(1, given.cost_sum);
}

void Estimator::PushLoopVariable(std::string_view name, const Expr& range, LoopVariableKind which) {
  const std::optional<EntrySize> entry = EntrySizeOf(range);
  const TypeKind container = entry ? entry->container : TypeOf(range).kind;
  const bool is_list = container == TypeKind::kList;
  const bool is_value = which == LoopVariableKind::kValue || (which == LoopVariableKind::kSingle && is_list);
  const std::string_view step = is_value ? (is_list ? "@items" : "@values") : is_list ? "@indices" : "@keys";
  std::optional<SizeRange> size;
  if (entry) {
    size = is_value ? entry->value : entry->key;
  }
  Push(name, {PathOf(range).Then(step), size, std::nullopt});
}

void Estimator::PushBound(std::string_view name, const Expr& value) {
  const std::optional<EntrySize> entry = EntrySizeOf(value);
  ValuePath path = PathOf(value);
  Push(name, {std::move(path), SizeOf(value), entry});
}

const Estimator::Local* Estimator::LocalNamed(std::string_view name) const {
  const auto found = locals_.find(name);
  return found == locals_.end() || found->second.empty() ? nullptr : &found->second.back();
}

EstimatedArgument Estimator::ArgumentOf(const Expr& expr) {
  ValuePath path = PathOf(expr);
  if (!path.empty() && (path.steps()[0] == kAccumulator || path.steps()[0] == kOldAccumulator)) {
    path = ValuePath();
  }
  return {&expr, std::move(path), &TypeOf(expr), SizeOf(expr)};
}

const Type& Estimator::TypeOf(const Expr& expr) {
  return expr.type == nullptr ? kDynType : *expr.type;
}

ValuePath Estimator::PathOf(const Expr& expr) const {
  const Local* local = expr.kind == ExprKind::kIdent ? LocalNamed(expr.name) : nullptr;
  if (local != nullptr) {
    return local->path;
  }
  const auto found = paths_.find(&expr);
  return found == paths_.end() ? ValuePath() : found->second;
}

std::optional<SizeRange> Estimator::SizeOf(const Expr& expr) {
  if (const auto found = sizes_of_.find(&expr); found != sizes_of_.end()) {
    return found->second;
  }
  if (const std::optional<SizeRange> written = WrittenSize(expr)) {
    return written;
  }
  const ValuePath path = PathOf(expr);
  if (!path.empty()) {
    if (const std::optional<SizeRange> stated = sizes_.Of(path.steps())) {
      sizes_of_[&expr] = *stated;
      return stated;
    }
  }
  if (IsScalar(TypeOf(expr))) {
    return SizeRange::Exactly(1);
  }
  const Local* local = expr.kind == ExprKind::kIdent ? LocalNamed(expr.name) : nullptr;
  return local == nullptr ? std::nullopt : local->size;
}

std::optional<Estimator::EntrySize> Estimator::EntrySizeOf(const Expr& expr) const {
  if (const auto found = entry_sizes_.find(&expr); found != entry_sizes_.end()) {
    return found->second;
  }
  const Local* local = expr.kind == ExprKind::kIdent ? LocalNamed(expr.name) : nullptr;
  return local == nullptr ? std::nullopt : local->entry;
}

void Estimator::SetEntrySize(const Expr& expr, const std::optional<EntrySize>& size) {
  if (size) {
    entry_sizes_[&expr] = *size;
  }
}

}  // namespace kval::cel
