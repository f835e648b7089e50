#include "src/check/judge.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <vector>

#include "src/check/choice.h"
#include "src/check/describe.h"
#include "src/check/fields.h"
#include "src/check/key_elsewhere.h"
#include "src/check/orphans.h"
#include "src/check/record_state.h"
#include "src/support/limits.h"
#include "src/support/native_stack.h"
#include "src/types/match_work.h"
#include "src/value/compare.h"
#include "src/value/decimal.h"

namespace kval::check {
namespace {

// Later violations may refine earlier ones at most this far away.
constexpr size_t kMany = 16'384;

bool IsRulesOnly(Judge::Asks asks) {
  return asks == Judge::Asks::kRules;
}

// Whether a syntax error may have turned another value into a collection, as in `url: a: b`.
bool IsDoubtful(const value::Value& value) {
  return HasGap(value) || (value.kind == value::Kind::kMapping && value.entries().size() == 1 &&
                           HasGap(*value.entries()[0].value));
}

bool HasRequired(const types::Record& record) {
  return std::any_of(record.fields.begin(), record.fields.end(),
                     [](const types::Field& field) { return field.presence == types::Presence::kRequired; });
}

// A misspelt key: violations of its map as a whole may be consequences, in this layer and, with a worker, in
// later ones.
void SetMisleading(const value::Value& key, Worker* worker, Outcome& outcome) {
  outcome.misleads = true;
  if (worker != nullptr) {
    worker->AddPartOf(&key);
  }
}

// Whether the unknown key was reported after an earlier layer. A misspelt key's intended name
// `is_asked_again` where it may be missing. Records the key.
bool WasTold(const value::Value& key, bool is_asked_again, Worker& worker, Outcome& outcome) {
  const bool is_misleading = worker.HoldsPartOf(&key);
  if (!worker.HeldBefore(&key) || (is_misleading && is_asked_again)) {
    worker.Add(&key);
    return false;
  }
  outcome.misleads = outcome.misleads || is_misleading;
  return true;
}

}  // namespace

Fault* Judge::Report(Fault::What what, const Trail& at, types::TypeId type) {
  // Violations found at a limit may be consequences of unchecked parts.
  if (faults_ == nullptr || worker_.IsExhausted() || worker_.IsTooDeep()) {
    return nullptr;
  }
  if (plan_.take != nullptr && faults_->size() >= kMany) {
    (*plan_.take)(*faults_);
  }
  ++reported_;
  Fault& fault = faults_->emplace_back();
  fault.what = what;
  fault.key = at.key;
  fault.value = at.value;
  fault.path = at.path();
  fault.type = type;
  return &fault;
}

Outcome Judge::Refuse(Fault::What what, const Trail& at, types::TypeId type) {
  if (asks_shape()) {
    Report(what, at, type);
    if (plan_.poisons) {
      worker_.Add(at.value);
    }
  }
  return Outcome::Failed();
}

void Judge::NoteLimit(const types::Verdict& verdict) {
  if (faults_ == nullptr && verdict.answer == types::Verdict::Answer::kBroken &&
      verdict.broken_kind == diag::Kind::kLimitSteps) {
    worker_.Spend(Limits::kNoMost);
  }
}

Outcome Judge::VisitAs(Asks asks, const Trail& at, types::TypeId id) {
  const Asks outer = plan_.asks;
  plan_.asks = asks;
  const Outcome outcome = Visit(at, id);
  plan_.asks = outer;
  return outcome;
}

Outcome Judge::Visit(const Trail& at, types::TypeId id) {
  if (!worker_.Spend()) {
    return {};
  }
  if (plan_.poisons && worker_.Holds(at.value)) {
    return Outcome::Failed();
  }
  if (!HasStack()) {
    worker_.SetTooDeep();
    return {};
  }
  const bool has_gap = HasGap(*at.value);
  if (has_gap && plan_.poisons) {
    worker_.AddGap();
  }
  if (at.value->gap == value::Gap::kAll) {
    return {true, true, true};
  }
  const types::Type& type = model_.Resolve(id);
  Outcome outcome;
  if (at.value->kind != value::Kind::kNull || !type.nullable) {
    outcome = Shape(at, id, type);
  }
  outcome.has_gap = outcome.has_gap || has_gap;
  if ((outcome.misleads || outcome.has_gap) && plan_.poisons && at.value->is_collection()) {
    worker_.AddPartOf(at.value);
  }
  const bool has_rules = asks_rules() && !type.rules.empty() && !has_gap;
  if (has_rules && !IsDone(outcome) && !(plan_.poisons && worker_.Holds(at.value))) {
    outcome.holds = Rules(at, id, type) && outcome.holds;
  }
  return outcome;
}

Outcome Judge::Shape(const Trail& at, types::TypeId id, const types::Type& type) {
  struct Visitor {
    Judge& self;
    const Trail& at;
    types::TypeId id;
    Outcome operator()(const types::Any&) const { return {}; }
    Outcome operator()(const types::Poison&) const { return {}; }
    Outcome operator()(const types::Never&) const { return self.Refuse(Fault::What::kNever, at, id); }
    Outcome operator()(const types::Null&) const { return self.Kind(at, id); }
    Outcome operator()(const types::Scalar& scalar) const {
      const bool is_whole = scalar.kind != value::Kind::kInt || at.value->kind != value::Kind::kFloat ||
                            value::IsWhole(*at.value);
      return is_whole ? self.Kind(at, id) : self.Refuse(Fault::What::kMismatch, at, id);
    }
    Outcome operator()(const types::Literal& literal) const {
      const bool is_same =
          at.value->kind == literal.value->kind && value::EqualExactly(*at.value, *literal.value);
      return is_same ? Outcome() : self.Refuse(Fault::What::kMismatch, at, id);
    }
    Outcome operator()(const types::List& list) const { return self.List(at, id, list); }
    Outcome operator()(const types::Record& record) const { return self.Record(at, id, record); }
    Outcome operator()(const types::Union& choice) const { return self.Union(at, id, choice); }
    Outcome operator()(const types::Named&) const { return {}; }
  };
  // Fast path: a scalar of the expected kind.
  if (const auto* scalar = std::get_if<types::Scalar>(&type.shape);
      scalar != nullptr && scalar->kind == at.value->kind) {
    return {};
  }
  if (type.others_pass && !ShapeTakesKind(model_, id, at.value->kind)) {
    return {};
  }
  return std::visit(Visitor{*this, at, id}, type.shape);
}

Outcome Judge::Kind(const Trail& at, types::TypeId id) {
  if (TakesKind(model_, id, at.value->kind)) {
    return {};
  }
  return IsDoubtful(*at.value) ? Outcome::Failed() : Refuse(Fault::What::kMismatch, at, id);
}

Outcome Judge::List(const Trail& at, types::TypeId id, const types::List& list) {
  Outcome all = at.value->kind == value::Kind::kSequence ? Outcome() : Kind(at, id);
  if (!all.fits) {
    return all;
  }
  const size_t judged =
      list.open ? std::min(list.prefix.size(), at.value->items().size()) : at.value->items().size();
  for (size_t i = 0; i < judged && !IsDone(all); ++i) {
    all.Add(Visit(at.Item(i), i < list.prefix.size() ? list.prefix[i] : list.item));
  }
  return all;
}

Outcome Judge::Record(const Trail& at, types::TypeId id, const types::Record& record) {
  Outcome all = at.value->kind == value::Kind::kMapping ? Outcome() : Kind(at, id);
  if (!all.fits) {
    return all;
  }
  RecordState state(model_, record, *at.value);
  const bool by_fields = record.open && record.key_rules.empty() && worker_.IsWorthAsking(*at.value, record);
  for (const value::Entry* entry :
       by_fields ? worker_.EntriesOf(*at.value, record, model_) : std::vector<const value::Entry*>()) {
    all.Add(Entry(at, *entry, record, state));
    if (IsDone(all)) {
      return all;
    }
  }
  for (const value::Entry& entry : by_fields ? std::span<const value::Entry>() : at.value->entries()) {
    // The value of such a key is the unindented block below it, which is reported.
    if (state.unindented.IsBare(entry)) {
      state.SetPresent(*state.fields.Find(*entry.key));
      if (plan_.poisons) {
        worker_.Add(entry.value);
      }
      continue;
    }
    all.Add(Entry(at, entry, record, state));
    if (IsDone(all)) {
      return all;
    }
  }
  if (asks_shape()) {
    all.Add(Closing(at, id, record, state));
  }
  return all;
}

Outcome Judge::Entry(const Trail& at, const value::Entry& entry, const types::Record& record,
                     RecordState& state) {
  Outcome all;
  bool is_known = record.open;
  const types::Field* field = state.fields.Find(*entry.key);
  state.fields.AskForTypesAhead();
  Trail child = at.Entry(entry);
  child.is_default =
      at.is_default || (field != nullptr && field->key == entry.key && entry.value->origin() == nullptr);
  if (field != nullptr) {
    state.SetPresent(*field);
    is_known = true;
    all.Add(Visit(child, field->type));
  }
  bool is_matched = field != nullptr;
  const types::AskedKeyRules asked =
      record.key_rules.empty() ? types::AskedKeyRules(size_t{0}) : record.KeyRulesFor(*entry.key);
  if (!worker_.Spend(asked.size())) {
    return {};
  }
  for (size_t n = 0; n < asked.size() && !IsDone(all); ++n) {
    const types::KeyRule& rule = record.key_rules[asked[n]];
    if (!rule.additional && is_matched) {
      continue;
    }
    const types::Verdict verdict = AskForKey(rule, *entry.key, *at.value);
    worker_.Spend(types::TakeMatchWork());
    if (verdict.answer == types::Verdict::Answer::kBroken) {
      // Whether the key is allowed is unknown: an error of the rule, not of the key.
      state.has_broken_rule = is_known = true;
      NoteLimit(verdict);
      if (asks_shape()) {
        all = Outcome::Failed();
        if (Fault* fault = Report(Fault::What::kBrokenKeyRule, at, {})) {
          fault->child = entry.key;
          fault->key_rule = &rule;
          fault->verdict = verdict;
        }
      }
      break;
    }
    if (verdict.holds()) {
      state.Count(asked[n]);
      is_matched = is_known = true;
      all.Add(Visit(child, rule.value));
    }
  }
  if (!is_known && !HasGap(*entry.key)) {
    state.AddUnknown(entry);
  }
  return all;
}

// The keys that the record does not declare.
Outcome Judge::Surplus(const Trail& at, types::TypeId id, const types::Record& record, RecordState& state) {
  Outcome all;
  Orphans orphans;
  bool told_orphans = false;
  const bool asks_again = HasRequired(record);
  const bool may_be_bare = faults_ != nullptr && state.unknown.size() > 1;
  const std::vector<const value::Value*> bare =
      may_be_bare ? BareKeysAbove(*at.value, state.unknown) : std::vector<const value::Value*>();
  for (size_t i = 0; i < state.unknown.size(); ++i) {
    const value::Value* const key = state.unknown[i];
    all.Add(Outcome::Surplus());
    if (plan_.poisons && WasTold(*key, asks_again, worker_, all)) {
      continue;
    }
    const Unindented::Key meant = state.unindented.Find(model_, *key);
    if (meant.place != Unindented::Place::kNone) {
      SetMisleading(*key, plan_.poisons ? &worker_ : nullptr, all);
    }
    if (meant.place == Unindented::Place::kFurther ||
        (told_orphans && orphans.Find(model_, *key) != nullptr)) {
      continue;
    }
    if (Fault* fault = Report(Fault::What::kUnknownKey, at, id)) {
      worker_.Spend(record.fields.size());
      fault->child = key;
      fault->held = state.unknown_values[i];
      if (may_be_bare && bare[i] != nullptr) {
        fault->elsewhere.push_back(bare[i]);
      }
      if (meant.place == Unindented::Place::kFirst) {
        fault->field = meant.field;
        fault->name = KeyName(*meant.bare);
        continue;
      }
      if (!orphans.was_searched() && worker_.MayCompareNames(record.fields.size())) {
        worker_.Spend(record.fields.size() * std::min(Orphans::kAskedKeys, state.unknown.size()));
        orphans.Search(model_, record, fault->path, worker_.root(), state.unknown);
      }
      const types::Field* lost = orphans.Find(model_, *key);
      told_orphans = told_orphans || lost != nullptr || orphans.IsHolder(*key);
      if (lost != nullptr && !orphans.IsHolder(*key)) {
        fault->field = lost;
        fault->name = orphans.holder();
        fault->count = static_cast<int64_t>(orphans.count());
        continue;
      }
      // A misspelt key is one mistake: the intended key is not reported as missing.
      if (worker_.MayCompareNames(record.fields.size())) {
        fault->field = NearestField(model_, record, *key);
      }
      if (fault->field != nullptr) {
        SetMisleading(*key, plan_.poisons ? &worker_ : nullptr, all);
        state.SetPresent(*fault->field);
        PoisonDefault(*at.value, *fault->field);
      }
    }
    if (IsDone(all)) {
      return all;
    }
  }
  return all;
}

// Checks that need all entries of a record.
Outcome Judge::Closing(const Trail& at, types::TypeId id, const types::Record& record, RecordState& state) {
  Outcome all = state.unknown.empty() ? Outcome() : Surplus(at, id, record, state);
  if (IsDone(all)) {
    return all;
  }
  for (const types::Field& field : record.fields) {
    const bool is_missing = field.presence == types::Presence::kRequired && !state.IsPresent(field);
    if (is_missing && !plan_.is_partial && !HasGap(*at.value)) {
      all = Outcome::Failed();
      if (faults_ != nullptr) {
        TellTooDeep(at, KeyName(*field.key), *faults_);
      }
      if (Fault* fault = Report(Fault::What::kMissingKey, at, id)) {
        fault->field = &field;
        if (worker_.MayCompareNames(at.value->entries().size())) {
          FindElsewhere(at, KeyName(*field.key), *faults_);
          AddKeysOf(model_, field.type, state.unknown, *fault);
        }
      }
      if (stops_at_first()) {
        return all;
      }
    }
  }
  if (state.unknown.empty() && !state.has_broken_rule && record.counts_keys() && !HasGap(*at.value)) {
    // A key that was refused may be the one that is missing in the count.
    all.Add(Counts(at, record, state));
  }
  return all;
}

// The default in place of an intended key belongs to the schema, so nothing is reported about it.
void Judge::PoisonDefault(const value::Value& record, const types::Field& meant) {
  if (!plan_.poisons) {
    return;
  }
  const value::Entry* const entry = worker_.EntryOf(record, meant.key->raw);
  if (entry != nullptr && entry->key == meant.key) {
    worker_.Add(entry->value);
  }
}

Outcome Judge::Counts(const Trail& at, const types::Record& record, const RecordState& state) {
  Outcome all;
  worker_.Spend(record.key_rules.size());
  for (size_t i = 0; i < record.key_rules.size(); ++i) {
    types::Verdict verdict = AskForCount(record.key_rules[i], state.count(i), *at.value);
    if (!verdict.holds()) {
      all = Outcome::Failed();
      const bool is_broken = verdict.answer == types::Verdict::Answer::kBroken;
      if (Fault* fault = Report(is_broken ? Fault::What::kBrokenKeyRule : Fault::What::kKeyCount, at, {})) {
        fault->verdict = std::move(verdict);
        fault->key_rule = &record.key_rules[i];
        fault->count = state.count(i);
      }
    }
  }
  return all;
}

Outcome Judge::Union(const Trail& at, types::TypeId id, const types::Union& choice) {
  const auto few = worker_.Among(model_, choice.arms, *at.value, ToldBy::kShapes);
  for (types::TypeId arm : few ? *few : choice.arms) {
    if (worker_.KindsOf(model_, arm).Has(at.value->kind) && Fits(at, arm)) {
      // Its shape is known by now; its rules are not.
      return asks_rules() ? VisitAs(Asks::kRules, at, arm) : Outcome();
    }
  }
  return stops_at_first() && !plan_.first_only ? Outcome::Failed() : NoArm(at, id, choice);
}

Outcome Judge::NoArm(const Trail& at, types::TypeId id, const types::Union& choice) {
  if (IsRulesOnly(plan_.asks)) {
    return Outcome::Failed();
  }
  std::vector<types::TypeId> of_kind;
  for (types::TypeId arm : choice.arms) {
    if (worker_.KindsOf(model_, arm).Has(at.value->kind)) {
      of_kind.push_back(arm);
    }
  }
  const std::vector<types::TypeId> meant = Meant(*at.value, of_kind);
  if (meant.size() == 1 && at.value->is_collection()) {
    // If one alternative is intended, its violations are more useful than "no alternative fits".
    VisitAs(Asks::kShape, at, meant.front());
    return Outcome::Failed();
  }
  if (plan_.is_partial && !meant.empty() && at.value->is_collection()) {
    // The discriminator may still be merged.
    return {};
  }
  const types::TypeId by_keys = MeantByKeys(model_, meant, *at.value, worker_);
  if (by_keys.has_value()) {
    VisitAs(Asks::kShape, at, by_keys);
    return Outcome::Failed();
  }
  const size_t before = reported_;
  const Outcome outcome = Refuse(of_kind.empty() ? Fault::What::kMismatch : Fault::What::kNoArm, at, id);
  if (!of_kind.empty() && reported_ > before) {
    faults_->back().types = std::move(of_kind);
  }
  return outcome;
}

std::vector<types::TypeId> Judge::Meant(const value::Value& value, const std::vector<types::TypeId>& types) {
  std::vector<types::TypeId> meant;
  for (types::TypeId type : types) {
    if (worker_.KindsOf(model_, type).Has(value.kind) && !Contradicts(model_, type, value, worker_)) {
      meant.push_back(type);
    }
  }
  return meant;
}

}  // namespace kval::check
