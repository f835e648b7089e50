#include "src/check/validator.h"

#include <algorithm>
#include <span>

#include "src/check/describe.h"
#include "src/check/fields.h"
#include "src/check/record_state.h"
#include "src/check/union_discriminator.h"
#include "src/support/limits.h"
#include "src/support/native_stack.h"
#include "src/types/regex_cost.h"
#include "src/value/decimal.h"

namespace kval::check {
namespace {

// Later violations may refine earlier ones at most this far away.
constexpr size_t kMany = 16'384;

bool IsRulesOnly(Validator::ValidationScope scope) {
  return scope == Validator::ValidationScope::kRules;
}

// Whether a syntax error may have turned another value into a collection, as in `url: a: b`.
bool IsDoubtful(const value::Value& value) {
  return IsRecovered(value) || (value.kind == value::Kind::kMapping && value.entries().size() == 1 &&
                                IsRecovered(*value.entries()[0].value));
}

bool HasRequired(const types::Record& record) {
  return std::any_of(record.fields.begin(), record.fields.end(), [](const types::Field& field) {
    return field.presence == types::FieldPresence::kRequired;
  });
}

// A misspelt key: violations of its map as a whole may be consequences, in this layer and, with a worker, in
// later ones.
void SetMisleading(const value::Value& key, ValidationState* worker, ValidationResult& outcome) {
  outcome.is_tainted = true;
  if (worker != nullptr) {
    worker->MarkContainsTainted(&key);
  }
}

// Whether the unknown key was reported after an earlier layer. A misspelt key's intended name
// `is_requested_again` where it may be missing. Records the key.
bool WasReported(const value::Value& key, bool is_requested_again, ValidationState& worker,
                 ValidationResult& outcome) {
  const bool is_misleading = worker.ContainsTainted(&key);
  if (!worker.WasTaintedBefore(&key) || (is_misleading && is_requested_again)) {
    worker.Add(&key);
    return false;
  }
  outcome.is_tainted = outcome.is_tainted || is_misleading;
  return true;
}

}  // namespace

Violation* Validator::Report(const ValueCursor& at, types::TypeId type) {
  // Violations found at a limit may be consequences of unchecked parts.
  if (errors_ == nullptr || worker_.IsExhausted() || worker_.IsTooDeep()) {
    return nullptr;
  }
  if (plan_.take != nullptr && errors_->size() >= kMany) {
    (*plan_.take)(*errors_);
  }
  Violation& error = errors_->emplace_back();
  error.key = at.key;
  error.value = at.value;
  error.path = at.path();
  error.type = type;
  return &error;
}

void Validator::NoteLimit(const types::PredicateResult& verdict) {
  if (errors_ == nullptr && verdict.answer == types::PredicateResult::PredicateOutcome::kError &&
      verdict.error_kind == diag::Kind::kLimitSteps) {
    worker_.Spend(Limits::kNoMaximum);
  }
}

ValidationResult Validator::VisitAs(ValidationScope scope, const ValueCursor& at, types::TypeId id) {
  const ValidationScope outer = plan_.scope;
  plan_.scope = scope;
  const ValidationResult outcome = Visit(at, id);
  plan_.scope = outer;
  return outcome;
}

ValidationResult Validator::Visit(const ValueCursor& at, types::TypeId id) {
  if (!worker_.Spend()) {
    return {};
  }
  if (plan_.records_tainted && worker_.Holds(at.value)) {
    return ValidationResult::Failed();
  }
  if (!HasStack()) {
    worker_.SetTooDeep();
    return {};
  }
  const bool has_gap = IsRecovered(*at.value);
  if (has_gap && plan_.records_tainted) {
    worker_.MarkRecovered();
  }
  if (at.value->gap == value::Recovery::kError) {
    return {true, true, true};
  }
  const types::Type& type = model_.Resolve(id);
  ValidationResult outcome;
  if (at.value->kind != value::Kind::kNull || !type.nullable) {
    outcome = Shape(at, id, type);
  }
  outcome.is_recovered = outcome.is_recovered || has_gap;
  if ((outcome.is_tainted || outcome.is_recovered) && plan_.records_tainted && at.value->is_collection()) {
    worker_.MarkContainsTainted(at.value);
  }
  const bool has_rules = checks_rules() && !type.rules.empty() && !has_gap;
  if (has_rules && !IsDone(outcome) && !(plan_.records_tainted && worker_.Holds(at.value))) {
    outcome.holds = Rules(at, id, type) && outcome.holds;
  }
  return outcome;
}

ValidationResult Validator::Shape(const ValueCursor& at, types::TypeId id, const types::Type& type) {
  struct Visitor {
    Validator& self;
    const ValueCursor& at;
    types::TypeId id;
    ValidationResult operator()(const types::Any&) const { return {}; }
    ValidationResult operator()(const types::InvalidType&) const { return {}; }
    ValidationResult operator()(const types::Never&) const {
      return self.Reject(violation::NeverAllowed(), at, id);
    }
    ValidationResult operator()(const types::Null&) const { return self.Kind(at, id); }
    ValidationResult operator()(const types::Scalar& scalar) const {
      const bool is_whole = scalar.kind != value::Kind::kInt || at.value->kind != value::Kind::kFloat ||
                            value::IsWhole(*at.value);
      return is_whole ? self.Kind(at, id) : self.Reject(violation::Mismatch(), at, id);
    }
    ValidationResult operator()(const types::Literal& literal) const {
      const bool is_same =
          at.value->kind == literal.value->kind && value::EqualExactly(*at.value, *literal.value);
      return is_same ? ValidationResult() : self.Reject(violation::Mismatch(), at, id);
    }
    ValidationResult operator()(const types::List& list) const { return self.List(at, id, list); }
    ValidationResult operator()(const types::Record& record) const { return self.Record(at, id, record); }
    ValidationResult operator()(const types::Union& choice) const { return self.Union(at, id, choice); }
    ValidationResult operator()(const types::Named&) const { return {}; }
  };
  // Fast path: a scalar of the expected kind.
  if (const auto* scalar = std::get_if<types::Scalar>(&type.shape);
      scalar != nullptr && scalar->kind == at.value->kind) {
    return {};
  }
  if (type.ignores_other_kinds && !ShapeAcceptsKind(model_, id, at.value->kind)) {
    return {};
  }
  return std::visit(Visitor{*this, at, id}, type.shape);
}

ValidationResult Validator::Kind(const ValueCursor& at, types::TypeId id) {
  if (AcceptsKind(model_, id, at.value->kind)) {
    return {};
  }
  return IsDoubtful(*at.value) ? ValidationResult::Failed() : Reject(violation::Mismatch(), at, id);
}

ValidationResult Validator::List(const ValueCursor& at, types::TypeId id, const types::List& list) {
  ValidationResult all = at.value->kind == value::Kind::kSequence ? ValidationResult() : Kind(at, id);
  if (!all.fits) {
    return all;
  }
  const size_t validated =
      list.open ? std::min(list.prefix.size(), at.value->items().size()) : at.value->items().size();
  for (size_t i = 0; i < validated && !IsDone(all); ++i) {
    all.Add(Visit(at.Item(i), i < list.prefix.size() ? list.prefix[i] : list.item));
  }
  return all;
}

ValidationResult Validator::Record(const ValueCursor& at, types::TypeId id, const types::Record& record) {
  ValidationResult all = at.value->kind == value::Kind::kMapping ? ValidationResult() : Kind(at, id);
  if (!all.fits) {
    return all;
  }
  RecordState state(model_, record, *at.value);
  const bool by_fields =
      record.open && record.key_rules.empty() && worker_.ShouldLookUpFields(*at.value, record);
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
      if (plan_.records_tainted) {
        worker_.Add(entry.value);
      }
      continue;
    }
    all.Add(Entry(at, entry, record, state));
    if (IsDone(all)) {
      return all;
    }
  }
  if (checks_shape()) {
    all.Add(FinishRecord(at, id, record, state));
  }
  return all;
}

