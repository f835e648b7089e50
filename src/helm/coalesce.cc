#include "src/helm/coalesce.h"

#include <string>
#include <string_view>
#include <vector>

#include "src/support/keyed_hash.h"
#include "src/support/native_stack.h"

namespace kval::helm {
namespace {

constexpr std::string_view kGlobal = "global";

constexpr diag::Def<std::string_view, std::string_view> kNoMap{
    diag::Kind::kHelmRefused, "`{}` is the key of a subchart's values and must be a map, found {}"};

diag::Path Join(const diag::Path& prefix, std::string_view key) {
  diag::Path path = prefix;
  path.push_back(diag::PathStep::Key(key));
  return path;
}

// Takes nulls out of the defaults of a chart, at every depth. Source: helm v4 cleanNilValues.
void TakeNulls(Table& table) {
  NeedStack();
  for (size_t i = 0; i < table.slot_count(); ++i) {
    const TableEntry& slot = table.slot(i);
    if (slot.key == nullptr) {
      continue;
    }
    if (slot.node.is_null()) {
      table.Erase(slot.key->raw);
    } else if (slot.node.table != nullptr) {
      TakeNulls(*slot.node.table);
    }
  }
}

}  // namespace

Table* Coalescer::Values(const Chart& chart, const Table& values, NullHandling nulls) {
  Table* copy = context_.forest.Copy(values);
  return Coalesce(chart, *copy, {}, nulls) ? copy : nullptr;
}

bool Coalescer::Coalesce(const Chart& chart, Table& values, const diag::Path& prefix, NullHandling nulls) {
  NeedStack();
  conflicts_.SetChart(prefix.empty() ? std::string() : chart.name());
  Defaults(chart, values, prefix, nulls);
  return CoalesceSubcharts(chart, values, prefix, nulls);
}

bool Coalescer::CoalesceSubcharts(const Chart& chart, Table& values, const diag::Path& prefix,
                                  NullHandling nulls) {
  bool ok = true;
  for (const Chart* sub : chart.charts) {
    const TableValue* found = values.Find(sub->name());
    if (found != nullptr && found->is_unreadable()) {
      continue;
    }
    if (found != nullptr && found->table == nullptr) {
      context_.emit
          .Report(found->written->span, kNoMap, diag::Display(Join(prefix, sub->name())),
                  value::KindName(found->kind()))
          .Hint(found->is_null() ? "a null cannot switch a subchart off: use its condition, `" + sub->name() +
                                       ".enabled: false` most often"
                                 : "")
          .Emit();
      ok = false;
      continue;
    }
    if (found == nullptr) {
      values.Set(*context_.forest.build().String(sub->name()),
                 context_.forest.MakeNode(context_.forest.NewTable()));
      found = values.Find(sub->name());
    }
    Table& below = *found->table;
    const diag::Path path = Join(prefix, sub->name());
    conflicts_.SetChart(sub->name());
    Globals(below, values, path);
    ok = Coalesce(*sub, below, path, nulls) && ok;
  }
  return ok;
}

void Coalescer::Globals(Table& below, const Table& above, const diag::Path& prefix) {
  const TableValue* target = below.Find(kGlobal);
  const TableValue* source = above.Find(kGlobal);
  for (const TableValue* node : {target, source}) {
    if (node != nullptr && node->table == nullptr) {
      conflicts_.Report(Conflict::kGlobalNoMap, Join(prefix, kGlobal), *node, nullptr);
      return;
    }
  }
  Table* const globals = target != nullptr ? target->table : context_.forest.NewTable();
  context_.forest.Count(source != nullptr ? source->table->size() : 0);
  for (size_t i = 0; source != nullptr && i < source->table->slot_count(); ++i) {
    if (source->table->slot(i).key != nullptr) {
      Global(*globals, source->table->slot(i), prefix);
    }
  }
  // Values without a source inherit the parent's location, where missing values would be added.
  if (target == nullptr || (source != nullptr && !target->written->span.has_value())) {
    const TableEntry* const given = above.FindEntry(kGlobal);
    below.Set(given == nullptr ? *context_.forest.build().String(kGlobal) : *given->key,
              context_.forest.MakeNode(globals, source == nullptr ? nullptr : source->written));
  }
}

// One global of the parent: its scalars win, its maps are merged from the top down.
void Coalescer::Global(Table& target, const TableEntry& slot, const diag::Path& prefix) {
  const std::string_view key = slot.key->raw;
  const TableValue* there = target.Find(key);
  if (slot.node.table == nullptr) {
    if (there == nullptr || there->table == nullptr) {
      target.Set(*slot.key, slot.node);
    }
    return;
  }
  // A shallow copy, as Helm's: the tables within are shared with the parent.
  Table* copy = context_.forest.NewTable();
  copy->AddRecovery(slot.node.table->gap());
  context_.forest.Count(slot.node.table->size());
  for (size_t i = 0; i < slot.node.table->slot_count(); ++i) {
    const TableEntry& inner = slot.node.table->slot(i);
    if (inner.key != nullptr) {
      copy->Set(*inner.key, inner.node);
    }
  }
  if (there != nullptr && there->table == nullptr) {
    conflicts_.Report(Conflict::kGlobalMapOverOther, Join(Join(prefix, kGlobal), key), *there, &slot.node);
    return;
  }
  if (there != nullptr) {
    Tables(*copy, *there->table, Join(Join(prefix, kGlobal), key), NullHandling::kMerge);
  }
  target.Set(*slot.key, context_.forest.MakeNode(copy, slot.node.written));
}

void Coalescer::Defaults(const Chart& chart, Table& values, const diag::Path& prefix, NullHandling nulls) {
  const Table& defaults = *context_.forest.Copy(*chart.values);
  TextSet<std::string_view> subcharts;
  for (const Chart* subchart : chart.charts) {
    subcharts.insert(subchart->name());
  }
  values.AddRecovery(defaults.gap());
  for (size_t i = 0; i < defaults.slot_count(); ++i) {
    if (const value::Value* key = defaults.slot(i).key; key != nullptr) {
      Default(subcharts.contains(key->raw.view()), values, defaults.slot(i), prefix, nulls);
    }
  }
}

void Coalescer::Default(bool is_of_subchart, Table& values, const TableEntry& slot, const diag::Path& prefix,
                        NullHandling nulls) {
  const std::string_view key = slot.key->raw;
  TableValue* const found = values.Find(key);
  const NullHandling below = is_of_subchart ? NullHandling::kMerge : nulls;
  const bool takes_nulls =
      context_.version == Version::kHelm4 && (found == nullptr ? nulls : below) == NullHandling::kDelete;
  if (takes_nulls && slot.node.table != nullptr) {
    TakeNulls(*slot.node.table);
  }
  if (found == nullptr) {
    if (!takes_nulls || !slot.node.is_null()) {
      values.Set(*slot.key, slot.node);
    }
    return;
  }
  if (found->is_null() && nulls == NullHandling::kDelete) {
    values.Erase(key);
  } else if (found->table == nullptr) {
    if (slot.node.table != nullptr && slot.node.table->size() > 0 && !found->is_null() && !is_of_subchart) {
      conflicts_.Report(Conflict::kOtherOverMap, Join(prefix, key), *found, &slot.node);
    }
    *found = context_.forest.WithBase(*found, slot.node);
  } else if (slot.node.table != nullptr) {
    Tables(*found->table, *slot.node.table, Join(prefix, key), below);
  } else if (!slot.node.is_null()) {
    conflicts_.Report(Conflict::kMapOverOther, Join(prefix, key), *found, &slot.node);
    *found = context_.forest.WithBase(*found, slot.node);
  }
}

void Coalescer::Tables(Table& above, Table& below, const diag::Path& prefix, NullHandling nulls) {
  NeedStack();
  struct Default {
    const value::Value* key;
    bool was_null;
  };
  std::vector<Default> defaults;
  above.AddRecovery(below.gap());
  for (size_t i = 0; i < below.slot_count(); ++i) {
    if (below.slot(i).key != nullptr) {
      defaults.push_back({below.slot(i).key, below.slot(i).node.is_null()});
    }
  }
  // Nulls of the upper table are now also in the lower one; new ones there do not change the upper. Imports
  // are applied below a table that grows with each.
  for (size_t i = 0; above.may_contain_nulls() && i < above.slot_count(); ++i) {
    const TableEntry& slot = above.slot(i);
    if (slot.key != nullptr && slot.node.is_null()) {
      below.Set(*slot.key, slot.node);
    }
  }
  for (const Default& known : defaults) {
    const std::string_view key = known.key->raw;
    const TableValue* const default_value = below.Find(key);
    TableValue* const found = above.Find(key);
    if (default_value == nullptr) {
      continue;
    }
    if (found == nullptr) {
      above.Set(*known.key, *default_value);
    } else if (found->is_null() && nulls == NullHandling::kDelete && !known.was_null) {
      above.Erase(key);
    } else if (found->table != nullptr && default_value->table != nullptr) {
      Tables(*found->table, *default_value->table, Join(prefix, key), nulls);
    } else if (default_value->table != nullptr) {
      conflicts_.Report(Conflict::kOtherOverMap, Join(prefix, key), *found, default_value);
      *found = context_.forest.WithBase(*found, *default_value);
    } else if (found->table != nullptr && !default_value->is_null()) {
      conflicts_.Report(Conflict::kMapOverOther, Join(prefix, key), *found, default_value);
      *found = context_.forest.WithBase(*found, *default_value);
    } else if (!found->is_null()) {
      *found = context_.forest.WithBase(*found, *default_value);
    }
  }
}

}  // namespace kval::helm
