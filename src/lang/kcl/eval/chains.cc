#include "src/lang/kcl/eval/chains.h"

#include <algorithm>
#include <utility>

#include "src/lang/kcl/eval/branches.h"
#include "src/lang/kcl/eval/operators.h"
#include "src/lang/kcl/eval/package_state.h"
#include "src/lang/kcl/eval/paths.h"
#include "src/lang/kcl/eval/statements.h"
#include "src/lang/kcl/eval/type_conversion.h"
#include "src/lang/kcl/runtime/union.h"

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

Value Chains::ReadMember(Instance& instance, size_t member) {
  const Member& declared = instance.layout->members[member];
  std::span<Level> levels = instance.levels.subspan(declared.first_level, declared.setters.size());
  if (const Value* value = GetLastValue(levels)) {
    return *value;
  }
  const bool may_be_misspelt =
      instance.config->has_misspelt_key || (instance.has_extra && instance.layout->index_owner == nullptr &&
                                            context_.collects() && !context_.options().passes_undeclared);
  if (may_be_misspelt && instance.given[member] == nullptr) {
    return context_.MakeUnsound({});
  }
  return Read({declared.setters, levels, declared.setters.size(), &instance, member});
}

// Whether a value was computed from an attribute of the outermost instance that has none: that is reported.
// In other instances the attribute may still be set, and the value computed anew.
bool Chains::IsOfAbsent(const Value& value) const {
  return context_.trace().absent.has_value() && context_.collects() && !context_.nesting().is_inside() &&
         !context_.failed() && !value.is_empty();
}

Value Chains::Read(ChainView chain) {
  const size_t all = chain.count;
  for (size_t i = 0; i < chain.count; ++i) {
    if (chain.levels[i].state == LevelState::kRunning) {
      chain.count = i;
    }
  }
  const bool is_own = chain.count < all;
  context_.trace().is_starved = chain.count == 0 && !chain.setters.empty();
  const Value value = ReadBelow(chain);
  context_.trace().is_own = is_own;
  return value;
}

Value Chains::ReadBelow(const ChainView& chain) {
  ChainView below = chain;
  for (size_t i = chain.count; i-- > 0 && !context_.failed();) {
    Level& level = chain.levels[i];
    if (level.state == LevelState::kNew || level.state == LevelState::kShared) {
      const Value shared = level.value;
      below.shared = level.state == LevelState::kShared ? &shared : nullptr;
      level.state = LevelState::kRunning;
      below.count = i;
      source::Span place = context_.trace().place;
      const source::Span circle = context_.trace().circle;
      const source::Span absent = std::exchange(context_.trace().absent, {});
      const Setter& setter = chain.setters[i];
      bool effective = chain.instance == nullptr ? RunGlobal(setter, below, &level.value)
                                                 : RunMember(setter, below, &level.value);
      if (chain.instance != nullptr && IsOfAbsent(level.value)) {
        context_.FailAt(setter.stmt->span, "this value is computed from an attribute that has no value");
      }
      if (context_.failed() && GoOn(context_)) {
        level.value = context_.MakeUnsound(setter.stmt->span);
        effective = true;
      }
      // A circle, or an attribute without value, that was read on the way to a value is not to blame for what
      // fails later.
      if (!level.value.is(Kind::kUndefined)) {
        context_.trace().circle = circle;
        context_.trace().absent = absent;
      }
      level.state = effective ? LevelState::kDone : LevelState::kNothing;
      context_.trace().place = place;
    }
    if (level.state == LevelState::kDone) {
      return level.value;
    }
  }
  return {};
}

bool Chains::RunGlobal(const Setter& setter, const ChainView& below, Value* result) {
  // Globals are evaluated independently of the instances under construction.
  const Nesting nesting = std::exchange(context_.nesting(), Nesting());
  bool effective = branches_.Hold(setter, nullptr, nullptr);
  context_.trace().visited = setter.stmt->span;
  if (effective) {
    *result = SetValue(setter, below.name, nullptr, below);
  }
  context_.nesting() = nesting;
  return effective;
}