ValidationResult Validator::Entry(const ValueCursor& at, const value::Entry& entry,
                                  const types::Record& record, RecordState& state) {
  ValidationResult all;
  bool is_known = record.open;
  const types::Field* field = state.fields.Find(*entry.key);
  state.fields.PrefetchNextType();
  ValueCursor child = at.Entry(entry);
  child.is_default =
      at.is_default || (field != nullptr && field->key == entry.key && entry.value->origin() == nullptr);
  if (field != nullptr) {
    state.SetPresent(*field);
    is_known = true;
    all.Add(Visit(child, field->type));
  }
  bool is_matched = field != nullptr;
  const types::CandidateKeyRules requested =
      record.key_rules.empty() ? types::CandidateKeyRules(size_t{0}) : record.KeyRulesFor(*entry.key);
  if (!worker_.Spend(requested.size())) {
    return {};
  }
  for (size_t n = 0; n < requested.size() && !IsDone(all); ++n) {
    const types::KeyRule& rule = record.key_rules[requested[n]];
    if (!rule.additional && is_matched) {
      continue;
    }
    const types::PredicateResult verdict = EvaluateKeyRule(rule, *entry.key, *at.value);
    worker_.Spend(types::TakeRegexCost());
    if (verdict.answer == types::PredicateResult::PredicateOutcome::kError) {
      // Whether the key is allowed is unknown: an error of the rule, not of the key.
      state.has_broken_rule = is_known = true;
      NoteLimit(verdict);
      if (checks_shape()) {
        all = ValidationResult::Failed();
        if (Violation* error = Report(at, {})) {
          error->detail = violation::BrokenKeyRule{&rule, entry.key, verdict};
        }
      }
      break;
    }
    if (verdict.holds()) {
      state.Count(requested[n]);
      is_matched = is_known = true;
      all.Add(Visit(child, rule.value));
    }
  }
  if (!is_known && !IsRecovered(*entry.key)) {
    state.AddUnknown(entry);
  }
  return all;
}

