#include "src/check/evaluated_children.h"

#include "src/check/fields.h"
#include "src/check/validator.h"
#include "src/support/native_stack.h"
#include "src/types/regex_cost.h"

// Which children of a value a type evaluates. A failing subschema evaluates nothing; but if no operand of an
// assertion holds, the intended ones count, so that there is one violation and not one per key.
namespace kval::check {
namespace {

void CollectKeys(const types::Model& model, const types::Record& record, const value::Value& map,
                 ValidationState& worker, EvaluatedChildren& evaluated) {
  if (record.key_rules.empty() && worker.ShouldLookUpFields(map, record)) {
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
    const types::CandidateKeyRules requested = record.KeyRulesFor(key);
    if (!worker.Spend(requested.size())) {
      return;
    }
    if (KeyRuleOf(record, requested, key, map) != nullptr) {
      evaluated.Add(i);
    }
  }
  worker.Spend(types::TakeRegexCost());
}

}  // namespace

struct AssertionCollector {
  Validator& validator;
  const ValueCursor& at;
  EvaluatedChildren& evaluated;

  void Collect(types::TypeId type) const { validator.Collect(at, type, evaluated, nullptr); }

  void CollectHolding(const std::vector<types::TypeId>& types) const {
    bool any = false;
    const auto few =
        validator.worker_.FindCandidates(validator.model_, types, *at.value, Discriminator::kRules);
    for (types::TypeId type : few ? *few : types) {
      if (validator.Holds(at, type)) {
        any = true;
        Collect(type);
      }
    }
    if (!any) {
      for (types::TypeId type : validator.LikelyVariants(*at.value, types)) {
        Collect(type);
      }
    }
  }

  void operator()(const types::AllOf& a) const {
    const auto few =
        validator.worker_.FindCandidates(validator.model_, a.types, *at.value, Discriminator::kConditions);
    for (types::TypeId type : few ? *few : a.types) {
      Collect(type);
    }
  }
  void operator()(const types::AnyOf& a) const { CollectHolding(a.types); }
  void operator()(const types::ExactlyOne& a) const { CollectHolding(a.types); }
  void operator()(const types::Not&) const {}
  void operator()(const types::IfThenElse& a) const {
    const bool holds = validator.Holds(at, a.condition);
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
    if (at.value->kind == value::Kind::kMapping && validator.worker_.EntryOf(*at.value, a.key) != nullptr) {
      Collect(a.type);
    }
  }
  void operator()(const types::Contains& a) const {
    if (!a.evaluates || at.value->kind != value::Kind::kSequence) {
      return;
    }
    const auto few = validator.worker_.ItemsOf(validator.model_, *at.value, a.item);
    for (size_t n = 0; n < (few ? few->size() : at.value->items().size()); ++n) {
      const size_t i = few ? (*few)[n] : n;
      if (validator.Holds(at.Item(i), a.item)) {
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

void Validator::CollectShape(const ValueCursor& at, const types::Type& type, EvaluatedChildren& evaluated) {
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
    const auto few = worker_.FindCandidates(model_, choice->variants, value, Discriminator::kShapes);
    for (types::TypeId arm : few ? *few : choice->variants) {
      if (worker_.KindsOf(model_, arm).Has(value.kind) && Fits(at, arm)) {
        Collect(at, arm, evaluated, nullptr);
        return;
      }
    }
    for (types::TypeId arm : LikelyVariants(value, choice->variants)) {
      Collect(at, arm, evaluated, nullptr);
    }
  }
}

void Validator::Collect(const ValueCursor& at, types::TypeId id, EvaluatedChildren& evaluated,
                        const types::Rule* except) {
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
