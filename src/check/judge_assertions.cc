#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "src/check/choice.h"
#include "src/check/fields.h"
#include "src/check/judge.h"
#include "src/check/key_elsewhere.h"
#include "src/support/native_stack.h"

namespace kval::check {

// Asks one assertion about one value; what it is asked about is in a public place for the functions of a
// visitor.
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
    const auto few = Among(types, ToldBy::kChoices);
    if (const types::TypeId only = few ? OnlyMeant(*few) : types::TypeId(); only.has_value()) {
      VisitAll(only);
      return false;
    }
    const std::vector<types::TypeId> meant = judge.Meant(*at.value, types);
    const std::vector<types::TypeId> left = LeftByChoices(meant);
    if (left.size() == 1) {
      // What is wrong with the one that is meant says more than "none holds".
      VisitAll(left.front());
      return false;
    }
    if (std::optional<MissedChoice> missed = MissedChoiceOf(judge.model_, types, *at.value, judge.worker_)) {
      const Trail place = at.Entry(*missed->entry);
      if (Fault* fault = judge.Report(Fault::What::kNoChoice, place, id)) {
        fault->rule = &rule;
        fault->types = std::move(missed->types);
      }
      return false;
    }
    const types::TypeId by_keys = MeantByKeys(judge.model_, left, *at.value, judge.worker_);
    if (by_keys.has_value()) {
      VisitAll(by_keys);
      return false;
    }
    if (Fault* fault = Report(Fault::What::kNoneHolds)) {
      fault->types = meant.empty() ? types : meant;
      fault->count = static_cast<int64_t>(meant.size());
    }
    return false;
  }

  // The one type that is meant and that the value's own choices leave, of those that it may be; the others
  // are not meant or contradict a choice.
  types::TypeId OnlyMeant(const std::vector<types::TypeId>& few) const {
    const std::vector<types::TypeId> meant = judge.Meant(*at.value, few);
    return meant.size() == 1 && !ContradictsChoice(judge.model_, meant[0], *at.value, judge.worker_)
               ? meant[0]
               : types::TypeId();
  }

  // Those that the value's own choices leave; all of them where that is none.
  std::vector<types::TypeId> LeftByChoices(const std::vector<types::TypeId>& meant) const {
    std::vector<types::TypeId> left;
    for (types::TypeId type : meant) {
      judge.worker_.Spend();
      if (!ContradictsChoice(judge.model_, type, *at.value, judge.worker_)) {
        left.push_back(type);
      }
    }
    return left.empty() ? meant : left;
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
    if (holding.size() > 1) {
      if (Fault* fault = Report(Fault::What::kSeveralHold)) {
        fault->count = static_cast<int64_t>(a.types.size());
        fault->types = std::move(holding);
      }
      return false;
    }
    return true;
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

  // The keys that are all that a condition asks about, where the map has none of them.
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

  // Faults that were noted from the place `known` on.
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
  // The author's words stand for all that the assertion finds.
  Judge silent(model_, worker_, {plan_.asks, plan_.is_partial}, nullptr);
  const bool holds = std::visit(AssertionJudge{silent, at, id, rule}, assertion);
  if (Fault* fault = holds ? nullptr : Report(Fault::What::kRule, at, id)) {
    fault->rule = &rule;
    fault->verdict.answer = types::Verdict::Answer::kFails;
  }
  return holds;
}

}  // namespace kval::check
