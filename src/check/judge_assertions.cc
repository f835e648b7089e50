#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "src/check/choice.h"
#include "src/check/closest.h"
#include "src/check/describe.h"
#include "src/check/fields.h"
#include "src/check/headlines.h"
#include "src/check/judge.h"
#include "src/check/key_elsewhere.h"
#include "src/support/native_stack.h"

namespace kval::check {

// Evaluates one assertion for one value; members are public for the visitor's functions.
struct AssertionJudge {
  Judge& judge;
  const Trail& at;
  types::TypeId id;
  const types::Rule& rule;

  // Whether the value is all that the type says; if not, everything that is wrong is noted, once.
  bool VisitAll(types::TypeId type) const {
    if (judge.Holds(at, type)) {
      return true;
    }
    const bool was_told = judge.plan_.poisons && !judge.worker_.IsFirstTelling(at.value, type);
    if (judge.faults_ == nullptr || was_told) {
      return false;
    }
    return judge.VisitAs(Judge::Asks::kBoth, at, type).holds;
  }

  Fault* Report(Fault::What what) const {
    Fault* fault = judge.Report(what, at, id);
    if (fault != nullptr) {
      fault->rule = &rule;
    }
    return fault;
  }

  std::optional<std::vector<types::TypeId>> Among(const std::vector<types::TypeId>& types,
                                                  ToldBy told_by) const {
    return judge.worker_.Among(judge.model_, types, *at.value, told_by);
  }

  bool Stops(bool holds) const { return !holds && judge.stops_at_first(); }

  const value::Value* Entry(std::string_view key) const {
    const value::Entry* entry = judge.worker_.EntryOf(*at.value, key);
    return entry == nullptr ? nullptr : entry->value;
  }

  bool operator()(const types::AllOf& a) const {
    bool all = true;
    const auto few = Among(a.types, ToldBy::kConditions);
    for (types::TypeId type : few ? *few : a.types) {
      all = VisitAll(type) && all;
      if (Stops(all)) {
        break;
      }
    }
    return all;
  }

  bool operator()(const types::AnyOf& a) const {
    const auto few = Among(a.types, ToldBy::kRules);
    for (types::TypeId type : few ? *few : a.types) {
      if (judge.Holds(at, type)) {
        return true;
      }
    }
    return NoneHolds(a.types);
  }

