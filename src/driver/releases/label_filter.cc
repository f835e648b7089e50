#include "src/driver/releases/label_filter.h"

#include <algorithm>
#include <string>

#include "src/driver/releases/fields.h"

namespace kval::driver {
namespace {

using value::Value;

bool HoldsExpression(const Value& expression, const Value& labels) {
  const Value* label = value::Find(labels, TextAt(&expression, {"key"}));
  const std::string by = TextAt(&expression, {"operator"});
  if (by == "Exists" || by == "DoesNotExist") {
    return (label != nullptr) == (by == "Exists");
  }
  const auto values = ItemsAt(&expression, {"values"});
  const bool is_listed = label != nullptr && std::any_of(values.begin(), values.end(), [&](const Value* one) {
                           return TextAt(one, {}) == label->raw.view();
                         });
  return is_listed == (by == "In");
}

}  // namespace

bool IsSelected(const Value* selector, const Value& labels) {
  const Value* equal = MapAt(selector, {"matchLabels"});
  for (const value::Entry& entry : equal == nullptr ? std::span<const value::Entry>() : equal->entries()) {
    const Value* label = value::Find(labels, entry.key->raw);
    if (label == nullptr || label->raw.view() != TextAt(entry.value, {})) {
      return false;
    }
  }
  const auto expressions = ItemsAt(selector, {"matchExpressions"});
  return std::all_of(expressions.begin(), expressions.end(),
                     [&](const Value* expression) { return HoldsExpression(*expression, labels); });
}

}  // namespace kval::driver
