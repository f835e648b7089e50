#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "src/check/closest_variants.h"
#include "src/check/describe.h"
#include "src/check/rule_test.h"
#include "src/check/union_discriminator.h"
#include "src/check/validator.h"
#include "src/support/native_stack.h"

namespace kval::check {
namespace {

bool HasSameText(const types::Rule* a, const types::Rule* b) {
  return a == b || (a != nullptr && b != nullptr && a->message == b->message &&
                    RequirementText(a->test) == RequirementText(b->test));
}

// Whether two violations by one value state the same.
bool IsSameViolation(const types::Model& model, const Violation& a, const Violation& b) {
  if (a.detail.index() != b.detail.index() || diag::Display(a.path) != diag::Display(b.path)) {
    return false;
  }
  if (const auto* missing = a.As<violation::MissingKey>()) {
    return missing->name == b.As<violation::MissingKey>()->name;
  }
  if (const auto* unknown = a.As<violation::UnknownKey>()) {
    return unknown->key == b.As<violation::UnknownKey>()->key;
  }
  return HasSameText(a.rule, b.rule) && types::TypeName(model, a.type) == types::TypeName(model, b.type);
}

}  // namespace

// Evaluates one assertion for one value; members are public for the visitor's functions.
struct AssertionValidator {
  Validator& validator;
  const ValueCursor& at;
  types::TypeId id;
  const types::Rule& rule;

  // Whether the value is all that the type says; if not, everything that is wrong is noted, once.
  bool VisitAll(types::TypeId type) const {
    if (validator.Holds(at, type)) {
      return true;
    }
    const bool was_reported =
        validator.plan_.records_tainted && !validator.worker_.IsFirstReport(at.value, type);
    if (validator.errors_ == nullptr || was_reported) {
      return false;
    }
    return validator.VisitAs(Validator::ValidationScope::kBoth, at, type).holds;
  }

  template <typename Kind>
  Violation* Report(Kind detail) const {
    Violation* error = validator.Report(at, id);
    if (error != nullptr) {
      error->rule = &rule;
      error->detail = std::move(detail);
    }
    return error;
  }

  std::optional<std::vector<types::TypeId>> FindCandidates(const std::vector<types::TypeId>& types,
                                                           Discriminator discriminator) const {
    return validator.worker_.FindCandidates(validator.model_, types, *at.value, discriminator);
  }

  bool Stops(bool holds) const { return !holds && validator.stops_at_first(); }

  const value::Value* Entry(std::string_view key) const {
    const value::Entry* entry = validator.worker_.EntryOf(*at.value, key);
    return entry == nullptr ? nullptr : entry->value;
  }

  bool operator()(const types::AllOf& a) const {
    bool all = true;
    const auto few = FindCandidates(a.types, Discriminator::kConditions);
    for (types::TypeId type : few ? *few : a.types) {
      all = VisitAll(type) && all;
      if (Stops(all)) {
        break;
      }
    }
    return all;
  }

  bool operator()(const types::AnyOf& a) const {
    const auto few = FindCandidates(a.types, Discriminator::kRules);
    for (types::TypeId type : few ? *few : a.types) {
      if (validator.Holds(at, type)) {
        return true;
      }
    }
    return NoneHolds(a.types);
  }

