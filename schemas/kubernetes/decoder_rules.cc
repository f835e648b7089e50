#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "schemas/crd/unique_items.h"
#include "schemas/kubernetes/decoder.h"
#include "schemas/kubernetes/list_keys.h"
#include "src/diag/resource_rule.h"
#include "src/formats/format.h"
#include "src/support/check.h"
#include "src/support/substitute.h"
#include "src/support/take_part.h"
#include "src/types/custom_diagnostic_kind.h"
#include "src/types/number_kinds.h"
#include "src/types/predicate.h"
#include "src/value/compare.h"

namespace kval::schemas::kubernetes {
namespace {

using value::Kind;

// Checks that a requirement of a selector has the values that its operator needs: `In` and `DoesNotOccurIn`
// at least one, `Exists` and `DoesNotExist` none, `Gt` and `Lt` one integer.
class SelectorOperands final : public types::Predicate, public types::CustomDiagnosticKind {
 public:
  SelectorOperands(std::string operator_key, std::string values_key)
      : operator_key_(std::move(operator_key)), values_key_(std::move(values_key)) {}

  types::PredicateResult Test(const value::Value& subject, const types::RuleScope& scope) const override;
  std::string Describe() const override { return "the values that the operator needs"; }
  diag::Kind error_kind() const override { return diag::ResourceRule(7002); }

 private:
  std::string operator_key_, values_key_;
};

// Returns why the values are invalid for the operator, as the end of a sentence; empty if they are valid.
std::string_view Error(std::string_view how, const value::Value* values) {
  const size_t count = values == nullptr ? 0 : values->items().size();
  if (how == "In" || how == "NotIn") {
    return count == 0 ? "requires values to compare with" : "";
  }
  if (how == "Exists" || how == "DoesNotExist") {
    return count > 0 ? "accepts no values" : "";
  }
  if (how == "Gt" || how == "Lt") {
    return count == 1 ? "" : "requires exactly one value";
  }
  return "";
}

const value::Value& KeyOf(const value::Value& mapping, const value::Value& member) {
  const auto found = std::find_if(mapping.entries().begin(), mapping.entries().end(),
                                  [&member](const value::Entry& entry) { return entry.value == &member; });
  KVAL_CHECK(found != mapping.entries().end());
  return *found->key;
}

types::PredicateResult SelectorOperands::Test(const value::Value& subject,
                                              const types::RuleScope& /*scope*/) const {
  types::PredicateResult verdict;
  const value::Value* how = value::Find(subject, operator_key_);
  const value::Value* values = value::Find(subject, values_key_);
  const bool is_text = how != nullptr && how->kind == Kind::kString;
  const bool is_list = values == nullptr || values->kind == Kind::kSequence || values->kind == Kind::kNull;
  if (!is_text || !is_list || subject.gap != value::Recovery::kNone) {
    return verdict;
  }
  const bool is_there = values != nullptr && values->kind == Kind::kSequence;
  if (is_there && values->gap != value::Recovery::kNone) {
    return verdict;
  }
  const std::string_view error = Error(how->raw, is_there ? values : nullptr);
  if (!error.empty()) {
    verdict.answer = types::PredicateResult::PredicateOutcome::kFails;
    verdict.message = "`" + std::string(how->raw) + "` " + std::string(error);
    const bool at_values = is_there && !values->items().empty();
    const bool is_excluded = how->raw == "Exists" || how->raw == "DoesNotExist";
    verdict.parts.push_back({{diag::PathStep::Key(at_values ? values_key_ : operator_key_)},
                             is_excluded ? KeyOf(subject, *values).span
                             : at_values ? values->span
                                         : how->span,
                             {}});
  }
  return verdict;
}

// Checks that at most one, or exactly one, of some fields is set: the members of a union in the Go API. An
// empty list counts as not set.
class OneOfFields final : public types::Predicate, public types::CustomDiagnosticKind {
 public:
  OneOfFields(std::vector<std::string> fields, bool needs_one)
      : fields_(std::move(fields)), needs_one_(needs_one) {}

  types::PredicateResult Test(const value::Value& subject, const types::RuleScope& scope) const override;
  std::string Describe() const override;
  diag::Kind error_kind() const override { return diag::ResourceRule(7001); }

