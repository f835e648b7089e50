#include <algorithm>
#include <variant>

#include "src/check/validator.h"

// Speculative validation: whether a value matches a type. Results are memoized.
namespace kval::check {
namespace {

// Whether validation is as cheap as a lookup, or too rarely repeated to store: a type without operand types,
// or a negation of such a type.
bool IsCheap(const types::Model& model, const types::Type& type, const value::Value& value,
             int negations = 1) {
  const auto asks_types = [&](types::RuleId id) {
    const types::Rule& rule = model.Get(id);
    const auto* assertion = std::get_if<types::Assertion>(&rule.test);
    if (assertion == nullptr || !rule.Sees(value.kind)) {
      return false;
    }
    const auto* negation = std::get_if<types::Not>(assertion);
    return negation == nullptr || negations == 0 ||
           !IsCheap(model, model.Resolve(negation->type), value, negations - 1);
  };
  return !value.is_collection() && !std::holds_alternative<types::Union>(type.shape) &&
         std::none_of(type.rules.begin(), type.rules.end(), asks_types);
}

}  // namespace

bool Validator::Fits(const ValueCursor& at, types::TypeId type) {
  Validator silent(model_, worker_, {ValidationScope::kShape}, nullptr);
  if (IsCheap(model_, model_.Resolve(type), *at.value)) {
    return silent.Visit(at, type).fits;
  }
  const ValidationState::MemoState known = worker_.Fit(at.value, type);
  if (known != ValidationState::MemoState::kNothing) {
    // A recursive reference to the type being validated adds nothing.
    return known != ValidationState::MemoState::kNo;
  }
  worker_.Spend(ValidationState::kStepsPerMemoEntry);
  worker_.Fit(at.value, type) = ValidationState::MemoState::kOpen;
  const bool fits = silent.Visit(at, type).fits;
  worker_.Fit(at.value, type) = fits ? ValidationState::MemoState::kYes : ValidationState::MemoState::kNo;
  return fits;
}

bool Validator::Holds(const ValueCursor& at, types::TypeId type) {
  Validator silent(model_, worker_, {ValidationScope::kBoth}, nullptr);
  if (IsCheap(model_, model_.Resolve(type), *at.value)) {
    return silent.Visit(at, type).holds;
  }
  const ValidationState::MemoState known = worker_.Hold(at.value, type);
  if (known != ValidationState::MemoState::kNothing) {
    return known != ValidationState::MemoState::kNo;
  }
  worker_.Spend(ValidationState::kStepsPerMemoEntry);
  worker_.Hold(at.value, type) = ValidationState::MemoState::kOpen;
  const bool holds = silent.Visit(at, type).holds;
  worker_.Hold(at.value, type) = holds ? ValidationState::MemoState::kYes : ValidationState::MemoState::kNo;
  return holds;
}

}  // namespace kval::check