  bool NoneHolds(const std::vector<types::TypeId>& types) const {
    if (validator.errors_ == nullptr) {
      return false;
    }
    // The violations of the intended alternative are more useful than "none holds".
    std::vector<types::TypeId> left = Likely(types);
    if (const types::TypeId near = NearlyListing(left); near.has_value()) {
      left = {near};
    }
    if (left.size() == 1) {
      Explain(left.front(), types);
      return false;
    }
    if (std::optional<InvalidDiscriminator> missed =
            FindInvalidDiscriminator(validator.model_, types, *at.value, validator.worker_)) {
      const ValueCursor place = at.Entry(*missed->entry);
      if (validator.plan_.records_tainted && validator.worker_.Holds(place.value)) {
        return false;  // its violation was already recorded
      }
      if (Violation* error = validator.Report(place, id)) {
        error->rule = &rule;
        error->detail = violation::InvalidChoice{std::move(missed->types)};
      }
      return false;
    }
    const auto count = static_cast<int64_t>(left.size());
    left = ClosestVariantsByKeys(validator.model_, left, *at.value, validator.worker_);
    if (std::vector<types::TypeId> suggested = validator.LikelyVariants(*at.value, left);
        !suggested.empty()) {
      left = std::move(suggested);
    }
    left = ClosestByDepth(left);
    if (left.size() == 1) {
      Explain(left.front(), types);
      return false;
    }
    Report(violation::NoneHolds{left.empty() ? types : left, count});
    return false;
  }

  // Returns the first type that lists a string similar to the value.
  types::TypeId NearlyListing(const std::vector<types::TypeId>& types) const {
    for (const types::TypeId type : types) {
      const auto listed = at.value->is_collection() ? std::vector<const value::Value*>()
                                                    : AllowedValues(validator.model_, type);
      if (!listed.empty() && validator.worker_.CanCompareMembers(listed.size()) &&
          !HintForMember(*at.value, listed).empty()) {
        return type;
      }
    }
    return {};
  }

  // Returns the types that accept the value's kind and do not contradict its discriminating keys.
  std::vector<types::TypeId> Likely(const std::vector<types::TypeId>& types) const {
    if (const auto few = FindCandidates(types, Discriminator::kChoices)) {
      RemainingVariants left =
          FilterByDiscriminators(validator.model_, OfKind(*few), *at.value, validator.worker_);
      if (left.has_match) {
        return std::move(left.types);
      }
    }
    return FilterByDiscriminators(validator.model_, OfKind(types), *at.value, validator.worker_).types;
  }

  std::vector<types::TypeId> OfKind(const std::vector<types::TypeId>& types) const {
    std::vector<types::TypeId> of_kind;
    std::copy_if(types.begin(), types.end(), std::back_inserter(of_kind), [&](types::TypeId type) {
      return validator.worker_.KindsOf(validator.model_, type).Has(at.value->kind);
    });
    return of_kind;
  }

  // Returns the types whose first violation is deepest, because more of the value fits them. Unions inside
  // the value are not searched in turn, so that the cost stays linear.
  std::vector<types::TypeId> ClosestByDepth(const std::vector<types::TypeId>& types) const {
    constexpr size_t kMost = 8;
    if (types.size() < 2 || types.size() > kMost || validator.plan_.probes || !at.value->is_collection()) {
      return types;
    }
    std::vector<types::TypeId> closest;
    size_t deepest = 0;
    bool is_same = true;
    Violations first;  // of the closest types
    for (const types::TypeId type : types) {
      Violations found;
      Validator::ValidationMode plan{Validator::ValidationScope::kBoth, validator.plan_.is_partial};
      plan.first_only = plan.probes = true;
      Validator(validator.model_, validator.worker_, plan, &found)
          .Run(ValueCursor::Document(*at.value), type);
      const size_t depth = found.empty() ? 0 : found.front().path.size();
      if (depth > deepest) {
        closest.clear();
        deepest = depth;
        is_same = true;
      }
      if (depth < deepest) {
        continue;
      }
      if (closest.empty()) {
        first = std::move(found);
      } else if (depth > 0) {
        is_same = is_same && IsSameViolation(validator.model_, found.front(), first.front());
      }
      closest.push_back(type);
    }
    if (deepest > 0 && is_same) {
      closest.resize(1);
    }
    return closest;
  }