  bool NoneHolds(const std::vector<types::TypeId>& types) const {
    if (judge.faults_ == nullptr) {
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
    if (std::optional<MissedChoice> missed = MissedChoiceOf(judge.model_, types, *at.value, judge.worker_)) {
      const Trail place = at.Entry(*missed->entry);
      if (judge.plan_.poisons && judge.worker_.Holds(place.value)) {
        return false;  // its violation was already recorded
      }
      if (Fault* fault = judge.Report(Fault::What::kNoChoice, place, id)) {
        fault->rule = &rule;
        fault->types = std::move(missed->types);
      }
      return false;
    }
    const auto count = static_cast<int64_t>(left.size());
    left = ClosestByKeys(judge.model_, left, *at.value, judge.worker_);
    if (std::vector<types::TypeId> meant = judge.Meant(*at.value, left); !meant.empty()) {
      left = std::move(meant);
    }
    left = ClosestByDepth(left);
    if (left.size() == 1) {
      Explain(left.front(), types);
      return false;
    }
    if (Fault* fault = Report(Fault::What::kNoneHolds)) {
      fault->types = left.empty() ? types : left;
      fault->count = count;
    }
    return false;
  }

  // Returns the first type that lists a string similar to the value.
  types::TypeId NearlyListing(const std::vector<types::TypeId>& types) const {
    for (const types::TypeId type : types) {
      const auto listed =
          at.value->is_collection() ? std::vector<const value::Value*>() : ValuesListed(judge.model_, type);
      if (!listed.empty() && judge.worker_.MayCompareMembers(listed.size()) &&
          !HintForMember(*at.value, listed).empty()) {
        return type;
      }
    }
    return {};
  }

  // Returns the types that accept the value's kind and do not contradict its discriminating keys.
  std::vector<types::TypeId> Likely(const std::vector<types::TypeId>& types) const {
    if (const auto few = Among(types, ToldBy::kChoices)) {
      LeftByChoices left = TypesLeftByChoices(judge.model_, OfKind(*few), *at.value, judge.worker_);
      if (left.has_chosen) {
        return std::move(left.types);
      }
    }
    return TypesLeftByChoices(judge.model_, OfKind(types), *at.value, judge.worker_).types;
  }

  std::vector<types::TypeId> OfKind(const std::vector<types::TypeId>& types) const {
    std::vector<types::TypeId> of_kind;
    std::copy_if(types.begin(), types.end(), std::back_inserter(of_kind), [&](types::TypeId type) {
      return judge.worker_.KindsOf(judge.model_, type).Has(at.value->kind);
    });
    return of_kind;
  }

  // Returns the types whose first violation is deepest, because more of the value fits them. Unions inside
  // the value are not searched in turn, so that the cost stays linear.
  std::vector<types::TypeId> ClosestByDepth(const std::vector<types::TypeId>& types) const {
    constexpr size_t kMost = 8;
    if (types.size() < 2 || types.size() > kMost || judge.plan_.probes || !at.value->is_collection()) {
      return types;
    }
    std::vector<types::TypeId> closest;
    size_t deepest = 0;
    bool is_same = true;
    std::string first;  // the violation that the closest types share
    for (const types::TypeId type : types) {
      Faults found;
      Judge::Plan plan{Judge::Asks::kBoth, judge.plan_.is_partial};
      plan.first_only = plan.probes = true;
      Judge(judge.model_, judge.worker_, plan, &found).Run(Trail::Document(*at.value), type);
      const size_t depth = found.empty() ? 0 : found.front().path.size();
      if (depth > deepest) {
        closest.clear();
        deepest = depth;
        is_same = true;
      }
      if (depth < deepest) {
        continue;
      }
      const std::string says =
          depth == 0 ? "" : diag::Display(found.front().path) + ": " + Headline(found.front(), judge.model_);
      is_same = is_same && (closest.empty() || says == first);
      first = closest.empty() ? says : first;
      closest.push_back(type);
    }
    if (deepest > 0 && is_same) {
      closest.resize(1);
    }
    return closest;
  }

  // Records the violations of the likely type; for a scalar also the kinds that the other types accept.
  void Explain(types::TypeId meant, const std::vector<types::TypeId>& types) const {
    const size_t known = judge.faults_->size();
    VisitAll(meant);
    if (at.value->is_collection()) {
      return;
    }
    std::string also;
    for (const types::TypeId type : types) {
      const bool is_other = !judge.worker_.KindsOf(judge.model_, type).Has(at.value->kind);
      std::string name = is_other ? types::TypeName(judge.model_, type) : std::string();
      name = name == "float" ? "number" : name;  // as JSON Schema calls it
      if (!name.empty() && name != "null" && also.find(name) == std::string::npos) {
        also += (also.empty() ? "" : " or ") + name;
      }
    }
    for (size_t i = known; i < judge.faults_->size(); ++i) {
      (*judge.faults_)[i].also = also;
    }
  }

  bool operator()(const types::ExactlyOne& a) const {
    std::vector<types::TypeId> holding;
    const auto few = Among(a.types, ToldBy::kRules);
    for (types::TypeId type : few ? *few : a.types) {
      if (judge.Holds(at, type)) {
        holding.push_back(type);
      }
    }
    if (holding.empty()) {
      return NoneHolds(a.types);
    }
    if (holding.size() > 1 && HasKeyFault()) {
      return false;  // the corrected key may decide between them
    }
    if (holding.size() > 1) {
      if (Fault* fault = Report(Fault::What::kSeveralHold)) {
        fault->count = static_cast<int64_t>(a.types.size());
        fault->types = std::move(holding);
      }
      return false;
    }
    return true;
  }

  // Returns whether the most recent violations include an unknown or missing key of this map.
  bool HasKeyFault() const {
    constexpr size_t kMost = 64;
    const size_t size = judge.faults_ == nullptr ? 0 : judge.faults_->size();
    for (size_t i = size; i > 0 && size - i < kMost; --i) {
      const Fault& fault = (*judge.faults_)[i - 1];
      const bool is_of_key = fault.what == Fault::What::kUnknownKey || fault.what == Fault::What::kMissingKey;
      if (is_of_key && fault.value == at.value) {
        return true;
      }
    }
    return false;
  }

  bool operator()(const types::Not& a) const {
    if (!judge.Holds(at, a.type)) {
      return true;
    }
    if (Fault* fault = Report(Fault::What::kHoldsButMustNot)) {
      fault->types = {a.type};
    }
    return false;
  }

  bool operator()(const types::IfThenElse& a) const {
    const bool applies = judge.Holds(at, a.condition);
    const types::TypeId branch = applies ? a.then : a.otherwise;
    if (!branch.has_value()) {
      return true;
    }
    const size_t known = judge.faults_ == nullptr ? 0 : judge.faults_->size();
    const bool holds = VisitAll(branch);
    if (!holds && applies && judge.faults_ != nullptr) {
      MarkUndecided(AskedInVain(a.condition), known);
    }
    return holds;
  }

  // Returns the keys that a condition tests exclusively if the map has none of them.
  std::vector<std::string> AskedInVain(types::TypeId condition) const {
    constexpr size_t kMost = 8;
    const types::Type& type = judge.model_.Resolve(condition);
    const auto* record = std::get_if<types::Record>(&type.shape);
    const bool asks_for_keys = record != nullptr && type.rules.empty() && record->key_rules.empty() &&
                               record->open && record->fields.size() <= kMost &&
                               at.value->kind == value::Kind::kMapping;
    std::vector<std::string> keys;
    for (size_t i = 0; asks_for_keys && i < record->fields.size(); ++i) {
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
    for (size_t i = known; !keys.empty() && i < judge.faults_->size(); ++i) {
      Fault& fault = (*judge.faults_)[i];
      if (fault.undecided == nullptr) {
        fault.undecided = at.value;
        fault.undecided_by = keys;
      }
    }
  }

  bool Requires(const std::vector<std::string>& keys, Fault::What what, const value::Value* because) const {
    bool all = true;
    for (const std::string& key : keys) {
      if (judge.plan_.is_partial || Entry(key) != nullptr) {
        continue;
      }
      all = false;
      if (Fault* fault = Report(what)) {
        fault->name = key;
        fault->child = because;
        if (what == Fault::What::kMissingKey && judge.worker_.MayCompareNames(at.value->entries().size())) {
          FindElsewhere(at, key, *judge.faults_);
        }
      }
      if (Stops(all)) {
        break;
      }
    }
    return all;
  }

  bool operator()(const types::RequiredKeys& a) const {
    return at.value->kind != value::Kind::kMapping || Requires(a.keys, Fault::What::kMissingKey, nullptr);
  }

  // The key of an entry, or null.
  const value::Value* KeyOf(std::string_view name) const {
    const value::Entry* entry = judge.worker_.EntryOf(*at.value, name);
    return entry == nullptr ? nullptr : entry->key;
  }

  bool operator()(const types::DependentKeys& a) const {
    const value::Value* because = at.value->kind == value::Kind::kMapping ? KeyOf(a.key) : nullptr;
    return because == nullptr || Requires(a.keys, Fault::What::kDependentKey, because);
  }

  bool operator()(const types::DependentType& a) const {
    return at.value->kind != value::Kind::kMapping || Entry(a.key) == nullptr || VisitAll(a.type);
  }

  bool operator()(const types::Contains& a) const {
    if (at.value->kind != value::Kind::kSequence) {
      return true;
    }
    int64_t count = 0;
    const auto few = judge.worker_.ItemsOf(judge.model_, *at.value, a.item);
    for (size_t n = 0; n < (few ? few->size() : at.value->items().size()); ++n) {
      const size_t i = few ? (*few)[n] : n;
      count += judge.Holds(at.Item(i), a.item) ? 1 : 0;
    }
    if (count >= a.at_least && count <= a.at_most) {
      return true;
    }
    if (Fault* fault = Report(Fault::What::kItemCount)) {
      fault->count = count;
      fault->types = {a.item};
    }
    return false;
  }

  bool operator()(const types::KeyNames& a) const {
    bool all = true;
    if (at.value->kind != value::Kind::kMapping) {
      return true;
    }
    for (const value::Entry& entry : at.value->entries()) {
      if (judge.Holds(at.Key(*entry.key), a.type)) {
        continue;
      }
      all = false;
      if (Fault* fault = Report(Fault::What::kKeyName)) {
        fault->child = entry.key;
        fault->types = {a.type};
      }
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
    Evaluated evaluated(entries.size());
    judge.Collect(at, id, evaluated, &rule);
    const bool is_never = std::holds_alternative<types::Never>(judge.model_.Resolve(a.type).shape);
    bool all = true;
    for (size_t i = 0; i < entries.size() && !Stops(all); ++i) {
      if (evaluated.Has(i)) {
        continue;
      }
      if (!is_never) {
        all = judge.VisitAs(Judge::Asks::kBoth, at.Entry(entries[i]), a.type).holds && all;
        continue;
      }
      all = false;
      if (Fault* fault = Report(Fault::What::kUnevaluatedKey)) {
        fault->child = entries[i].key;
        fault->held = entries[i].value;
      }
    }
    return all;
  }

  bool operator()(const types::UnevaluatedItems& a) const {
    if (at.value->kind != value::Kind::kSequence) {
      return true;
    }
    Evaluated evaluated(at.value->items().size());
    judge.Collect(at, id, evaluated, &rule);
    bool all = true;
    for (size_t i = 0; i < at.value->items().size() && !Stops(all); ++i) {
      if (!evaluated.Has(i)) {
        all = judge.VisitAs(Judge::Asks::kBoth, at.Item(i), a.type).holds && all;
      }
    }
    return all;
  }
};

bool Judge::Asserts(const Trail& at, types::TypeId id, const types::Rule& rule,
                    const types::Assertion& assertion) {
  if (!HasStack()) {
    worker_.SetTooDeep();
    return true;
  }
  if (faults_ == nullptr || rule.message.empty()) {
    return std::visit(AssertionJudge{*this, at, id, rule}, assertion);
  }
  // The author's message replaces all findings of the assertion.
  Judge silent(model_, worker_, {plan_.asks, plan_.is_partial}, nullptr);
  const bool holds = std::visit(AssertionJudge{silent, at, id, rule}, assertion);
  if (Fault* fault = holds ? nullptr : Report(Fault::What::kRule, at, id)) {
    fault->rule = &rule;
    fault->verdict.answer = types::Verdict::Answer::kFails;
  }
  return holds;
}

}  // namespace kval::check
