#include "src/lang/kcl/eval/overrides.h"

#include <string>
#include <string_view>
#include <vector>

#include "src/lang/kcl/eval/key_updates.h"
#include "src/lang/kcl/runtime/text.h"
#include "src/lang/kcl/runtime/union.h"
#include "src/support/keyed_hash.h"
#include "src/support/substitute.h"

namespace kval::kcl::eval {

using runtime::Kind;

Value Overrides::Applied(const Value& value, std::span<const Override* const> overrides) {
  std::vector<PendingOverride> changes;
  for (const Override* change : overrides) {
    changes.push_back({change, 1, ReplacementOf(*change)});
  }
  return context_.failed() ? value : WithOverrides(value, changes);
}

Value Overrides::ReplacementOf(const Override& change) {
  bool found = false;
  return change.op == OverrideOp::kRemove
             ? Value()
             : whole_.FindGlobal(0, context_.program().ast.names.Find(change.value), &found);
}

Value Overrides::Overridden(const Value& base, OverrideOp op, const Value& value) {
  switch (op) {
    case OverrideOp::kReplace:
    case OverrideOp::kRemove:
      return value;
    case OverrideOp::kUnite:
      return base.is_config() && value.is_config()
                 ? runtime::MakeUnion(whole_, base, value, {.check_conflicts = false})
                 : value;
    case OverrideOp::kInsert:
      break;
  }
  if (!value.is(Kind::kList) || !(base.is(Kind::kList) || base.is_empty())) {
    return context_.FailAt(value.span,
                           Substitute("only list type can in inserted, got '{}'", TypeName(value)));
  }
  std::vector<Value> items;
  if (base.is(Kind::kList)) {
    items.assign(base.items().begin(), base.items().end());
  }
  items.insert(items.end(), value.items().begin(), value.items().end());
  return context_.ChargeItems(items.size()) ? runtime::MakeList(context_.heap(), items, base.span) : Value();
}

// `-O`: returns the value below `base` with all changes applied in order. Missing steps of a path become
// dicts. Changes of different keys are independent, so changes of one key are applied together and each dict
// is copied once.
Value Overrides::WithOverrides(const Value& base, std::span<const PendingOverride> changes) {
  Value result = base;
  for (size_t i = 0; i < changes.size() && !context_.failed();) {
    const PendingOverride& change = changes[i];
    if (change.step == change.override->path.size()) {
      context_.trace().visited = change.value.span;
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
  return context_.failed() ? Value() : result;
}

Value Overrides::WithKeyOverrides(const Value& base, std::span<const PendingOverride> changes) {
  if (!base.is_config() && !base.is_empty()) {
    const PendingOverride& first = changes.front();
    return context_.FailAt(first.value.span,
                           Substitute("conflicting values: '{}' cannot be set in a value of type '{}'",
                                      first.override->path[first.step].name, TypeName(base)));
  }
  const Value home = base.is_config() ? base : runtime::MakeDict(context_.heap().New<Dict>());
  std::vector<KeyUpdate> made;
  std::vector<std::vector<PendingOverride>> pending;
  TextMap<std::string_view, size_t> places;
  const auto settle = [&](size_t at) {
    KeyUpdate& change = made[at];
    change.value = WithOverrides(change.value, pending[at]);
    change.place = change.value.span.has_value() ? change.value.span : change.place;
    pending[at].clear();
  };
  for (const PendingOverride& change : changes) {
    const std::string& name = change.override->path[change.step].name;
    const auto [place, added] = places.try_emplace(name, made.size());
    if (added) {
      made.push_back({context_.heap().CopyText(name), home.fields().Get(name), false, change.value.span});
      pending.emplace_back();
    }
    KeyUpdate& target = made[place->second];
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
  for (size_t i = 0; i < made.size() && !context_.failed(); ++i) {
    if (!made[i].removes) {
      settle(i);
    }
  }
  return context_.failed() || !context_.ChargeItems(made.size()) ? Value()
                                                                 : ApplyKeyUpdates(whole_, home, made);
}

Value Overrides::WithItemOverride(const Value& list, const PendingOverride& change) {
  const int64_t index = *change.override->path[change.step].index;
  const bool is_last = change.step + 1 == change.override->path.size();
  context_.trace().visited = change.value.span;
  if (!list.is(Kind::kList)) {
    return context_.FailAt(change.value.span,
                           Substitute("'{}' object is not subscriptable by {}", TypeName(list), index));
  }
  std::vector<Value> items(list.items().begin(), list.items().end());
  const int64_t size = static_cast<int64_t>(items.size());
  const int64_t at = index < 0 ? index + size : index;
  if (at < 0 || at >= size) {
    return context_.FailAt(change.value.span, Substitute("list index out of range: {}", index));
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
  return !context_.failed() && context_.ChargeItems(items.size())
             ? runtime::MakeList(context_.heap(), items, list.span)
             : Value();
}

void Overrides::AddNewGlobals(DictBuilder& globals) {
  std::vector<PendingOverride> changes;
  for (const Override& change : context_.options().overrides) {
    const bool is_known = context_.program().packages.front()->by_name.count(
                              context_.program().ast.names.Find(change.path.front().name)) > 0;
    if (change.package.empty() && !is_known && change.op != OverrideOp::kRemove && !context_.failed()) {
      changes.push_back({&change, 0, ReplacementOf(change)});
    }
  }
  if (changes.empty() || context_.failed()) {
    return;
  }
  const Value made = WithOverrides(runtime::MakeDict(context_.heap().New<Dict>()), changes);
  if (!context_.failed() && made.is_config()) {
    for (const Entry& entry : made.fields().entries) {
      globals.Set(entry.key, entry.value);
    }
  }
}

}  // namespace kval::kcl::eval
