#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "src/check/judge.h"
#include "src/check/key_elsewhere.h"
#include "src/check/rule_runner.h"
#include "src/check/rule_test.h"
#include "src/types/match_work.h"
#include "src/types/sure_items.h"

namespace kval::check {
namespace {

// Rules that an empty string breaks only because it is empty: one mistake, one diagnostic.
bool IsAboutText(const types::Rule& rule) {
  return std::holds_alternative<types::Format>(rule.test) ||
         std::holds_alternative<types::Matches>(rule.test) ||
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
const types::ComparesItems* ComparisonOf(const types::Rule& rule, const value::Value& value) {
  const auto* custom = std::get_if<types::Custom>(&rule.test);
  return custom == nullptr || rule.when != nullptr || value.kind != value::Kind::kSequence
             ? nullptr
             : dynamic_cast<const types::ComparesItems*>(custom->predicate.get());
}

const types::TestsSoundParts* SoundTestOf(const types::Rule& rule) {
  const auto* custom = std::get_if<types::Custom>(&rule.test);
  return custom == nullptr ? nullptr : dynamic_cast<const types::TestsSoundParts*>(custom->predicate.get());
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

// Who could have set a value that is a default: the map above it that was set, below the root.
void NoteLacking(const Trail& at, Fault& fault) {
  const Trail* map = &at;
  const Trail* below = nullptr;
  while (map->is_default && map->up != nullptr) {
    below = map;
    map = map->up;
  }
  if (below != nullptr && below->key != nullptr && map->up != nullptr) {
    fault.lacking = map->value;
    fault.lacking_key = map->key;
    fault.left_out = below->key;
  }
  // Or who did, on the wrong level.
  if (below != nullptr && below->key != nullptr && below->key->kind == value::Kind::kString) {
    fault.elsewhere = KeysElsewhere(*map, below->key->raw);
  }
}

}  // namespace

bool Judge::Rules(const Trail& at, types::TypeId id, const types::Type& type) {
  bool all = true;
  bool is_missing = false;
  for (types::RuleId rule_id : type.rules) {
    const types::Rule& rule = model_.Get(rule_id);
    const bool may_follow = plan_.poisons && ((IsEvaluated(rule) && worker_.HoldsPartOf(at.value)) ||
                                              (rule.when != nullptr && worker_.has_gap()));
    const types::ComparesItems* comparison = may_follow ? ComparisonOf(rule, *at.value) : nullptr;
    const types::TestsSoundParts* sound = may_follow ? SoundTestOf(rule) : nullptr;
    const bool is_passed_over = may_follow && comparison == nullptr && sound == nullptr;
    if (!rule.Sees(at.value->kind) || is_passed_over || (is_missing && IsAboutText(rule))) {
      continue;
    }
    const bool holds =
        comparison != nullptr ? RuleOfSure(at, id, rule, *comparison) : Rule(at, id, rule, *at.value, sound);
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
bool Judge::RuleOfSure(const Trail& at, types::TypeId id, const types::Rule& rule,
                       const types::ComparesItems& comparison) {
  value::Value unsure;
  unsure.gap = value::Gap::kAll;
  const auto is_wrong = [&](const value::Value& part) {
    return HasGap(part) || worker_.Holds(&part) || worker_.HoldsPartOf(&part);
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

bool Judge::Rule(const Trail& at, types::TypeId id, const types::Rule& rule, const value::Value& asked,
                 const types::TestsSoundParts* sound) {
  if (!worker_.Spend(CostOf(rule, asked))) {
    return true;
  }
  if (const auto* assertion = std::get_if<types::Assertion>(&rule.test)) {
    return Asserts(at, id, rule, *assertion);
  }
  const auto fails = [&](Fault::What what, types::Verdict verdict) {
    std::vector<types::Verdict> verdicts = std::move(verdict.others);
    verdicts.insert(verdicts.begin(), std::move(verdict));
    for (types::Verdict& each : verdicts) {
      NoteLimit(each);
      if (Fault* noted = Report(what, at, id)) {
        noted->rule = &rule;
        NoteLacking(at, *noted);
        noted->verdict = std::move(each);
      }
    }
    return false;
  };
  if (const auto* choice = std::get_if<types::OneOf>(&rule.test); choice != nullptr && rule.when == nullptr) {
    return worker_.listed().Has(asked, *choice, worker_) || fails(Fault::What::kRule, NotListed(asked));
  }
  // Only evaluated rules need the path.
  const diag::Path path = IsEvaluated(rule) ? at.path() : diag::Path();
  const types::Scope scope{at.document, at.parent(), &path, worker_.evaluators()};
  if (sound != nullptr) {
    types::Verdict verdict =
        sound->TestSound(asked, scope,
                         {[this](const value::Value& part) { return HasGap(part) || worker_.Holds(&part); },
                          [this](const value::Value& key) { return worker_.HoldsPartOf(&key); }});
    return verdict.holds() || fails(Fault::What::kRule, std::move(verdict));
  }
  std::optional<Fault> fault = AskRule(rule, asked, scope, model_.test_words());
  worker_.Spend(types::TakeMatchWork());
  return !fault || fails(fault->what, std::move(fault->verdict));
}

}  // namespace kval::check