 private:
  std::vector<std::string> fields_;
  bool needs_one_;
};

types::PredicateResult OneOfFields::Test(const value::Value& subject,
                                         const types::RuleScope& /*scope*/) const {
  types::PredicateResult verdict;
  std::vector<const value::Value*> set;
  for (const value::Entry& entry : subject.entries()) {
    const bool is_one = entry.key->kind == value::Kind::kString &&
                        std::find(fields_.begin(), fields_.end(), entry.key->raw) != fields_.end();
    const bool is_empty = entry.value->kind == value::Kind::kSequence && entry.value->items().empty() &&
                          entry.value->gap == value::Recovery::kNone;
    if (is_one && !is_empty && entry.value->kind != value::Kind::kNull) {
      set.push_back(entry.key);
    }
  }
  if (set.size() == 1 || (set.empty() && !needs_one_)) {
    return verdict;
  }
  verdict.answer = types::PredicateResult::PredicateOutcome::kFails;
  if (set.empty()) {
    verdict.message = Describe() + " is needed";
    return verdict;
  }
  verdict.message = "only one of ";
  for (size_t i = 0; i < set.size(); ++i) {
    verdict.message += (i == 0               ? "`"
                        : i + 1 < set.size() ? ", `"
                                             : " and `") +
                       std::string(set[i]->raw) + "`";
  }
  verdict.message += " may be set";
  // The later one is taken for the mistake; the value as a whole is named.
  verdict.parts.push_back({{}, set.back()->span, "this is one too many"});
  verdict.parts.push_back({{}, set.front()->span, "this is set already"});
  return verdict;
}

std::string OneOfFields::Describe() const {
  std::string text = needs_one_ ? "one of " : "at most one of ";
  for (size_t i = 0; i < fields_.size(); ++i) {
    text += (i == 0 ? "`" : i + 1 < fields_.size() ? ", `" : " or `") + fields_[i] + "`";
  }
  return text;
}

// Checks that the keys and values of a map are valid label keys and values, as in selectors (apimachinery,
// pkg/util/validation).
class Labels final : public types::Predicate, public types::CustomDiagnosticKind {
 public:
  types::PredicateResult Test(const value::Value& subject, const types::RuleScope& scope) const override;
  std::string Describe() const override { return "labels"; }
  diag::Kind error_kind() const override { return diag::Kind::kBadName; }
};

// Returns why a string does not have a format; empty if it does.
std::string WhyNot(std::string_view format, std::string_view text) {
  const formats::FormatEntry* entry = formats::Find(format);
  KVAL_CHECK(entry != nullptr);
  std::string why;
  return entry->check(text, &why) ? std::string() : why;
}

types::PredicateResult Labels::Test(const value::Value& subject, const types::RuleScope& /*scope*/) const {
  types::PredicateResult verdict;
  const auto fail = [&](const value::Entry& entry, const value::Value& at, const std::string& message) {
    if (verdict.holds()) {
      verdict.answer = types::PredicateResult::PredicateOutcome::kFails;
      verdict.message = message;
    }
    verdict.parts.push_back({{diag::PathStep::Key(value::PlainText(*entry.key))},
                             at.span,
                             verdict.parts.empty() ? std::string() : std::string("and this is none")});
  };
  for (const value::Entry& entry : subject.entries()) {
    const std::string key = value::PlainText(*entry.key);
    if (const std::string why = WhyNot("qualified-name", key); !why.empty()) {
      fail(entry, *entry.key, Substitute("`{}` cannot be the key of a label: {}", key, why));
    }
    const bool is_text = entry.value->kind == value::Kind::kString;
    if (const std::string why = is_text ? WhyNot("label-value", entry.value->raw) : std::string();
        !why.empty()) {
      fail(entry, *entry.value, Substitute("`{}` cannot be the value of a label: {}", entry.value->raw, why));
    }
  }
  return verdict;
}

std::vector<std::string> Names(std::string_view list) {
  std::vector<std::string> names;
  while (!list.empty()) {
    names.emplace_back(TakePart(list, ','));
  }
  return names;
}

// The number that a rule of that name has: `min:1`.
std::optional<int64_t> NumberOf(std::string_view rules, std::string_view name) {
  while (!rules.empty()) {
    std::string_view rule = TakePart(rules, ';');
    if (TakePart(rule, ':') == name && !rule.empty()) {
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
    AddFact(with, TakePart(rules, ';'));
  }
  known->second = model_.Add(std::move(with));
  return known->second;
}

void Decoder::AddFact(types::Type& type, std::string_view rule) {
  const std::string_view name = TakePart(rule, ':');
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
    one_of.allowed.push_back(build_.String(TakePart(values, '|')));
  }
  return one_of;
}

// `one:A,B;most:C,D;operands:operator,values`, of the fields of a record together.
void Decoder::AddTogether(types::Type& type, std::string_view rules) {
  while (!rules.empty()) {
    std::string_view names = TakePart(rules, ';');
    const std::string_view name = TakePart(names, ':');
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
