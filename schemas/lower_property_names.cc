#include "schemas/lower_property_names.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "schemas/full_match_pattern.h"
#include "src/check/fields.h"
#include "src/types/key_test.h"

namespace kval::schemas {
namespace {

using value::Kind;

std::shared_ptr<const types::Predicate> PatternOf(const std::optional<std::string>& whole) {
  if (!whole) {
    return nullptr;
  }
  Result<std::shared_ptr<const types::KeyPattern>> pattern = types::KeyPattern::Make(*whole);
  return pattern ? *std::move(pattern) : nullptr;
}

// The maximum repetition count in RE2.
constexpr int64_t kMostRepetitions = 1000;

// Returns a key test equivalent to the type of names; null if there is none.
std::shared_ptr<const types::Predicate> TestOf(const types::Model& model, types::TypeId names) {
  const types::Type& type = model.Resolve(names);
  const auto* literal = std::get_if<types::Literal>(&type.shape);
  if (literal != nullptr && literal->value->kind == Kind::kString && type.rules.empty()) {
    return std::make_shared<types::KeyOneOf>(std::vector<std::string>{std::string(literal->value->raw)});
  }
  const auto* scalar = std::get_if<types::Scalar>(&type.shape);
  const bool is_text =
      std::holds_alternative<types::Any>(type.shape) || (scalar != nullptr && scalar->kind == Kind::kString);
  if (!is_text || type.rules.empty()) {
    return nullptr;
  }
  int64_t least = 0, most = -1;
  for (size_t i = 0; i < type.rules.size(); ++i) {
    const types::Rule& rule = model.Get(type.rules[i]);
    const auto* low = std::get_if<types::MinLength>(&rule.test);
    const auto* high = std::get_if<types::MaxLength>(&rule.test);
    if (low == nullptr && high == nullptr) {
      if (type.rules.size() > 1 || rule.when != nullptr || !rule.kinds.Has(Kind::kString)) {
        return nullptr;
      }
      if (const auto* matches = std::get_if<types::MatchesRegex>(&rule.test)) {
        return PatternOf(ToFullMatchPattern(matches->pattern.text()));
      }
      const auto* one_of = std::get_if<types::OneOf>(&rule.test);
      std::vector<std::string> keys;
      for (const value::Value* allowed :
           one_of == nullptr ? std::vector<const value::Value*>() : one_of->allowed) {
        if (allowed->kind == Kind::kString) {
          keys.emplace_back(allowed->raw);
        }
      }
      return keys.empty() ? nullptr : std::make_shared<types::KeyOneOf>(std::move(keys));
    }
    least = low != nullptr ? std::max(least, low->bound) : least;
    most = high != nullptr ? (most < 0 ? high->bound : std::min(most, high->bound)) : most;
  }
  if (least > kMostRepetitions || most > kMostRepetitions || (most >= 0 && most < least)) {
    return nullptr;
  }
  return PatternOf("(?s:.){" + std::to_string(least) + "," + (most < 0 ? "" : std::to_string(most)) + "}");
}

}  // namespace

bool LowerPropertyNames(types::Model& model, types::TypeId names, types::Type& type) {
  const auto* record = std::get_if<types::Record>(&type.shape);
  const bool has_place = record != nullptr && record->key_rules.size() <= 1 &&
                         (record->key_rules.empty() || record->key_rules.front().allowed == nullptr);
  std::shared_ptr<const types::Predicate> test = has_place ? TestOf(model, names) : nullptr;
  if (test == nullptr) {
    return false;
  }
  types::KeyRule rule = record->key_rules.empty() ? types::KeyRule() : record->key_rules.front();
  rule.allowed = std::move(test);
  const value::Value nothing{};
  for (const types::Field& field : record->fields) {
    if (!check::Allows(rule, *field.key, nothing)) {
      return false;
    }
  }
  types::Record named = *record;
  if (!named.key_rules.empty()) {
    named.key_rules.front() = std::move(rule);
  } else if (named.open) {
    rule.counts.push_back({0, types::Count::kUnbounded});
    rule.value = model.Add(types::Type{types::Any{}});
    rule.name = "...";
    rule.span = type.span;
    named.key_rules.push_back(std::move(rule));
    named.open = false;
  }
  named.Index();
  type.shape = std::move(named);
  return true;
}

}  // namespace kval::schemas
