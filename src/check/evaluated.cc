#include "src/check/evaluated.h"

#include <algorithm>
#include <vector>

#include "src/check/fields.h"
#include "src/check/judge.h"
#include "src/support/native_stack.h"
#include "src/types/match_work.h"

// Which children of a value a type evaluates. A failing subschema evaluates nothing; but if no operand of an
// assertion holds, the intended ones count, so that there is one violation and not one per key.
namespace kval::check {
namespace {

void CollectKeys(const types::Model& model, const types::Record& record, const value::Value& map,
                 Worker& worker, Evaluated& evaluated) {
  if (record.key_rules.empty() && worker.IsWorthAsking(map, record)) {
    for (const value::Entry* entry : worker.EntriesOf(map, record, model)) {
      evaluated.Add(static_cast<size_t>(entry - map.entries().data()));
    }
    return;
  }
  worker.Spend(map.entries().size());
  FieldCursor fields(model, record);
  for (size_t i = 0; i < map.entries().size(); ++i) {
    const value::Value& key = *map.entries()[i].key;
    if (fields.Find(key) != nullptr) {
      evaluated.Add(i);
      continue;
    }
    const types::AskedKeyRules asked = record.KeyRulesFor(key);
    if (!worker.Spend(asked.size())) {
      return;
    }
    if (KeyRuleOf(record, asked, key, map) != nullptr) {
      evaluated.Add(i);
    }
  }
  worker.Spend(types::TakeMatchWork());
}

}  // namespace

struct AssertionCollector {
  Judge& judge;
  const Trail& at;
  Evaluated& evaluated;

  void Collect(types::TypeId type) const { judge.Collect(at, type, evaluated, nullptr); }

  void CollectThoseThatHold(const std::vector<types::TypeId>& types) const {
    bool any = false;
    const auto few = judge.worker_.Among(judge.model_, types, *at.value, ToldBy::kRules);
    for (types::TypeId type : few ? *few : types) {
      if (judge.Holds(at, type)) {
        any = true;
        Collect(type);
      }
    }
    if (!any) {
      for (types::TypeId type : judge.Meant(*at.value, types)) {
        Collect(type);
      }
    }
  }

  void operator()(const types::AllOf& a) const {
    const auto few = judge.worker_.Among(judge.model_, a.types, *at.value, ToldBy::kConditions);
    for (types::TypeId type : few ? *few : a.types) {
      Collect(type);
    }
  }
  void operator()(const types::AnyOf& a) const { CollectThoseThatHold(a.types); }
  void operator()(const types::ExactlyOne& a) const { CollectThoseThatHold(a.types); }
  void operator()(const types::Not&) const {}
  void operator()(const types::IfThenElse& a) const {
    const bool holds = judge.Holds(at, a.condition);
    if (holds) {
      Collect(a.condition);
    }
    const types::TypeId branch = holds ? a.then : a.otherwise;
    if (branch.has_value()) {
      Collect(branch);
    }
  }
  void operator()(const types::RequiredKeys&) const {}
  void operator()(const types::DependentKeys&) const {}
  void operator()(const types::DependentType& a) const {
    if (at.value->kind == value::Kind::kMapping && judge.worker_.EntryOf(*at.value, a.key) != nullptr) {
      Collect(a.type);
    }
  }
  void operator()(const types::Contains& a) const {
    if (!a.evaluates || at.value->kind != value::Kind::kSequence) {
      return;
    }
    const auto few = judge.worker_.ItemsOf(judge.model_, *at.value, a.item);
    for (size_t n = 0; n < (few ? few->size() : at.value->items().size()); ++n) {
      const size_t i = few ? (*few)[n] : n;
      if (judge.Holds(at.Item(i), a.item)) {
        evaluated.Add(i);
      }
    }
  }
  void operator()(const types::KeyNames&) const {}
  void operator()(const types::UnevaluatedKeys&) const {
    if (at.value->kind == value::Kind::kMapping) {
      evaluated.AddAll();
    }
  }
  void operator()(const types::UnevaluatedItems&) const {
    if (at.value->kind == value::Kind::kSequence) {
      evaluated.AddAll();
    }
  }
};

void Judge::CollectShape(const Trail& at, const types::Type& type, Evaluated& evaluated) {
  const value::Value& value = *at.value;
  if (const auto* record = std::get_if<types::Record>(&type.shape)) {
    if (value.kind == value::Kind::kMapping) {
      CollectKeys(model_, *record, value, worker_, evaluated);
    }
  } else if (const auto* list = std::get_if<types::List>(&type.shape)) {
    if (value.kind == value::Kind::kSequence) {
      evaluated.AddFirst(list->open ? list->prefix.size() : value.items().size());
    }
  } else if (const auto* choice = std::get_if<types::Union>(&type.shape)) {
    const auto few = worker_.Among(model_, choice->arms, value, ToldBy::kShapes);
    for (types::TypeId arm : few ? *few : choice->arms) {
      if (worker_.KindsOf(model_, arm).Has(value.kind) && Fits(at, arm)) {
        Collect(at, arm, evaluated, nullptr);
        return;
      }
    }
    for (types::TypeId arm : Meant(value, choice->arms)) {
      Collect(at, arm, evaluated, nullptr);
    }
  }
}

void Judge::Collect(const Trail& at, types::TypeId id, Evaluated& evaluated, const types::Rule* except) {
  if (!worker_.Spend()) {
    return;
  }
  if (!HasStack()) {
    worker_.SetTooDeep();
    return;
  }
  const types::Type& type = model_.Resolve(id);
  CollectShape(at, type, evaluated);
  for (types::RuleId rule_id : type.rules) {
    const types::Rule& rule = model_.Get(rule_id);
    const auto* assertion = std::get_if<types::Assertion>(&rule.test);
    const bool speaks = assertion != nullptr && &rule != except && rule.Sees(at.value->kind);
    if (speaks) {
      std::visit(AssertionCollector{*this, at, evaluated}, *assertion);
    }
  }
}

}  // namespace kval::check