// The keys that the record does not declare.
ValidationResult Validator::CheckUnknownKeys(const ValueCursor& at, types::TypeId id,
                                             const types::Record& record, RecordState& state) {
  ValidationResult all;
  const bool asks_again = HasRequired(record);
  for (size_t i = 0; i < state.unknown.size() && !IsDone(all); ++i) {
    const value::Value* const key = state.unknown[i];
    all.Add(ValidationResult::CheckUnknownKeys());
    if (plan_.records_tainted && WasReported(*key, asks_again, worker_, all)) {
      continue;
    }
    const UnindentedKeys::UnindentedKey block = state.unindented.Find(model_, *key);
    bool is_misleading = block.bare != nullptr || block.is_below_unread;
    if (Violation* error = block.is_below_unread ? nullptr : Report(at, id)) {
      worker_.Spend(record.fields.size());
      auto& unknown = error->detail.emplace<violation::UnknownKey>();
      unknown.key = key;
      unknown.value = state.unknown_values[i];
      unknown.valueless_key = block.bare;
      unknown.field_below = block.field;
      if (block.bare == nullptr && worker_.CanCompareNames(record.fields.size())) {
        unknown.similar = NearestField(model_, record, *key);
      }
      if (unknown.similar != nullptr) {
        is_misleading = true;
        TaintDefault(*at.value, *unknown.similar);
      }
    }
    if (is_misleading) {
      SetMisleading(*key, plan_.records_tainted ? &worker_ : nullptr, all);
    }
  }
  return all;
}

// Checks that need all entries of a record.
ValidationResult Validator::FinishRecord(const ValueCursor& at, types::TypeId id, const types::Record& record,
                                         RecordState& state) {
  ValidationResult all = state.unknown.empty() ? ValidationResult() : CheckUnknownKeys(at, id, record, state);
  if (IsDone(all)) {
    return all;
  }
  for (const types::Field& field : record.fields) {
    const bool is_missing = field.presence == types::FieldPresence::kRequired && !state.IsPresent(field);
    if (is_missing && !plan_.is_partial && !IsRecovered(*at.value)) {
      all = ValidationResult::Failed();
      if (Violation* error = Report(at, id)) {
        error->detail = violation::MissingKey{KeyName(*field.key), &field};
      }
      if (stops_at_first()) {
        return all;
      }
    }
  }
  if (state.unknown.empty() && !state.has_broken_rule && record.counts_keys() && !IsRecovered(*at.value)) {
    // A key that was refused may be the one that is missing in the count.
    all.Add(Counts(at, record, state));
  }
  return all;
}

