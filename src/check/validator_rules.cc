#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "src/check/evaluate_rule.h"
#include "src/check/rule_test.h"
#include "src/check/validator.h"
#include "src/types/item_comparison.h"
#include "src/types/regex_cost.h"

namespace kval::check {
namespace {

// Rules that an empty string breaks only because it is empty: one mistake, one diagnostic.
bool IsAboutText(const types::Rule& rule) {
  return std::holds_alternative<types::Format>(rule.test) ||
         std::holds_alternative<types::MatchesRegex>(rule.test) ||
         std::holds_alternative<types::Prefix>(rule.test) || std::holds_alternative<types::Suffix>(rule.test);
}

// Rules that may look at any part of the value.
bool IsEvaluated(const types::Rule& rule) {
  return rule.when != nullptr || std::holds_alternative<types::Custom>(rule.test);
}

size_t SizeOf(const value::Value& value) {
  return value.kind == value::Kind::kMapping    ? value.entries().size()
         : value.kind == value::Kind::kSequence ? value.items().size()
                                                : 0;
}

// The test, when it is one that compares the items of a list.
const types::ItemComparison* ComparisonOf(const types::Rule& rule, const value::Value& value) {
  const auto* custom = std::get_if<types::Custom>(&rule.test);
  return custom == nullptr || rule.when != nullptr || value.kind != value::Kind::kSequence
             ? nullptr
             : dynamic_cast<const types::ItemComparison*>(custom->predicate.get());
}

const types::PartialTest* SoundTestOf(const types::Rule& rule) {
  const auto* custom = std::get_if<types::Custom>(&rule.test);
  return custom == nullptr ? nullptr : dynamic_cast<const types::PartialTest*>(custom->predicate.get());
}

// The cost of a test in steps.
size_t CostOf(const types::Rule& rule, const value::Value& value) {
  constexpr size_t kBytesAStep = 64;
  size_t cost = 1 + (value.kind == value::Kind::kString ? value.raw.size() / kBytesAStep : 0);
  if (const auto* choice = std::get_if<types::OneOf>(&rule.test)) {
    // How many of them are looked at is counted there.
    cost += choice->allowed.size() * (rule.when == nullptr ? SizeOf(value) : 1 + SizeOf(value));
  } else if (std::holds_alternative<types::Unique>(rule.test) && value.kind == value::Kind::kSequence) {
    cost += value.items().size();
  }
  return cost;
}

// Sets the map and the key that could have set a value that is a default.
void SetOmittedKey(const ValueCursor& at, violation::FailedRule& failed) {
  const ValueCursor* map = &at;
  const ValueCursor* below = nullptr;
  while (map->is_default && map->up != nullptr) {
    below = map;
    map = map->up;
  }
  if (below != nullptr && below->key != nullptr) {
    failed.omitted_key = below->key;
    failed.incomplete_map = map->up == nullptr ? nullptr : map->value;
    failed.incomplete_map_key = map->key;
  }
}

}  // namespace

bool Validator::Rules(const ValueCursor& at, types::TypeId id, const types::Type& type) {
  bool all = true;
  bool is_missing = false;
  for (types::RuleId rule_id : type.rules) {
    const types::Rule& rule = model_.Get(rule_id);
    const bool may_follow =
        plan_.records_tainted && ((IsEvaluated(rule) && worker_.ContainsTainted(at.value)) ||
                                  (rule.when != nullptr && worker_.is_recovered()));
    const types::ItemComparison* comparison = may_follow ? ComparisonOf(rule, *at.value) : nullptr;
    const types::PartialTest* sound = may_follow ? SoundTestOf(rule) : nullptr;
    const bool is_passed_over = may_follow && comparison == nullptr && sound == nullptr;
    if (!rule.Sees(at.value->kind) || is_passed_over || (is_missing && IsAboutText(rule))) {
      continue;
    }
    const bool holds = comparison != nullptr ? RuleOfComparableItems(at, id, rule, *comparison)
                                             : Rule(at, id, rule, *at.value, sound);
    is_missing = is_missing || (!holds && std::holds_alternative<types::MinLength>(rule.test) &&
                                at.value->kind == value::Kind::kString && at.value->raw.empty());
    all = all && holds;
    if (!all && stops_at_first()) {
      break;
    }
  }
  return all;
}

// Items of which one cannot be sure are as if they could not be read.
bool Validator::RuleOfComparableItems(const ValueCursor& at, types::TypeId id, const types::Rule& rule,
                                      const types::ItemComparison& comparison) {
  value::Value unsure;
  unsure.gap = value::Recovery::kError;
  const auto is_wrong = [&](const value::Value& part) {
    return IsRecovered(part) || worker_.Holds(&part) || worker_.ContainsTainted(&part);
  };
  std::vector<const value::Value*> items;
  for (const value::Value* item : at.value->items()) {
    items.push_back(comparison.IsSure(*item, is_wrong) ? item : &unsure);
  }
  value::Value list = *at.value;
  const std::span<const value::Value* const> held(items);
  list.item_list = &held;
  return Rule(at, id, rule, list);
}

bool Validator::Rule(const ValueCursor& at, types::TypeId id, const types::Rule& rule,
                     const value::Value& requested, const types::PartialTest* sound) {
  if (!worker_.Spend(CostOf(rule, requested))) {
    return true;
  }
  if (const auto* assertion = std::get_if<types::Assertion>(&rule.test)) {
    return Asserts(at, id, rule, *assertion);
  }
  const auto fails = [&](types::PredicateResult verdict, bool is_decided) {
    std::vector<types::PredicateResult> verdicts = std::move(verdict.others);
    verdicts.insert(verdicts.begin(), std::move(verdict));
    for (types::PredicateResult& each : verdicts) {
      NoteLimit(each);
      if (Violation* noted = Report(at, id)) {
        noted->rule = &rule;
        auto& failed = noted->detail.emplace<violation::FailedRule>();
        failed.verdict = std::move(each);
        failed.is_decided = is_decided;
        SetOmittedKey(at, failed);
      }
    }
    return false;
  };
  if (const auto* choice = std::get_if<types::OneOf>(&rule.test); choice != nullptr && rule.when == nullptr) {
    return worker_.listed().Has(requested, *choice, worker_) || fails(NotInEnum(requested), true);
  }
  // Only evaluated rules need the path.
  const diag::Path path = IsEvaluated(rule) ? at.path() : diag::Path();
  const types::RuleScope scope{at.document, at.parent(), &path, worker_.evaluators()};
  if (sound != nullptr) {
    types::PredicateResult verdict = sound->TestPartial(
        requested, scope,
        {[this](const value::Value& part) { return IsRecovered(part) || worker_.Holds(&part); },
         [this](const value::Value& key) { return worker_.ContainsTainted(&key); }});
    return verdict.holds() || fails(std::move(verdict), true);
  }
  std::optional<violation::FailedRule> failed = EvaluateRule(rule, requested, scope, model_.test_words());
  worker_.Spend(types::TakeRegexCost());
  return !failed || fails(std::move(failed->verdict), failed->is_decided);
}

}  // namespace kval::check