bool Chains::RunMember(const Setter& setter, const ChainView& below, Value* result) {
  Instance& instance = *below.instance;
  Frame* frame = &instance.parts[static_cast<size_t>(setter.part)].frame;
  if (!branches_.Hold(setter, &instance, frame)) {
    return false;
  }
  context_.trace().visited = setter.stmt->span;
  const Member& declared = instance.layout->members[below.member];
  if (const auto* attribute = setter.stmt->As<AttributeStmt>()) {
    *result = AttributeValue(*attribute, frame, below);
    return true;
  }
  Value value = SetValue(setter, declared.name, frame, below);
  if (!context_.failed() && declared.declaration != nullptr) {
    value = types_.RequireDeclared(value, context_.program().TypeOf(*declared.declaration->type),
                                   setter.stmt->span);
  }
  const Entry* given = instance.given[below.member];
  // An assignment to a part of an attribute changes the instance that the configuration gave; a dict that it
  // gave is united with the attribute once more (as KCL does, where one is a reference and the other a copy).
  bool is_instance = given != nullptr && given->value.is(Kind::kSchema);
  *result =
      is_instance && AssignsPart(*setter.stmt, declared.name) ? value : WithConfig(value, given, declared);
  return true;
}

// Returns the value that the statement assigns to `name`.
Value Chains::SetValue(const Setter& setter, Symbol name, Frame* frame, const ChainView& below) {
  if (setter.stmt->kind == StmtKind::kAssign) {
    return AssignedValue(setter, name, frame, below);
  }
  if (const auto* augmented = setter.stmt->As<AugAssignStmt>()) {
    return AugmentedValue(*augmented, frame, below);
  }
  return setter.stmt->kind == StmtKind::kUnification ? UnifiedValue(setter, frame, below) : Value();
}

// `x: S {…}` several times is one configuration: the entries of all, in their order (KCL merges them before
// it evaluates anything).
Value Chains::UnifiedValue(const Setter& setter, Frame* frame, const ChainView& below) {
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
  Value value = whole_.EvalSchemaInit(parts, frame);
  Value base = ReadBelow(rest);
  context_.trace().place = setter.stmt->span;
  return context_.failed() ? Value() : MakeUnion(whole_, base, value);
}

Value Chains::AssignedValue(const Setter& setter, Symbol name, Frame* frame, const ChainView& below) {
  const AssignStmt& stmt = *setter.stmt->As<AssignStmt>();
  Value value = stmt.targets.size() == 1 ? statements_.AssignedValue(stmt, frame)
                                         : SharedValue(stmt, setter, frame, below);
  // A name may occur in several targets: `a.x = a.y = v`.
  Value result = value;
  bool is_begun = false;
  if (!setter.sets_part || !context_.ChargeItems(stmt.targets.size())) {
    return value;
  }
  for (const Target& target : stmt.targets) {
    if (target.name.symbol != name || context_.failed()) {
      continue;
    }
    if (target.path.empty()) {
      result = value;
    } else {
      result = paths_.Store(is_begun ? result : ReadBelow(below), target.path, value, frame);
    }
    is_begun = true;
  }
  return result;
}

Value Chains::SharedValue(const AssignStmt& stmt, const Setter& setter, Frame* frame,
                          const ChainView& below) {
  if (below.shared != nullptr) {
    return *below.shared;
  }
  const std::vector<Level*> others = LevelsOf(stmt, setter, below.instance);
  for (Level* level : others) {
    level->state = LevelState::kRunning;
  }
  const Value value = statements_.AssignedValue(stmt, frame);
  for (Level* level : others) {
    level->state = context_.failed() ? LevelState::kNew : LevelState::kShared;
    level->value = context_.failed() ? Value() : value;
  }
  return value;
}

