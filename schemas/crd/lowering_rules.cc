#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <utility>

#include "schemas/crd/lowering.h"
#include "src/formats/format.h"
#include "src/types/number_kinds.h"
#include "src/types/pattern_error.h"
#include "src/types/predicate.h"
#include "src/value/compare.h"
#include "src/value/decimal.h"

namespace kval::schemas::crd {
namespace {

using value::Kind;

// Implements `multipleOf` of the API server for unusual factors: a factor that is not positive rejects every
// number; a fractional factor is truncated for integers, so that 1.5 is 1 and factors below 1 reject every
// integer. Source: go-openapi/validate, values.go, MultipleOfNativeType.
class IntegerMultipleOf final : public types::Predicate {
 public:
  explicit IntegerMultipleOf(const value::Value* factor) : factor_(*factor) {}

  types::PredicateResult Test(const value::Value& subject, const types::RuleScope& scope) const override;
  std::string Describe() const override;

 private:
  const value::Value& factor_;
};

// Returns whether a number is positive.
bool IsPositive(const value::Value& number) {
  return number.kind == value::Kind::kInt ? number.is_unsigned || number.integer > 0 : number.real > 0;
}

types::PredicateResult IntegerMultipleOf::Test(const value::Value& subject,
                                               const types::RuleScope& /*scope*/) const {
  types::PredicateResult verdict;
  const double whole = std::trunc(std::fabs(factor_.real));
  if (!IsPositive(factor_)) {
    verdict.answer = types::PredicateResult::PredicateOutcome::kFails;
    verdict.message = "Kubernetes rejects every number if `multipleOf` is not above 0";
  } else if (whole < 1) {
    verdict.answer = types::PredicateResult::PredicateOutcome::kFails;
    verdict.message = "Kubernetes rejects every integer if `multipleOf` is not 0";
  } else if (subject.kind == value::Kind::kInt &&
             std::fmod(static_cast<double>(subject.integer), whole) != 0) {
    verdict.answer = types::PredicateResult::PredicateOutcome::kFails;
  }
  return verdict;
}

std::string IntegerMultipleOf::Describe() const {
  return "an integer that is a multiple of the whole part of " + value::PlainText(factor_);
}

constexpr diag::Def<std::string_view> kBadPattern{diag::Kind::kBadCrd,
                                                  "the regular expression cannot be used: {}"};

bool IsNumber(const value::Value* value) {
  return value != nullptr && (value->kind == Kind::kInt || value->kind == Kind::kFloat);
}

std::string_view TextOf(const value::Value* value) {
  return value != nullptr && value->kind == Kind::kString ? value->raw : std::string_view();
}

}  // namespace

void Lowering::Rules(LoweringState& draught) {
  if (const value::Value* values = Get(draught, "enum");
      values != nullptr && values->kind == Kind::kSequence) {
    Enumeration(draught, *values);
  }
  Numbers(draught);
  if (request_.limits_numbers) {
    RangeOfFormat(draught);
  }
  Length(draught, "minLength", Kind::kString, true);
  Length(draught, "maxLength", Kind::kString, false);
  Length(draught, "minItems", Kind::kSequence, true);
  Length(draught, "maxItems", Kind::kSequence, false);
  Length(draught, "minProperties", Kind::kMapping, true);
  Length(draught, "maxProperties", Kind::kMapping, false);
  if (const value::Value* pattern = Get(draught, "pattern"); !TextOf(pattern).empty()) {
    Pattern(draught, *pattern);
  }
  if (const value::Value* format = Get(draught, "format");
      formats::Find(TextOf(format), formats::FormatDialect::kKubernetes) != nullptr) {
    AddRule(draught, {Kind::kString},
            types::Format{std::string(format->raw), formats::FormatDialect::kKubernetes}, format->span);
  }
  if (const value::Value* unique = Get(draught, "uniqueItems"); Is(draught, "uniqueItems")) {
    AddRule(draught, {Kind::kSequence}, types::Unique{}, unique->span);
  }
}

// null is among no values, not even where it is one of them: kube-openapi, pkg/validation/validate,
// basicCommonValidator. Assertions are not asked of it.
void Lowering::Enumeration(LoweringState& draught, const value::Value& values) {
  types::OneOf one_of;
  for (const value::Value* item : values.items()) {
    if (item->kind != Kind::kNull) {
      one_of.allowed.push_back(item);
    }
  }
  const bool is_asserted = draught.place.use == SchemaRole::kAssertion;
  AddRule(draught, is_asserted ? types::ValueKindSet::AllButNull() : types::ValueKindSet::All(),
          std::move(one_of), values.span);
}

// kube-openapi, pkg/validation/validate, numberValidator. Other formats have the range of the type.
void Lowering::RangeOfFormat(LoweringState& draught) {
  const value::Value* format = Get(draught, "format");
  const std::string_view type = TextOf(Get(draught, "type")), name = TextOf(format);
  if (type == "integer" && name == "int32") {
    AddRule(draught, types::kNumberKinds, types::Minimum{build_.Int(std::numeric_limits<int32_t>::min())},
            format->span);
    AddRule(draught, types::kNumberKinds, types::Maximum{build_.Int(std::numeric_limits<int32_t>::max())},
            format->span);
  } else if (type == "number" && name == "float") {
    AddRule(draught, types::kNumberKinds, types::Minimum{build_.Float(std::numeric_limits<float>::lowest())},
            format->span);
    AddRule(draught, types::kNumberKinds, types::Maximum{build_.Float(std::numeric_limits<float>::max())},
            format->span);
  }
}

void Lowering::Numbers(LoweringState& draught) {
  const value::Value* minimum = Get(draught, "minimum");
  const value::Value* maximum = Get(draught, "maximum");
  const value::Value* multiple = Get(draught, "multipleOf");
  if (IsNumber(minimum)) {
    AddRule(draught, types::kNumberKinds, types::Minimum{minimum, Is(draught, "exclusiveMinimum")},
            minimum->span);
  }
  if (IsNumber(maximum)) {
    AddRule(draught, types::kNumberKinds, types::Maximum{maximum, Is(draught, "exclusiveMaximum")},
            maximum->span);
  }
  if (IsNumber(multiple) && !IsPositive(*multiple)) {
    AddRule(draught, types::kNumberKinds, types::Custom{std::make_shared<IntegerMultipleOf>(multiple)},
            multiple->span);
  } else if (IsNumber(multiple) && !value::IsWhole(*multiple)) {
    AddRule(draught, {Kind::kInt}, types::Custom{std::make_shared<IntegerMultipleOf>(multiple)},
            multiple->span);
    AddRule(draught, {Kind::kFloat}, types::MultipleOf{multiple}, multiple->span);
  } else if (IsNumber(multiple)) {
    AddRule(draught, types::kNumberKinds, types::MultipleOf{multiple}, multiple->span);
  }
}

// Strings are counted in characters.
void Lowering::Length(LoweringState& draught, std::string_view keyword, Kind kind, bool is_minimum) {
  const value::Value* bound = Get(draught, keyword);
  if (!IsNumber(bound) || (bound->kind == Kind::kFloat && !value::IsWhole(*bound))) {
    return;
  }
  const int64_t length = bound->kind == Kind::kInt ? bound->integer : static_cast<int64_t>(bound->real);
  const types::TextUnit unit = types::TextUnit::kCharacters;
  AddRule(
      draught, {kind},
      is_minimum ? types::Test(types::MinLength{length, unit}) : types::Test(types::MaxLength{length, unit}),
      bound->span);
}

// Go's regular expressions, which re2's are.
void Lowering::Pattern(LoweringState& draught, const value::Value& pattern) {
  const Result<types::Pattern>& compiled = patterns_.Compile(pattern.raw);
  if (!compiled) {
    if (types::ReportIfTooLarge(compiled.failure(), pattern.span, emit_)) {
      AddRule(draught, {Kind::kString}, types::Custom{types::MakeTooLargePattern()}, pattern.span);
    } else {
      emit_.Report(pattern.span, kBadPattern, compiled.failure().message).Emit();
    }
    return;
  }
  AddRule(draught, {Kind::kString}, types::MatchesRegex{*compiled}, pattern.span);
}

std::vector<types::TypeId> Lowering::EachOf(const value::Value& list) {
  std::vector<types::TypeId> types;
  for (const value::Value* schema : list.items()) {
    types.push_back(TypeOf(*schema, SchemaRole::kAssertion));
  }
  return types;
}

void Lowering::Assertions(LoweringState& draught) {
  const auto list = [&](std::string_view keyword) {
    const value::Value* found = Get(draught, keyword);
    return found != nullptr && found->kind == Kind::kSequence && !found->items().empty() ? found : nullptr;
  };
  const types::ValueKindSet kinds = types::ValueKindSet::AllButNull();
  if (const value::Value* all = list("allOf")) {
    AddRule(draught, kinds, types::Assertion(types::AllOf{EachOf(*all)}), all->span);
  }
  if (const value::Value* any = list("anyOf")) {
    AddRule(draught, kinds, types::Assertion(types::AnyOf{EachOf(*any)}), any->span);
  }
  if (const value::Value* one = list("oneOf")) {
    AddRule(draught, kinds, types::Assertion(types::ExactlyOne{EachOf(*one)}), one->span);
  }
  if (const value::Value* none = Get(draught, "not"); none != nullptr && none->kind == Kind::kMapping) {
    AddRule(draught, kinds, types::Assertion(types::Not{TypeOf(*none, SchemaRole::kAssertion)}), none->span);
  }
}

void Lowering::Validations(LoweringState& draught) {
  const value::Value* rules = Get(draught, "x-kubernetes-validations");
  if (request_.bind == nullptr || rules == nullptr || rules->kind != Kind::kSequence || Asserts(draught)) {
    return;
  }
  for (const value::Value* item : rules->items()) {
    const value::Value* rule = item->kind == Kind::kMapping ? value::Find(*item, "rule") : nullptr;
    if (TextOf(rule).empty()) {
      continue;
    }
    ValidationRule validation;
    validation.rule = rule->raw;
    validation.rule_value = rule;
    validation.message = TextOf(value::Find(*item, "message"));
    validation.message_expression_value = value::Find(*item, "messageExpression");
    validation.message_expression = TextOf(validation.message_expression_value);
    validation.field_path_value = value::Find(*item, "fieldPath");
    validation.field_path = TextOf(validation.field_path_value);
    validation.reason = TextOf(value::Find(*item, "reason"));
    const value::Value* optional = value::Find(*item, "optionalOldSelf");
    validation.optional_old_self = optional != nullptr && optional->kind == Kind::kBool && optional->boolean;
    validation.schema = draught.place.schema;
    validation.is_root = draught.place.use == SchemaRole::kRoot;
    validation.type = draught.place.type;
    validations_.push_back(validation);
  }
}

}  // namespace kval::schemas::crd
