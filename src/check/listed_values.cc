#include "src/check/listed_values.h"

#include <algorithm>

#include "src/value/compare.h"
#include "src/value/decimal.h"
#include "src/value/hash.h"

namespace kval::check {
namespace {

constexpr size_t kShort = 16;
constexpr size_t kOften = 4;

}  // namespace

bool IsListed(const value::Value& value, const value::Value& listed) {
  // What a program computed is a double.
  return listed.raw.empty() && !listed.is_collection() ? value::Equal(value, listed)
                                                       : value::EqualExactly(value, listed);
}

bool IsListed(const value::Value& value, const types::OneOf& rule) {
  return std::any_of(rule.allowed.begin(), rule.allowed.end(),
                     [&](const value::Value* listed) { return IsListed(value, *listed); });
}

bool ListedValues::Has(const value::Value& value, const types::OneOf& rule, Budget& budget) {
  const size_t size = rule.allowed.size();
  // Two collections mostly differ where they begin: their hashes are of all that they hold.
  if (size <= kShort || value.is_collection()) {
    budget.Spend(size);
    return IsListed(value, rule);
  }
  Noted& noted = noted_[&rule];
  if (noted.times_asked < kOften) {
    ++noted.times_asked;
    budget.Spend(size);
    return IsListed(value, rule);
  }
  if (noted.values.empty()) {
    budget.Spend(size);
    for (const value::Value* listed : rule.allowed) {
      if (!listed->is_collection()) {
        noted.values.emplace(value::Hash(*listed), listed);
      }
    }
  }
  const auto [first, last] = noted.values.equal_range(value::Hash(value));
  return std::any_of(first, last, [&](const auto& same) { return IsListed(value, *same.second); });
}

}  // namespace kval::check
