#include <algorithm>
#include <utility>

#include "src/lang/kcl/eval/evaluator.h"
#include "src/lang/kcl/eval/overrides.h"
#include "src/lang/kcl/value/compare.h"
#include "src/lang/kcl/value/text.h"
#include "src/support/substitute.h"

namespace kval::kcl::eval {

using runtime::Kind;
using runtime::Operator;

namespace {

// `name.x = v`, `name[0] += v`
bool AssignsPart(const Stmt& stmt, Symbol name) {
  if (const auto* augmented = stmt.As<AugAssignStmt>()) {
    return !augmented->target.path.empty();
  }
  const auto* assign = stmt.As<AssignStmt>();
  return assign != nullptr &&
         std::any_of(assign->targets.begin(), assign->targets.end(), [name](const Target& target) {
           return target.name.symbol == name && !target.path.empty();
         });
}

}  // namespace

// Runs what one statement gives to a name, even if a later statement replaces it: it may make instances.
void Evaluator::ForceSetter(int32_t package, Symbol name, const Stmt& stmt) {
  const Package& home = *program_.packages[static_cast<size_t>(package)];
  auto place = home.by_name.find(name);
  if (place == home.by_name.end()) {
    return;
  }
  GlobalState& state = packages_[static_cast<size_t>(package)].globals[static_cast<size_t>(place->second)];
  trace_.circle = {};
  // Statements are run in the order of the setters: the next one is the one behind the last.
  const size_t count = state.setters.size();
  for (size_t n = 0; n < count; ++n) {
    const size_t i = (state.next_setter + n) % count;
    bool merged = stmt.kind == StmtKind::kUnification && i + 1 < state.setters.size() &&
                  state.setters[i + 1].stmt->kind == StmtKind::kUnification;
    if (state.setters[i].stmt != &stmt) {
      continue;
    }
    state.next_setter = i;
    if (!merged) {
      ChainBelow(state.setters, state.levels, i + 1, nullptr, 0);
    }
    return;
  }
}

Value Evaluator::FindGlobal(int32_t package, Symbol name, bool* found) {
  const Package& home = *program_.packages[static_cast<size_t>(package)];
  auto place = home.by_name.find(name);
  *found = place != home.by_name.end();
  return *found ? ReadGlobal(package, place->second) : Value();
}

Value Evaluator::ReadGlobal(int32_t package, int32_t index) {
  GlobalState& state = packages_[static_cast<size_t>(package)].globals[static_cast<size_t>(index)];
  switch (state.global->kind) {
    case GlobalKind::kSchema:
    case GlobalKind::kRule:
    case GlobalKind::kTypeAlias: {
      if (state.global->schema == nullptr) {
        return {};
      }
      Value value;
      value.kind = Kind::kType;
      value.type = TypeOf(*state.global->schema);
      return value;
    }
    case GlobalKind::kVariable:
      break;
  }
  return state.overrides.empty() ? ReadChain(state.setters, state.levels, nullptr, 0) : ReadOverridden(state);
}

Value Evaluator::ReadOverridden(GlobalState& state) {
  if (state.overridden.state == LevelState::kDone) {
    return state.overridden.value;
  }
  bool outermost = state.overridden.state == LevelState::kNew;
  state.overridden.state = LevelState::kRunning;
  Value value = ReadChain(state.setters, state.levels, nullptr, 0);
  // While the global's own setters run, they see each other's values.
  if (!outermost) {
    return value;
  }
  value = Overrides(*this).Applied(value, state.overrides);
  state.overridden = {LevelState::kDone, value};
  return value;
}

Value Evaluator::ReadMember(Instance& instance, size_t member) {
  const Member& declared = instance.layout->members[member];
  std::span<Level> levels = instance.levels.subspan(declared.first_level, declared.setters.size());
  return ReadChain(declared.setters, levels, &instance, member);
}

Value Evaluator::ReadChain(std::span<const Setter> setters, std::span<Level> levels, Instance* instance,
                           size_t member) {
  // The last setter that takes effect is known already in the usual case.
  size_t count = setters.size();
  if (count > 0 && levels[count - 1].state == LevelState::kDone) {
    return levels[count - 1].value;
  }
  // While setters of this chain run, a read sees what is below the lowest of them.
  for (size_t i = 0; i < count; ++i) {
    if (levels[i].state == LevelState::kRunning) {
      count = i;
    }
  }
  is_starved_ = count == 0 && !setters.empty();
  return ChainBelow(setters, levels, count, instance, member);
}

Value Evaluator::ChainBelow(std::span<const Setter> setters, std::span<Level> levels, size_t count,
                            Instance* instance, size_t member) {
  for (size_t i = count; i-- > 0 && !failed();) {
    Level& level = levels[i];
    if (level.state == LevelState::kNew) {
      level.state = LevelState::kRunning;
      ChainView below{setters, levels, i, instance, member};
      source::Span place = trace_.place;
      const source::Span circle = trace_.circle;
      bool effective = RunSetter(setters[i], instance, member, &below, &level.value);
      // A circle that was met on the way to a value is not to blame for what fails later.
      if (!level.value.is(Kind::kUndefined)) {
        trace_.circle = circle;
      }
      level.state = effective ? LevelState::kDone : LevelState::kNothing;
      trace_.place = place;
    }
    if (level.state == LevelState::kDone) {
      return level.value;
    }
  }
  return {};
}

Level& Evaluator::LevelOf(const Decision::First& first, int32_t package, Instance* instance) {
  return instance != nullptr
             ? instance->levels[instance->layout->members[first.chain].first_level + first.setter]
             : packages_[static_cast<size_t>(package)].globals[first.chain].levels[first.setter];
}

std::optional<size_t> Evaluator::BranchOf(const IfStmt& statement, Frame* frame) {
  size_t branch = 0;
  for (; branch < statement.branches.size(); ++branch) {
    const Expr* condition = statement.branches[branch].condition;
    const bool holds = condition == nullptr || IsTruthy(Eval(*condition, frame));
    if (failed()) {
      return std::nullopt;
    }
    if (holds) {
      break;
    }
  }
  return branch;
}

// While the conditions are evaluated, the names that the statement sets mean what they do before it.
std::optional<size_t> Evaluator::DecidedBranch(size_t decision, int32_t package, Instance* instance,
                                               Frame* frame) {
  PackageState& state = packages_[static_cast<size_t>(package)];
  const Decisions& decisions = instance != nullptr ? instance->layout->decisions : state.decisions;
  int32_t& decided = instance != nullptr ? instance->decided[decision] : state.decided[decision];
  if (decided != kUndecided) {
    return static_cast<size_t>(decided);
  }
  std::vector<Level*> hidden;
  for (const Decision::First& first : decisions[decision].first_setters) {
    Level& level = LevelOf(first, package, instance);
    if (level.state == LevelState::kNew) {
      level.state = LevelState::kRunning;
      hidden.push_back(&level);
    }
  }
  const std::optional<size_t> branch = BranchOf(*decisions[decision].statement, frame);
  for (Level* level : hidden) {
    level->state = LevelState::kNew;
  }
  decided = branch.has_value() ? static_cast<int32_t>(*branch) : kUndecided;
  return branch;
}

bool Evaluator::ChoicesHold(const Setter& setter, Instance* instance, Frame* frame) {
  const int32_t package = instance == nullptr ? setter.part : 0;
  return std::all_of(setter.choices.begin(), setter.choices.end(), [&](const Choice& choice) {
    return DecidedBranch(choice.decision, package, instance, frame) == choice.branch;
  });
}

Value Evaluator::AssignedValue(const Stmt& stmt, Symbol name, Frame* frame, const ChainView* below) {
  if (const auto* assign = stmt.As<AssignStmt>()) {
    Value value = Eval(*assign->value, frame);
    if (failed()) {
      return {};
    }
    if (assign->type != nullptr) {
      value = types_.Require(value, program_.TypeOf(*assign->type), false, assign->value->span);
    }
    for (const Target& target : assign->targets) {
      if (target.name.symbol == name && !target.path.empty() && below != nullptr) {
        return StorePath(ReadBelow(*below), target.path, value, frame);
      }
    }
    return value;
  }
  if (const auto* augmented = stmt.As<AugAssignStmt>()) {
    Value right = Eval(*augmented->value, frame);
    Value base = ReadBelow(*below);
    Value left = LoadPath(base, augmented->target.path, frame);
    if (failed()) {
      return {};
    }
    trace_.visited = stmt.span;
    Value value = ApplyBinary(augmented->op, left, right, stmt.span);
    return StorePath(base, augmented->target.path, value, frame);
  }
  return {};
}

// `x: S {…}` several times is one configuration: the entries of all, in their order (KCL merges them before
// it evaluates anything).
Value Evaluator::UnifiedValue(const Setter& setter, Frame* frame, const ChainView& below) {
  std::vector<const SchemaInitExpr*> parts;
  ChainView rest = below;
  auto collect = [&parts](const Setter& from) {
    const auto* unification = from.stmt->As<UnificationStmt>();
    if (unification != nullptr && from.choices.empty()) {
      parts.insert(parts.begin(), unification->value);
    }
    return unification != nullptr && from.choices.empty();
  };
  if (collect(setter)) {
    while (rest.count > 0 && collect(rest.setters[rest.count - 1])) {
      --rest.count;
    }
  } else {
    parts.push_back(setter.stmt->As<UnificationStmt>()->value);
  }
  Value value = EvalSchemaInit(parts, frame);
  Value base = ReadBelow(rest);
  trace_.place = setter.stmt->span;
  return failed() ? Value() : Unite(*this, base, value);
}

bool Evaluator::RunSetter(const Setter& setter, Instance* instance, size_t member, const ChainView* below,
                          Value* result) {
  if (instance == nullptr) {
    // What a global needs has nothing to do with the instances that happen to be under way.
    uint32_t instances = std::exchange(instance_depth_, 0);
    uint32_t inits = std::exchange(init_depth_, 0);
    bool effective = ChoicesHold(setter, nullptr, nullptr);
    trace_.visited = setter.stmt->span;
    if (effective) {
      Symbol name;
      if (const auto* assign = setter.stmt->As<AssignStmt>()) {
        name = assign->targets.front().name.symbol;
      } else if (const auto* augmented = setter.stmt->As<AugAssignStmt>()) {
        name = augmented->target.name.symbol;
      }
      *result = setter.stmt->kind == StmtKind::kUnification
                    ? UnifiedValue(setter, nullptr, *below)
                    : AssignedValue(*setter.stmt, name, nullptr, below);
    }
    instance_depth_ = instances;
    init_depth_ = inits;
    return effective;
  }
  Frame* frame = &instance->parts[static_cast<size_t>(setter.part)].frame;
  if (!ChoicesHold(setter, instance, frame)) {
    return false;
  }
  trace_.visited = setter.stmt->span;
  trace_.absent = {};
  if (const auto* attribute = setter.stmt->As<AttributeStmt>()) {
    return RunAttribute(*attribute, *instance, member, frame, below, result);
  }
  const Member& declared = instance->layout->members[member];
  Value value = setter.stmt->kind == StmtKind::kUnification
                    ? UnifiedValue(setter, frame, *below)
                    : AssignedValue(*setter.stmt, declared.name, frame, below);
  if (!failed() && declared.declaration != nullptr) {
    value = types_.RequireDeclared(value, program_.TypeOf(*declared.declaration->type), setter.stmt->span);
  }
  const Entry* given = instance->config->Find(declared.text);
  // An assignment to a part of an attribute changes the instance that the configuration gave; a dict that it
  // gave is united with the attribute once more (as KCL does, where one is a reference and the other a copy).
  bool is_instance = given != nullptr && given->value.is(Kind::kSchema);
  *result = is_instance && AssignsPart(*setter.stmt, declared.name)
                ? value
                : WithConfig(value, *instance, member, declared.declaration);
  return true;
}

// `name: T = default` with what the configuration says about it.
bool Evaluator::RunAttribute(const AttributeStmt& stmt, Instance& instance, size_t member, Frame* frame,
                             const ChainView* below, Value* result) {
  const Member& declared = instance.layout->members[member];
  const Entry* entry = instance.config->Find(declared.text);
  const Type* type = program_.TypeOf(*declared.declaration->type);
  if (entry != nullptr && entry->op == Operator::kOverride && !entry->has_index) {
    *result = types_.RequireDeclared(entry->value, type, declared.declaration->span);
    return true;
  }
  if (stmt.value == nullptr) {
    Value base = ReadBelow(*below);
    if (failed()) {
      return true;
    }
    if (!base.is(Kind::kUndefined)) {
      *result = types_.RequireDeclared(base, type, declared.declaration->span);
      return true;
    }
    // A literal type has one value, which is the default.
    *result = WithConfig(stmt.optional ? base : types_.Literal(type, stmt.type->span), instance, member,
                         declared.declaration);
    return true;
  }
  Value value = Eval(*stmt.value, frame);
  if (failed()) {
    return true;
  }
  if (stmt.has_aug_op && stmt.aug_op == BinaryOp::kBitOr) {
    Value base = ReadBelow(*below);
    trace_.place = stmt.span;
    value = Unite(*this, base, value);
  }
  // A default that the configuration replaces or adds to need not fit: what comes of both must.
  *result = entry == nullptr ? types_.RequireDeclared(value, type, declared.declaration->span)
                             : WithConfig(value, instance, member, declared.declaration);
  return true;
}

// The value united with the entry of the configuration: no conflict is possible, a scalar is replaced.
Value Evaluator::WithConfig(const Value& value, Instance& instance, size_t member,
                            const AttributeStmt* declaration) {
  const Member& declared = instance.layout->members[member];
  const Entry* entry = instance.config->Find(declared.text);
  if (failed() || entry == nullptr) {
    return value;
  }
  DictBuilder builder(&heap_);
  Entry base;
  base.key = declared.text;
  base.value = value;
  base.op = Operator::kOverride;
  builder.SetEntry(base);
  MergeEntry(*this, builder, *entry, {.check_conflicts = false, .resolve = true});
  if (failed()) {
    return {};
  }
  Value merged = builder.Find(declared.text)->value;
  return declaration == nullptr
             ? merged
             : types_.RequireDeclared(merged, program_.TypeOf(*declaration->type), declaration->span);
}

}  // namespace kval::kcl::eval
