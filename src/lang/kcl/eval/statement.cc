#include <string>
#include <unordered_map>
#include <vector>

#include "src/lang/kcl/eval/evaluator.h"
#include "src/lang/kcl/value/arithmetic.h"
#include "src/lang/kcl/value/compare.h"
#include "src/lang/kcl/value/text.h"
#include "src/lang/kcl/value/unite.h"
#include "src/support/substitute.h"

namespace kval::kcl::eval {

using runtime::Kind;

// The body of a lambda: statements run in order, the value of the last one is the result.
Value Evaluator::ExecuteBody(Stmts body, Frame* frame) {
  Value result;
  for (const Stmt* stmt : body) {
    if (failed()) {
      return {};
    }
    result = ExecuteLocal(*stmt, frame);
  }
  return result;
}

Value Evaluator::ExecuteLocal(const Stmt& stmt, Frame* frame) {
  visited_ = stmt.span;
  switch (stmt.kind) {
    case StmtKind::kExpr: {
      Value result;
      for (const Expr* expr : static_cast<const ExprStmt&>(stmt).exprs) {
        result = Eval(*expr, frame);
      }
      return result;
    }
    case StmtKind::kAssign: {
      const auto& assign = static_cast<const AssignStmt&>(stmt);
      Value value = AssignedValue(stmt, assign.targets.front().name.symbol, frame, nullptr);
      for (const Target& target : assign.targets) {
        AssignLocal(target, value, frame);
      }
      return value;
    }
    case StmtKind::kAugAssign: {
      const auto& augmented = static_cast<const AugAssignStmt&>(stmt);
      Value right = Eval(*augmented.value, frame);
      Value left = LoadPath(EvalName(augmented.target.name, frame), augmented.target.path, frame);
      if (failed()) {
        return {};
      }
      Value value = ApplyBinary(augmented.op, left, right, stmt.span);
      AssignLocal(augmented.target, value, frame);
      return value;
    }
    case StmtKind::kUnification: {
      const auto& unification = static_cast<const UnificationStmt&>(stmt);
      const SchemaInitExpr* init = unification.value;
      Value value = EvalSchemaInit(std::span(&init, 1), frame);
      AssignLocal(unification.target, value, frame);
      return value;
    }
    case StmtKind::kIf:
      for (const IfBranch& branch : static_cast<const IfStmt&>(stmt).branches) {
        if (branch.condition == nullptr || IsTruthy(Eval(*branch.condition, frame))) {
          return ExecuteBody(branch.body, frame);
        }
      }
      return {};
    case StmtKind::kAssert:
      RunAssert(static_cast<const AssertStmt&>(stmt), frame);
      return {};
    case StmtKind::kImport:
    case StmtKind::kTypeAlias:
    case StmtKind::kSchema:
    case StmtKind::kRule:
    case StmtKind::kAttribute:
      break;
  }
  return {};
}

void Evaluator::AssignLocal(const Target& target, const Value& value, Frame* frame) {
  if (failed()) {
    return;
  }
  const Ref& ref = program_.RefOf(target.name);
  Frame* home = frame;
  for (uint16_t depth = ref.depth; depth > 0 && home != nullptr; --depth) {
    home = home->parent;
  }
  if (ref.kind != RefKind::kLocal || home == nullptr ||
      static_cast<uint32_t>(ref.index) >= home->slot_count) {
    return;
  }
  Value stored =
      target.path.empty() ? value : StorePath(EvalName(target.name, frame), target.path, value, frame);
  home->slots[ref.index] = stored;
}

Value Evaluator::LoadPath(const Value& base, std::span<const KeyStep> path, Frame* frame) {
  Value value = base;
  for (const KeyStep& step : path) {
    if (failed()) {
      return {};
    }
    if (step.kind == KeyStepKind::kIndex) {
      Value index = Eval(*step.expr, frame);
      place_ = step.span;
      value = failed() ? Value() : Subscript(*this, value, index);
    } else {
      value = LoadAttribute(value, step.name.symbol, step.span);
    }
  }
  return value;
}

// `base` with the element at `path` replaced.
Value Evaluator::StorePath(const Value& base, std::span<const KeyStep> path, const Value& value,
                           Frame* frame) {
  if (path.empty() || failed()) {
    return value;
  }
  const KeyStep& step = path.front();
  Value index = step.kind == KeyStepKind::kIndex ? Eval(*step.expr, frame)
                                                 : runtime::String(heap_, Text(step.name.symbol), step.span);
  if (failed()) {
    return {};
  }
  place_ = step.span;
  if (base.is(Kind::kList) && index.is(Kind::kInt)) {
    std::vector<Value> items(base.items().begin(), base.items().end());
    int64_t size = static_cast<int64_t>(items.size());
    int64_t at = index.integer < 0 ? index.integer + size : index.integer;
    if (at < 0 || at >= size) {
      return FailAt(step.span, Substitute("index out of bounds: the len is {} but the index is {}", size,
                                          index.integer));
    }
    Value& item = items[static_cast<size_t>(at)];
    item = StorePath(item, path.subspan(1), value, frame);
    return runtime::MakeList(heap_, items, base.span);
  }
  if (!base.is_config() || !index.is(Kind::kString)) {
    if (step.kind == KeyStepKind::kIndex) {
      return FailAt(step.span, Substitute("'{}' object is not subscriptable with '{}'", TypeName(base),
                                          TypeName(index)));
    }
    return FailAt(
        step.span,
        Substitute(
            "failed to update the dict. An iterable of key-value pairs was expected, but got {}. Check if "
            "the syntax for updating the dictionary with the attribute '{}' is correct",
            TypeName(base), index.string()));
  }
  Value child = StorePath(base.fields().Get(index.string()), path.subspan(1), value, frame);
  if (failed()) {
    return {};
  }
  return WithAttribute(base, index.string(), &child, step.span);
}

// `base`, a dict or an instance, with another value for one key; without the key when `value` is null.
Value Evaluator::WithAttribute(const Value& base, std::string_view key, const Value* value,
                               source::Span place) {
  const Change change[] = {{key, value == nullptr ? Value() : *value, value == nullptr, place}};
  return WithAttributes(base, change);
}

Value Evaluator::WithAttributes(const Value& base, std::span<const Change> changes) {
  DictBuilder builder(&heap_, base.fields());
  for (const Change& change : changes) {
    if (change.removes || change.is_renewed) {
      builder.Remove(change.key);
    }
    if (!change.removes) {
      builder.Set(change.key, change.value, runtime::Operator::kOverride, change.place);
    }
  }
  if (base.is(Kind::kDict)) {
    return builder.BuildValue(base.span);
  }
  // An instance is evaluated anew with the attributes as part of its configuration.
  DictBuilder config(&heap_);
  for (std::string_view given : base.schema->keys) {
    if (const Entry* entry = builder.Find(given)) {
      config.Set(given, entry->value, runtime::Operator::kOverride, entry->key_span);
    }
  }
  for (const Change& change : changes) {
    if (!change.removes) {
      config.Set(change.key, change.value, runtime::Operator::kOverride, change.place);
    }
  }
  return Instantiate(*base.schema->type, *config.Build(), {base.schema->args, base.schema->kwargs})
      .At(base.span);
}

// What `-O` gives; Undefined when it removes.
Value Evaluator::ReplacementOf(const Override& change) {
  bool found = false;
  return change.op == OverrideOp::kRemove ? Value()
                                          : FindGlobal(0, program_.ast.names.Find(change.value), &found);
}

Value Evaluator::Overridden(const Value& base, OverrideOp op, const Value& value) {
  switch (op) {
    case OverrideOp::kReplace:
    case OverrideOp::kRemove:
      return value;
    case OverrideOp::kUnite:
      return base.is_config() && value.is_config()
                 ? runtime::Unite(*this, base, value, {.check_conflicts = false})
                 : value;
    case OverrideOp::kInsert:
      break;
  }
  if (!value.is(Kind::kList) || !(base.is(Kind::kList) || base.is_empty())) {
    return FailAt(value.span, Substitute("only list type can in inserted, got '{}'", TypeName(value)));
  }
  std::vector<Value> items;
  if (base.is(Kind::kList)) {
    items.assign(base.items().begin(), base.items().end());
  }
  items.insert(items.end(), value.items().begin(), value.items().end());
  return ChargeItems(items.size()) ? runtime::MakeList(heap_, items, base.span) : Value();
}

// `-O`: the value below `base` with all changes, in their order. What is missing on the way is a dict.
// Changes of different keys do not meet, so that those of one key are made together and each dict is copied
// once.
Value Evaluator::WithOverrides(const Value& base, std::span<const PendingOverride> changes) {
  Value result = base;
  for (size_t i = 0; i < changes.size() && !failed();) {
    const PendingOverride& change = changes[i];
    if (change.step == change.override->path.size()) {
      visited_ = change.value.span;
      result = Overridden(result, change.override->op, change.value);
      ++i;
    } else if (change.override->path[change.step].index.has_value()) {
      result = WithItemOverride(result, change);
      ++i;
    } else {
      size_t end = i;
      while (end < changes.size() && changes[end].step < changes[end].override->path.size() &&
             !changes[end].override->path[changes[end].step].index.has_value()) {
        ++end;
      }
      result = WithKeyOverrides(result, changes.subspan(i, end - i));
      i = end;
    }
  }
  return failed() ? Value() : result;
}

Value Evaluator::WithKeyOverrides(const Value& base, std::span<const PendingOverride> changes) {
  if (!base.is_config() && !base.is_empty()) {
    const PendingOverride& first = changes.front();
    return FailAt(first.value.span,
                  Substitute("conflicting values: '{}' cannot be set in a value of type '{}'",
                             first.override->path[first.step].name, TypeName(base)));
  }
  const Value home = base.is_config() ? base : runtime::MakeDict(heap_.New<Dict>());
  std::vector<Change> made;
  std::vector<std::vector<PendingOverride>> pending;
  std::unordered_map<std::string_view, size_t> places;
  const auto settle = [&](size_t at) {
    Change& change = made[at];
    change.value = WithOverrides(change.value, pending[at]);
    change.place = change.value.span.has_value() ? change.value.span : change.place;
    pending[at].clear();
  };
  for (const PendingOverride& change : changes) {
    const std::string& name = change.override->path[change.step].name;
    const auto [place, added] = places.try_emplace(name, made.size());
    if (added) {
      made.push_back({heap_.CopyText(name), home.fields().Get(name), false, change.value.span});
      pending.emplace_back();
    }
    Change& target = made[place->second];
    target.is_renewed = target.is_renewed || target.removes;
    const bool removes =
        change.override->op == OverrideOp::kRemove && change.step + 1 == change.override->path.size();
    target.removes = removes;
    if (removes) {
      pending[place->second].clear();
      target.value = Value();
      continue;
    }
    pending[place->second].push_back({change.override, change.step + 1, change.value});
  }
  for (size_t i = 0; i < made.size() && !failed(); ++i) {
    if (!made[i].removes) {
      settle(i);
    }
  }
  return failed() || !ChargeItems(made.size()) ? Value() : WithAttributes(home, made);
}

Value Evaluator::WithItemOverride(const Value& list, const PendingOverride& change) {
  const int64_t index = *change.override->path[change.step].index;
  const bool is_last = change.step + 1 == change.override->path.size();
  visited_ = change.value.span;
  if (!list.is(Kind::kList)) {
    return FailAt(visited_, Substitute("'{}' object is not subscriptable by {}", TypeName(list), index));
  }
  std::vector<Value> items(list.items().begin(), list.items().end());
  const int64_t size = static_cast<int64_t>(items.size());
  const int64_t at = index < 0 ? index + size : index;
  if (at < 0 || at >= size) {
    return FailAt(visited_, Substitute("list index out of range: {}", index));
  }
  const auto place = items.begin() + static_cast<std::ptrdiff_t>(at);
  if (is_last && change.override->op == OverrideOp::kRemove) {
    items.erase(place);
  } else if (is_last && change.override->op == OverrideOp::kInsert && change.value.is(Kind::kList)) {
    items.insert(place, change.value.items().begin(), change.value.items().end());
  } else {
    const PendingOverride rest[] = {{change.override, change.step + 1, change.value}};
    *place = WithOverrides(*place, rest);
  }
  return !failed() && ChargeItems(items.size()) ? runtime::MakeList(heap_, items, list.span) : Value();
}

// What `-O` gives to names that the main package does not have.
void Evaluator::AddNewGlobals(DictBuilder& globals) {
  std::vector<PendingOverride> changes;
  for (const Override& change : options_.overrides) {
    const bool is_known =
        program_.packages.front()->by_name.count(program_.ast.names.Find(change.path.front().name)) > 0;
    if (change.package.empty() && !is_known && change.op != OverrideOp::kRemove && !failed()) {
      changes.push_back({&change, 0, ReplacementOf(change)});
    }
  }
  if (changes.empty() || failed()) {
    return;
  }
  const Value made = WithOverrides(runtime::MakeDict(heap_.New<Dict>()), changes);
  if (!failed() && made.is_config()) {
    for (const Entry& entry : made.fields().entries) {
      globals.Set(entry.key, entry.value);
    }
  }
}

void Evaluator::RunAssert(const AssertStmt& stmt, Frame* frame) {
  visited_ = stmt.span;
  if (stmt.guard != nullptr && !IsTruthy(Eval(*stmt.guard, frame))) {
    return;
  }
  Value holds = Eval(*stmt.condition, frame);
  Value message = stmt.message == nullptr ? Value() : Eval(*stmt.message, frame);
  if (failed() || IsTruthy(holds)) {
    return;
  }
  visited_ = stmt.span;
  FailAt(stmt.span, message.is_empty() ? "assertion failed" : TextOf(message));
}

// Only the last instance among the expression statements is shown (kcl.md, 8).
void Evaluator::AddScalar(const Value& value, bool is_schema) {
  if (is_schema) {
    if (schema_scalar_ < scalars_.size()) {
      scalars_.erase(scalars_.begin() + static_cast<std::ptrdiff_t>(schema_scalar_));
    }
    scalars_.push_back(value);
    schema_scalar_ = scalars_.size() - 1;
  } else {
    scalars_.push_back(value);
  }
}

// The statements of a package in the order of the text: each name gets its final value, whatever the order.
void Evaluator::RunTopLevel(Stmts body, int32_t package) {
  for (const Stmt* stmt : body) {
    auto force = [this, package, stmt](Symbol name) { ForceSetter(package, name, *stmt); };
    if (failed()) {
      return;
    }
    visited_ = stmt->span;
    if (const auto* assign = stmt->As<AssignStmt>()) {
      for (const Target& target : assign->targets) {
        force(target.name.symbol);
      }
    } else if (const auto* augmented = stmt->As<AugAssignStmt>()) {
      force(augmented->target.name.symbol);
    } else if (const auto* unification = stmt->As<UnificationStmt>()) {
      force(unification->target.name.symbol);
    } else if (const auto* condition = stmt->As<IfStmt>()) {
      const size_t decision = packages_[static_cast<size_t>(package)].decisions.Find(*condition, package);
      const std::optional<size_t> branch = decision == Decisions::kNone
                                               ? BranchOf(*condition, nullptr)
                                               : DecidedBranch(decision, package, nullptr, nullptr);
      if (branch.has_value() && *branch < condition->branches.size()) {
        RunTopLevel(condition->branches[*branch].body, package);
      }
    } else if (const auto* assertion = stmt->As<AssertStmt>()) {
      RunAssert(*assertion, nullptr);
    } else if (const auto* expression = stmt->As<ExprStmt>()) {
      for (const Expr* expr : expression->exprs) {
        Value value = Eval(*expr, nullptr);
        if (!failed() && expr->kind != ExprKind::kCall && package == 0) {
          AddScalar(value, expr->kind == ExprKind::kSchemaInit);
        }
      }
    }
  }
}

}  // namespace kval::kcl::eval