std::vector<Level*> Chains::LevelsOf(const AssignStmt& stmt, const Setter& setter, Instance* instance) {
  std::vector<Level*> found;
  const auto add = [&](std::span<const Setter> setters, std::span<Level> levels) {
    context_.ChargeItems(setters.size());
    for (size_t i = 0; i < setters.size(); ++i) {
      if (setters[i].stmt == &stmt && levels[i].state == LevelState::kNew) {
        found.push_back(&levels[i]);
      }
    }
  };
  ForEachTarget(stmt, [&](Symbol name) {
    if (instance != nullptr) {
      const auto place = instance->layout->by_name.find(name);
      if (place != instance->layout->by_name.end()) {
        const Member& member = instance->layout->members[place->second];
        add(member.setters, instance->levels.subspan(member.first_level, member.setters.size()));
      }
      return;
    }
    const Package& home = *context_.program().packages[static_cast<size_t>(setter.part)];
    const auto place = home.by_name.find(name);
    if (place != home.by_name.end()) {
      GlobalState& global =
          packages_[static_cast<size_t>(setter.part)].globals[static_cast<size_t>(place->second)];
      add(global.setters, global.levels);
    }
  });
  return found;
}

Value Chains::AugmentedValue(const AugAssignStmt& stmt, Frame* frame, const ChainView& below) {
  Value right = whole_.Eval(*stmt.value, frame);
  Value base = ReadBelow(below);
  Value left = paths_.Load(base, stmt.target.path, frame);
  if (context_.failed()) {
    return {};
  }
  context_.trace().visited = stmt.span;
  Value value = Apply(whole_, context_, stmt.op, left, right, stmt.span);
  return paths_.Store(base, stmt.target.path, value, frame);
}

// Returns the value of `name: T = default` merged with the entry of the configuration.
Value Chains::AttributeValue(const AttributeStmt& stmt, Frame* frame, const ChainView& below) {
  const Member& declared = below.instance->layout->members[below.member];
  const Entry* entry = below.instance->given[below.member];
  const Type* type = context_.program().TypeOf(*declared.declaration->type);
  if (entry != nullptr && entry->op == Operator::kOverride && !entry->has_index) {
    return types_.RequireDeclared(entry->value, type, declared.declaration->span);
  }
  if (stmt.value == nullptr) {
    Value base = ReadBelow(below);
    if (context_.failed()) {
      return {};
    }
    if (!base.is(Kind::kUndefined)) {
      return types_.RequireDeclared(base, type, declared.declaration->span);
    }
    // A literal type has one value, which is the default.
    return WithConfig(stmt.optional ? base : types_.Literal(type, stmt.type->span), entry, declared);
  }
  Value value = whole_.Eval(*stmt.value, frame);
  if (context_.failed()) {
    return {};
  }
  if (stmt.has_aug_op && stmt.aug_op == BinaryOp::kBitOr) {
    Value base = ReadBelow(below);
    context_.trace().place = stmt.span;
    value = MakeUnion(whole_, base, value);
  }
  // A default that the configuration replaces or extends need not have the type; the result must.
  return entry == nullptr ? types_.RequireDeclared(value, type, declared.declaration->span)
                          : WithConfig(value, entry, declared);
}

// Returns the value merged with the entry of the configuration.
Value Chains::Merged(const Value& value, const Entry& entry) {
  if (runtime::IsInvalidValue(value)) {
    // A scalar takes the place of any value.
    const bool is_united = entry.value.is_config() || entry.value.is(Kind::kList);
    return is_united || entry.op != Operator::kUnion ? value : entry.value;
  }
  if (value.is_empty() && entry.op == Operator::kUnion && !entry.has_index) {
    return entry.value;
  }
  DictBuilder builder(&context_.heap());
  Entry base;
  base.key = entry.key;
  base.value = value;
  base.op = Operator::kOverride;
  builder.Add(base);
  MergeEntry(whole_, builder, entry, {.check_conflicts = false, .resolve = true});
  return context_.failed() ? Value() : builder.Find(entry.key)->value;
}

// The value united with the entry of the configuration: no conflict is possible, a scalar is replaced.
Value Chains::WithConfig(const Value& value, const Entry* entry, const Member& declared) {
  if (context_.failed() || entry == nullptr) {
    return value;
  }
  const Value merged = Merged(value, *entry);
  if (context_.failed()) {
    return {};
  }
  const AttributeStmt* declaration = declared.declaration;
  return declaration == nullptr
             ? merged
             : types_.RequireDeclared(merged, context_.program().TypeOf(*declaration->type),
                                      declaration->span);
}

}  // namespace kval::kcl::eval
