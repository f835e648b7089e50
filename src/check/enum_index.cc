#include "src/check/enum_index.h"

#include <algorithm>
#include <vector>

#include "src/value/decimal.h"
#include "src/value/hash.h"

namespace kval::check {
namespace {

constexpr size_t kShort = 16;
constexpr size_t kOften = 4;

// How many values it holds, as far as they are fewer than `most`.
size_t NodesOf(const value::Value& value, size_t most) {
  size_t nodes = 0;
  std::vector<const value::Value*> open = {&value};
  for (; !open.empty() && nodes + open.size() < most; ++nodes) {
    const value::Value& next = *open.back();
    open.pop_back();
    if (next.items().size() + next.entries().size() > most) {
      return most;
    }
    open.insert(open.end(), next.items().begin(), next.items().end());
    for (const value::Entry& entry : next.entries()) {
      open.push_back(entry.value);
    }
  }
  return open.empty() ? nodes : most;
}

}  // namespace

bool IsInEnum(const value::Value& value, const value::Value& listed) {
  // Computed numbers are doubles.
  return listed.raw.empty() && !listed.is_collection() ? value::Equal(value, listed)
                                                       : value::EqualExactly(value, listed);
}

bool IsInEnum(const value::Value& value, const types::OneOf& rule) {
  return std::any_of(rule.allowed.begin(), rule.allowed.end(),
                     [&](const value::Value* listed) { return IsInEnum(value, *listed); });
}

bool EnumIndex::Has(const value::Value& value, const types::OneOf& rule, Budget& budget) {
  const size_t size = rule.allowed.size();
  if (size <= kShort) {
    budget.Spend(size);
    return IsInEnum(value, rule);
  }
  IndexedEnum& noted = noted_[&rule];
  if (noted.times_requested < kOften) {
    ++noted.times_requested;
    budget.Spend(size);
    return IsInEnum(value, rule);
  }
  if (noted.values.empty()) {
    budget.Spend(size);
    for (const value::Value* listed : rule.allowed) {
      noted.values.emplace(value::Hash(*listed), listed);
    }
  }
  // The hash of a collection is of all that it holds; two of them mostly differ where they begin.
  if (value.is_collection()) {
    const size_t nodes = NodesOf(value, size);
    budget.Spend(nodes);
    if (nodes == size) {
      return IsInEnum(value, rule);
    }
  }
  const auto [first, last] = noted.values.equal_range(value::Hash(value));
  return std::any_of(first, last, [&](const auto& same) { return IsInEnum(value, *same.second); });
}

}  // namespace kval::check
