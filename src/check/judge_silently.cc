#include <algorithm>
#include <variant>

#include "src/check/judge.h"

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

bool Judge::Fits(const Trail& at, types::TypeId type) {
  Judge silent(model_, worker_, {Asks::kShape}, nullptr);
  if (IsCheap(model_, model_.Resolve(type), *at.value)) {
    return silent.Visit(at, type).fits;
  }
  const Worker::Known known = worker_.Fit(at.value, type);
  if (known != Worker::Known::kNothing) {
    // A recursive reference to the type being validated adds nothing.
    return known != Worker::Known::kNo;
  }
  worker_.Spend(Worker::kStepsOfRemembering);
  worker_.Fit(at.value, type) = Worker::Known::kOpen;
  const bool fits = silent.Visit(at, type).fits;
  worker_.Fit(at.value, type) = fits ? Worker::Known::kYes : Worker::Known::kNo;
  return fits;
}

bool Judge::Holds(const Trail& at, types::TypeId type) {
  Judge silent(model_, worker_, {Asks::kBoth}, nullptr);
  if (IsCheap(model_, model_.Resolve(type), *at.value)) {
    return silent.Visit(at, type).holds;
  }
  const Worker::Known known = worker_.Hold(at.value, type);
  if (known != Worker::Known::kNothing) {
    return known != Worker::Known::kNo;
  }
  worker_.Spend(Worker::kStepsOfRemembering);
  worker_.Hold(at.value, type) = Worker::Known::kOpen;
  const bool holds = silent.Visit(at, type).holds;
  worker_.Hold(at.value, type) = holds ? Worker::Known::kYes : Worker::Known::kNo;
  return holds;
}

}  // namespace kval::check