  // Records the violations of the likely type; for a scalar also the kinds that the other types accept.
  void Explain(types::TypeId suggested, const std::vector<types::TypeId>& types) const {
    const size_t known = validator.errors_->size();
    VisitAll(suggested);
    if (at.value->is_collection()) {
      return;
    }
    std::string also;
    for (const types::TypeId type : types) {
      const bool is_other = !validator.worker_.KindsOf(validator.model_, type).Has(at.value->kind);
      std::string name = is_other ? types::TypeName(validator.model_, type) : std::string();
      name = name == "float" ? "number" : name;  // as JSON Schema calls it
      if (!name.empty() && name != "null" && also.find(name) == std::string::npos) {
        also += (also.empty() ? "" : " or ") + name;
      }
    }
    for (size_t i = known; i < validator.errors_->size(); ++i) {
      (*validator.errors_)[i].other_kinds = also;
    }
  }

  bool operator()(const types::ExactlyOne& a) const {
    std::vector<types::TypeId> holding;
    const auto few = FindCandidates(a.types, Discriminator::kRules);
    for (types::TypeId type : few ? *few : a.types) {
      if (validator.Holds(at, type)) {
        holding.push_back(type);
      }
    }
    if (holding.empty()) {
      return NoneHolds(a.types);
    }
    if (holding.size() > 1) {
      Report(violation::SeveralHold{std::move(holding), a.types.size()});
      return false;
    }
    return true;
  }

  bool operator()(const types::Not& a) const {
    if (!validator.Holds(at, a.type)) {
      return true;
    }
    Report(violation::ExcludedTypeHolds{a.type});
    return false;
  }

  bool operator()(const types::IfThenElse& a) const {
    const bool applies = validator.Holds(at, a.condition);
    const types::TypeId branch = applies ? a.then : a.otherwise;
    if (!branch.has_value()) {
      return true;
    }
    const size_t known = validator.errors_ == nullptr ? 0 : validator.errors_->size();
    const bool holds = VisitAll(branch);
    if (!holds && applies && validator.errors_ != nullptr) {
      MarkUndecided(AbsentConditionKeys(a.condition), known);
    }
    return holds;
  }

  // Returns the keys that a condition tests exclusively if the map has none of them.
  std::vector<std::string> AbsentConditionKeys(types::TypeId condition) const {
    constexpr size_t kMost = 8;
    const types::Type& type = validator.model_.Resolve(condition);
    const auto* record = std::get_if<types::Record>(&type.shape);
    const bool tests_only_keys = record != nullptr && type.rules.empty() && record->key_rules.empty() &&
                                 record->open && record->fields.size() <= kMost &&
                                 at.value->kind == value::Kind::kMapping;
    std::vector<std::string> keys;
    for (size_t i = 0; tests_only_keys && i < record->fields.size(); ++i) {
      const std::string_view key = record->fields[i].key->raw;
      if (Entry(key) != nullptr) {
        return {};
      }
      keys.emplace_back(key);
    }
    return keys;
  }

  // Violations recorded from index `known` on.
  void MarkUndecided(const std::vector<std::string>& keys, size_t known) const {
    for (size_t i = known; !keys.empty() && i < validator.errors_->size(); ++i) {
      Violation& error = (*validator.errors_)[i];
      if (error.undecided_map == nullptr) {
        error.undecided_map = at.value;
        error.undecided_by = keys;
      }
    }
  }

  // `because`: the key that requires the others, or null.
  bool Requires(const std::vector<std::string>& keys, const value::Value* because) const {
    bool all = true;
    for (const std::string& key : keys) {
      if (validator.plan_.is_partial || Entry(key) != nullptr) {
        continue;
      }
      all = false;
      if (validator.errors_ == nullptr) {
        break;
      }
      if (because != nullptr) {
        Report(violation::DependentKey{key, because});
      } else {
        Report(violation::MissingKey{key});
      }
      if (Stops(all)) {
        break;
      }
    }
    return all;
  }

  bool operator()(const types::RequiredKeys& a) const {
    return at.value->kind != value::Kind::kMapping || Requires(a.keys, nullptr);
  }