// The default in place of an intended key belongs to the schema, so nothing is reported about it.
void Validator::TaintDefault(const value::Value& record, const types::Field& suggested) {
  if (!plan_.records_tainted) {
    return;
  }
  const value::Entry* const entry = worker_.EntryOf(record, suggested.key->raw);
  if (entry != nullptr && entry->key == suggested.key) {
    worker_.Add(entry->value);
  }
}

ValidationResult Validator::Counts(const ValueCursor& at, const types::Record& record,
                                   const RecordState& state) {
  ValidationResult all;
  worker_.Spend(record.key_rules.size());
  for (size_t i = 0; i < record.key_rules.size(); ++i) {
    types::PredicateResult verdict = EvaluateKeyCount(record.key_rules[i], state.count(i), *at.value);
    if (!verdict.holds()) {
      all = ValidationResult::Failed();
      Violation* const error = Report(at, {});
      if (error != nullptr && verdict.answer == types::PredicateResult::PredicateOutcome::kError) {
        error->detail = violation::BrokenKeyRule{&record.key_rules[i], nullptr, std::move(verdict)};
      } else if (error != nullptr) {
        error->detail = violation::KeyCount{&record.key_rules[i], state.count(i), std::move(verdict)};
      }
    }
  }
  return all;
}

ValidationResult Validator::Union(const ValueCursor& at, types::TypeId id, const types::Union& choice) {
  const auto few = worker_.FindCandidates(model_, choice.variants, *at.value, Discriminator::kShapes);
  for (types::TypeId arm : few ? *few : choice.variants) {
    if (worker_.KindsOf(model_, arm).Has(at.value->kind) && Fits(at, arm)) {
      // Its shape is known by now; its rules are not.
      return checks_rules() ? VisitAs(ValidationScope::kRules, at, arm) : ValidationResult();
    }
  }
  return stops_at_first() && !plan_.first_only ? ValidationResult::Failed() : NoArm(at, id, choice);
}

ValidationResult Validator::NoArm(const ValueCursor& at, types::TypeId id, const types::Union& choice) {
  if (IsRulesOnly(plan_.scope)) {
    return ValidationResult::Failed();
  }
  std::vector<types::TypeId> of_kind;
  for (types::TypeId arm : choice.variants) {
    if (worker_.KindsOf(model_, arm).Has(at.value->kind)) {
      of_kind.push_back(arm);
    }
  }
  const std::vector<types::TypeId> suggested = LikelyVariants(*at.value, of_kind);
  if (suggested.size() == 1 && at.value->is_collection()) {
    // If one alternative is intended, its violations are more useful than "no alternative fits".
    VisitAs(ValidationScope::kShape, at, suggested.front());
    return ValidationResult::Failed();
  }
  if (plan_.is_partial && !suggested.empty() && at.value->is_collection()) {
    // The discriminator may still be merged.
    return {};
  }
  const types::TypeId by_keys = ClosestRecordByKeys(model_, suggested, *at.value, worker_);
  if (by_keys.has_value()) {
    VisitAs(ValidationScope::kShape, at, by_keys);
    return ValidationResult::Failed();
  }
  return of_kind.empty() ? Reject(violation::Mismatch(), at, id)
                         : Reject(violation::NoUnionMember{std::move(of_kind)}, at, id);
}

std::vector<types::TypeId> Validator::LikelyVariants(const value::Value& value,
                                                     const std::vector<types::TypeId>& types) {
  std::vector<types::TypeId> suggested;
  for (types::TypeId type : types) {
    if (worker_.KindsOf(model_, type).Has(value.kind) && !Contradicts(model_, type, value, worker_)) {
      suggested.push_back(type);
    }
  }
  return suggested;
}

}  // namespace kval::check
