#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "schemas/crd/unique_items.h"
#include "schemas/kubernetes/decoder.h"
#include "schemas/kubernetes/labels.h"
#include "schemas/kubernetes/list_keys.h"
#include "schemas/kubernetes/one_of_fields.h"
#include "schemas/kubernetes/selector_operands.h"
#include "src/support/check.h"
#include "src/types/number_kinds.h"

namespace kval::schemas::kubernetes {
namespace {

using value::Kind;

std::string_view Next(std::string_view& text, char end) {
  const size_t at = std::min(text.find(end), text.size());
  const std::string_view part = text.substr(0, at);
  text.remove_prefix(std::min(at + 1, text.size()));
  return part;
}

std::vector<std::string> Names(std::string_view list) {
  std::vector<std::string> names;
  while (!list.empty()) {
    names.emplace_back(Next(list, ','));
  }
  return names;
}

// The number that a rule of that name has: `min:1`.
std::optional<int64_t> NumberOf(std::string_view rules, std::string_view name) {
  while (!rules.empty()) {
    std::string_view rule = Next(rules, ';');
    if (Next(rule, ':') == name && !rule.empty()) {
      int64_t number = 0;
      std::from_chars(rule.data(), rule.data() + rule.size(), number);
      return number;
    }
  }
  return std::nullopt;
}

// An optional text of Go's structures is unset when it is empty.
class NotEmpty final : public types::Predicate {
 public:
  types::PredicateResult Test(const value::Value& subject, const types::RuleScope& /*scope*/) const override {
    types::PredicateResult verdict;
    if (subject.kind == Kind::kString && subject.raw.empty()) {
      verdict.answer = types::PredicateResult::PredicateOutcome::kFails;
    }
    return verdict;
  }
  std::string Describe() const override { return "it is not empty"; }
};

}  // namespace

void Decoder::AddRule(types::Type& type, types::ValueKindSet kinds, types::Test test, bool skips_empty) {
  if (skips_empty && not_empty_ == nullptr) {
    not_empty_ = std::make_shared<NotEmpty>();
  }
  types::Rule rule;
  rule.test = std::move(test);
  rule.kinds = kinds;
  rule.when = skips_empty ? not_empty_ : nullptr;
  type.rules.push_back(model_.Add(std::move(rule)));
}

// Go decodes 3.0 and 3e1 into integers, and rejects values out of range.
types::TypeId Decoder::Integer(int64_t least, int64_t most) {
  types::Type type{types::Scalar{Kind::kInt, true}};
  AddRule(type, types::kNumberKinds, types::Minimum{build_.Int(least), false});
  AddRule(type, types::kNumberKinds, types::Maximum{build_.Int(most), false});
  return model_.Add(std::move(type));
}

types::TypeId Decoder::WithFacts(types::TypeId type, std::string_view shape, const FieldConstraints& facts) {
  // Constraints of another type as a whole belong to that type, which may not be decoded yet.
  if ((facts.values.empty() && facts.rules.empty()) || shape.starts_with("@")) {
    return type;
  }
  const auto [known, is_new] =
      ruled_.emplace(std::tuple(shape, facts.values, facts.rules, facts.is_required), types::TypeId{});
  if (!is_new) {
    return known->second;
  }
  types::Type with = model_.Get(type);
  const std::optional<int64_t> least = NumberOf(facts.rules, "min");
  const std::optional<int64_t> most = NumberOf(facts.rules, "max");
  if (least || most) {
    const bool is_small = shape != "8" && shape != "i";
    const types::TypeId number = Integer(
        least.value_or(is_small ? std::numeric_limits<int32_t>::min() : std::numeric_limits<int64_t>::min()),
        most.value_or(is_small ? std::numeric_limits<int32_t>::max() : std::numeric_limits<int64_t>::max()));
    with = shape == "I" ? types::Type{types::Union{{number, Letter('s')}}} : model_.Get(number);
  }
  if (!facts.values.empty()) {
    AddRule(with, {Kind::kString}, EnumerationOf(facts.values), !facts.is_required);
  }
  for (std::string_view rules = facts.rules; !rules.empty();) {
    AddFact(with, Next(rules, ';'));
  }
  known->second = model_.Add(std::move(with));
  return known->second;
}

void Decoder::AddFact(types::Type& type, std::string_view rule) {
  const std::string_view name = Next(rule, ':');
  if (name == "filled") {
    const bool has_rules = std::holds_alternative<types::Record>(type.shape) &&
                           !std::get<types::Record>(type.shape).key_rules.empty();
    const bool is_sized = std::holds_alternative<types::List>(type.shape) || has_rules ||
                          (std::holds_alternative<types::Scalar>(type.shape) &&
                           std::get<types::Scalar>(type.shape).kind == Kind::kString);
    if (std::holds_alternative<types::Union>(type.shape)) {
      AddRule(type, {Kind::kString}, types::MinLength{1});
    } else if (is_sized) {
      AddRule(type, {Kind::kString, Kind::kSequence, Kind::kMapping}, types::MinLength{1});
    }
  } else if (name == "size") {
    int64_t most = 0;
    std::from_chars(rule.data(), rule.data() + rule.size(), most);
    AddRule(type, {Kind::kString, Kind::kSequence, Kind::kMapping}, types::MaxLength{most});
  } else if (name == "format") {
    AddRule(type, {Kind::kString}, types::Format{std::string(rule)}, true);
  } else if (name == "items" || name == "itemformat") {
    AddItemFact(type, name, rule);
  } else if (name == "labels") {
    AddRule(type, {Kind::kMapping}, types::Custom{std::make_shared<Labels>()});
  } else if (name == "unique") {
    AddRule(type, {Kind::kSequence},
            types::Custom{
                std::make_shared<crd::UniqueItems>(Names(rule), crd::UniqueItems::DuplicateLocation::kKey)});
  } else {
    KVAL_CHECK(name == "min" || name == "max");
  }
}

// Adds a constraint of each item of a string list: an enumeration or a format.
void Decoder::AddItemFact(types::Type& type, std::string_view name, std::string_view rule) {
  KVAL_CHECK(std::holds_alternative<types::List>(type.shape));
  auto& list = std::get<types::List>(type.shape);
  types::Type item = model_.Get(list.item);
  if (name == "items") {
    AddRule(item, {Kind::kString}, EnumerationOf(rule));
  } else {
    AddRule(item, {Kind::kString}, types::Format{std::string(rule)});
  }
  list.item = model_.Add(std::move(item));
}

types::OneOf Decoder::EnumerationOf(std::string_view values) {
  types::OneOf one_of;
  while (!values.empty()) {
    one_of.allowed.push_back(build_.String(Next(values, '|')));
  }
  return one_of;
}

// `one:A,B;most:C,D;operands:operator,values`, of the fields of a record together.
void Decoder::AddTogether(types::Type& type, std::string_view rules) {
  while (!rules.empty()) {
    std::string_view names = Next(rules, ';');
    const std::string_view name = Next(names, ':');
    if (name == "operands") {
      std::vector<std::string> keys = Names(names);
      AddRule(type, {Kind::kMapping},
              types::Custom{std::make_shared<SelectorOperands>(keys.at(0), keys.at(1))});
      continue;
    }
    const bool needs_one = name == "one";
    AddRule(type, {Kind::kMapping}, types::Custom{std::make_shared<OneOfFields>(Names(names), needs_one)});
  }
}

}  // namespace kval::schemas::kubernetes