  // The key of an entry, or null.
  const value::Value* KeyOf(std::string_view name) const {
    const value::Entry* entry = validator.worker_.EntryOf(*at.value, name);
    return entry == nullptr ? nullptr : entry->key;
  }

  bool operator()(const types::DependentKeys& a) const {
    const value::Value* because = at.value->kind == value::Kind::kMapping ? KeyOf(a.key) : nullptr;
    return because == nullptr || Requires(a.keys, because);
  }

  bool operator()(const types::DependentType& a) const {
    return at.value->kind != value::Kind::kMapping || Entry(a.key) == nullptr || VisitAll(a.type);
  }

  bool operator()(const types::Contains& a) const {
    if (at.value->kind != value::Kind::kSequence) {
      return true;
    }
    int64_t count = 0;
    const auto few = validator.worker_.ItemsOf(validator.model_, *at.value, a.item);
    for (size_t n = 0; n < (few ? few->size() : at.value->items().size()); ++n) {
      const size_t i = few ? (*few)[n] : n;
      count += validator.Holds(at.Item(i), a.item) ? 1 : 0;
    }
    if (count >= a.at_least && count <= a.at_most) {
      return true;
    }
    Report(violation::ItemCount{count});
    return false;
  }

  bool operator()(const types::KeyNames& a) const {
    bool all = true;
    if (at.value->kind != value::Kind::kMapping) {
      return true;
    }
    for (const value::Entry& entry : at.value->entries()) {
      if (validator.Holds(at.Key(*entry.key), a.type)) {
        continue;
      }
      all = false;
      Report(violation::KeyName{entry.key, a.type});
      if (Stops(all)) {
        break;
      }
    }
    return all;
  }

  bool operator()(const types::UnevaluatedKeys& a) const {
    if (at.value->kind != value::Kind::kMapping) {
      return true;
    }
    const auto entries = at.value->entries();
    EvaluatedChildren evaluated(entries.size());
    validator.Collect(at, id, evaluated, &rule);
    const bool is_never = std::holds_alternative<types::Never>(validator.model_.Resolve(a.type).shape);
    bool all = true;
    for (size_t i = 0; i < entries.size() && !Stops(all); ++i) {
      if (evaluated.Has(i)) {
        continue;
      }
      if (!is_never) {
        all = validator.VisitAs(Validator::ValidationScope::kBoth, at.Entry(entries[i]), a.type).holds && all;
        continue;
      }
      all = false;
      Report(violation::UnknownKey{entries[i].key, entries[i].value, true});
    }
    return all;
  }

  bool operator()(const types::UnevaluatedItems& a) const {
    if (at.value->kind != value::Kind::kSequence) {
      return true;
    }
    EvaluatedChildren evaluated(at.value->items().size());
    validator.Collect(at, id, evaluated, &rule);
    bool all = true;
    for (size_t i = 0; i < at.value->items().size() && !Stops(all); ++i) {
      if (!evaluated.Has(i)) {
        all = validator.VisitAs(Validator::ValidationScope::kBoth, at.Item(i), a.type).holds && all;
      }
    }
    return all;
  }
};

bool Validator::Asserts(const ValueCursor& at, types::TypeId id, const types::Rule& rule,
                        const types::Assertion& assertion) {
  if (!HasStack()) {
    worker_.SetTooDeep();
    return true;
  }
  if (errors_ == nullptr || rule.message.empty()) {
    return std::visit(AssertionValidator{*this, at, id, rule}, assertion);
  }
  // The author's message replaces all findings of the assertion.
  Validator silent(model_, worker_, {plan_.scope, plan_.is_partial}, nullptr);
  const bool holds = std::visit(AssertionValidator{silent, at, id, rule}, assertion);
  if (Violation* error = holds ? nullptr : Report(at, id)) {
    error->rule = &rule;
    error->detail.emplace<violation::FailedRule>().verdict.answer =
        types::PredicateResult::PredicateOutcome::kFails;
  }
  return holds;
}

}  // namespace kval::check
