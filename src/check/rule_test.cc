#include "src/check/rule_test.h"

#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "src/check/enum_index.h"
#include "src/formats/format.h"
#include "src/support/substitute.h"
#include "src/support/utf8.h"
#include "src/types/custom_diagnostic_kind.h"
#include "src/types/pattern_error.h"
#include "src/value/compare.h"
#include "src/value/decimal.h"
#include "src/value/hash.h"

namespace kval::check {
namespace {

using types::PredicateResult;
using value::Value;

std::string_view NameOf(value::Kind kind, const types::TestMessages& words) {
  return words.kinds[static_cast<size_t>(kind)];
}

PredicateResult Holds() {
  return {};
}
PredicateResult Fails(std::string found) {
  return {PredicateResult::PredicateOutcome::kFails, std::move(found), {}, {}};
}

std::optional<int64_t> LengthOf(const Value& value, types::TextUnit unit) {
  switch (value.kind) {
    case value::Kind::kString:
      return static_cast<int64_t>(unit == types::TextUnit::kBytes ? value.raw.size()
                                                                  : utf8::Count(value.raw));
    case value::Kind::kSequence:
      return static_cast<int64_t>(value.items().size());
    case value::Kind::kMapping:
      return static_cast<int64_t>(value.entries().size());
    case value::Kind::kNull:
    case value::Kind::kBool:
    case value::Kind::kInt:
    case value::Kind::kFloat:
      return std::nullopt;
  }
  return std::nullopt;
}

PredicateResult TestLength(const Value& value, int64_t bound, types::TextUnit unit, bool is_minimum,
                           const types::TestMessages& words) {
  const std::optional<int64_t> length = LengthOf(value, unit);
  if (!length) {
    return Fails(Substitute(words.no_length, NameOf(value.kind, words)));
  }
  const bool holds = is_minimum ? *length >= bound : *length <= bound;
  return holds ? Holds() : Fails("length = " + std::to_string(*length));
}

// Equal doubles may have different source numbers.
std::optional<int> OrderOf(const Value& value, const Value& bound) {
  const std::optional<int> order = value::Compare(value, bound);
  const bool is_rounded = value.kind == value::Kind::kFloat || bound.kind == value::Kind::kFloat;
  if (order && *order == 0 && is_rounded) {
    return value::CompareExactly(value, bound).value_or(0);
  }
  return order;
}

PredicateResult TestBound(const Value& value, const Value& bound, bool is_exclusive, bool is_minimum,
                          const types::TestMessages& words) {
  const std::optional<int> order = OrderOf(value, bound);
  if (!order) {
    return Fails(Substitute(words.no_order, NameOf(value.kind, words),
                            is_minimum ? ">=" : "<=", NameOf(bound.kind, words)));
  }
  const int within = is_minimum ? *order : -*order;
  if (within > 0 || (within == 0 && !is_exclusive)) {
    return Holds();
  }
  return Fails(DisplayText(value));
}

PredicateResult TestMultiple(const Value& value, const Value& divisor) {
  return value::IsMultipleOf(value, divisor).value_or(false) ? Holds() : Fails(DisplayText(value));
}

// The text of a list in a headline. Limited, because a schema may list any number of values, and each finding
// repeats them.
template <typename Item, typename AsText>
std::string ListText(const std::vector<Item>& items, const AsText& as_text) {
  constexpr size_t kLongest = 1000;
  std::string text = "[";
  for (size_t i = 0; i < items.size(); ++i) {
    text += i == 0 ? "" : ", ";
    if (text.size() > kLongest) {
      return text + "…] with " + std::to_string(items.size() - i) + " others";
    }
    text += as_text(items[i]);
  }
  return text + "]";
}

std::string ListText(const std::vector<const Value*>& values) {
  return ListText(values, [](const Value* value) { return DisplayText(*value); });
}

std::string ListText(const std::vector<std::string>& strings) {
  return ListText(strings, [](const std::string& text) { return "\"" + text + "\""; });
}

PredicateResult TestOneOf(const Value& value, const types::OneOf& test) {
  return IsInEnum(value, test) ? Holds() : NotInEnum(value);
}

PredicateResult TestOneNotNull(const Value& value, const types::OneNotNull& test) {
  if (value.kind != value::Kind::kMapping) {
    return Fails(std::string(value::KindName(value.kind)));
  }
  if (value.entries().size() == 0) {
    return Fails("value is empty");
  }
  std::vector<std::string> set;
  const auto note = [&](const Value* key, const Value* child) {
    if (child != nullptr && child->kind != value::Kind::kNull) {
      set.push_back(value::PlainText(*key));
    }
  };
  const std::set<std::string_view> counted(test.keys.begin(), test.keys.end());
  for (const value::Entry& entry : value.entries()) {
    if (counted.empty() || counted.contains(value::PlainText(*entry.key))) {
      note(entry.key, entry.value);
    }
  }
  if (set.size() == 1) {
    return Holds();
  }
  return Fails(set.empty() ? "all values are null" : ListText(set) + " are not null");
}

PredicateResult TestUnique(const Value& value) {
  if (value.kind != value::Kind::kSequence) {
    return Holds();
  }
  // A tree: who knows the hash could put all items into one bucket of a table.
  std::multimap<uint64_t, size_t> seen;
  const auto items = value.items();
  for (size_t i = 0; i < items.size(); ++i) {
    const uint64_t bucket = value::Hash(*items[i]);
    const auto [first, last] = seen.equal_range(bucket);
    for (auto other = first; other != last; ++other) {
      if (value::EqualExactly(*items[other->second], *items[i])) {
        PredicateResult verdict = Fails("items " + std::to_string(other->second) + " and " +
                                        std::to_string(i) + " are both " + value::Abbreviate(*items[i]));
        for (const size_t index : {i, other->second}) {
          verdict.parts.push_back(
              {{}, items[index]->span, index == i ? "the same again" : "the first one", false});
        }
        return verdict;
      }
    }
    seen.emplace(bucket, i);
  }
  return Holds();
}

PredicateResult TestText(const Value& value, bool holds) {
  if (value.kind != value::Kind::kString) {
    return Fails(std::string(value::KindName(value.kind)));
  }
  return holds ? Holds() : Fails(value::Abbreviate(value));
}

PredicateResult TestFormat(const Value& value, const types::Format& test) {
  const formats::FormatEntry* format = formats::Find(test.name, test.dialect);
  if (format == nullptr) {
    return Holds();
  }
  if (value.is_collection() || value.kind == value::Kind::kBool) {
    return Fails(std::string(value::KindName(value.kind)));
  }
  const std::string text = value::PlainText(value);
  std::string why;
  if (format->check(text, &why)) {
    return Holds();
  }
  return Fails(value::Abbreviate(value) + (why.empty() ? "" : " (" + why + ")"));
}

PredicateResult TestMatch(const Value& value, const types::Pattern& pattern) {
  if (value.kind != value::Kind::kString) {
    return TestText(value, false);
  }
  const types::Pattern::MatchResult answer = pattern.Match(value.raw);
  if (answer == types::Pattern::MatchResult::kTooMuchWork) {
    return types::MakeCostExceeded(pattern);
  }
  return TestText(value, answer == types::Pattern::MatchResult::kYes);
}

struct Tester {
  const Value& value;
  const types::RuleScope& scope;
  const types::TestMessages& words;

  PredicateResult operator()(const types::Minimum& t) const {
    return TestBound(value, *t.bound, t.is_exclusive, true, words);
  }
  PredicateResult operator()(const types::Maximum& t) const {
    return TestBound(value, *t.bound, t.is_exclusive, false, words);
  }
  PredicateResult operator()(const types::MinLength& t) const {
    return TestLength(value, t.bound, t.unit, true, words);
  }
  PredicateResult operator()(const types::MaxLength& t) const {
    return TestLength(value, t.bound, t.unit, false, words);
  }
  PredicateResult operator()(const types::OneOf& t) const { return TestOneOf(value, t); }
  PredicateResult operator()(const types::OneNotNull& t) const { return TestOneNotNull(value, t); }
  PredicateResult operator()(const types::NotNull&) const {
    return value.kind == value::Kind::kNull ? Fails("value is null") : Holds();
  }
  PredicateResult operator()(const types::Unique&) const { return TestUnique(value); }
  PredicateResult operator()(const types::MatchesRegex& t) const { return TestMatch(value, t.pattern); }
  PredicateResult operator()(const types::Prefix& t) const {
    return TestText(value, value.raw.starts_with(t.text));
  }
  PredicateResult operator()(const types::Suffix& t) const {
    return TestText(value, value.raw.ends_with(t.text));
  }
  PredicateResult operator()(const types::Format& t) const { return TestFormat(value, t); }
  PredicateResult operator()(const types::Custom& t) const { return t.predicate->Test(value, scope); }
  PredicateResult operator()(const types::MultipleOf& t) const { return TestMultiple(value, *t.divisor); }
  PredicateResult operator()(const types::Assertion&) const { return Holds(); }
};

struct KindVisitor {
  using Kind = diag::Kind;

  Kind operator()(const types::Minimum&) const { return Kind::kMin; }
  Kind operator()(const types::Maximum&) const { return Kind::kMax; }
  Kind operator()(const types::MinLength&) const { return Kind::kMinLen; }
  Kind operator()(const types::MaxLength&) const { return Kind::kMaxLen; }
  Kind operator()(const types::OneOf&) const { return Kind::kOneOf; }
  Kind operator()(const types::OneNotNull&) const { return Kind::kOneNotNull; }
  Kind operator()(const types::NotNull&) const { return Kind::kNotNull; }
  Kind operator()(const types::Unique&) const { return Kind::kUnique; }
  Kind operator()(const types::MatchesRegex&) const { return Kind::kPattern; }
  Kind operator()(const types::Prefix&) const { return Kind::kPrefix; }
  Kind operator()(const types::Suffix&) const { return Kind::kSuffix; }
  Kind operator()(const types::Format&) const { return Kind::kFormat; }
  Kind operator()(const types::Custom& t) const {
    const auto* own = dynamic_cast<const types::CustomDiagnosticKind*>(t.predicate.get());
    return own == nullptr ? Kind::kCheckFailed : own->error_kind();
  }
  Kind operator()(const types::MultipleOf&) const { return Kind::kMultipleOf; }
  Kind operator()(const types::Assertion&) const { return Kind::kCheckFailed; }
};

struct MustBeVisitor {
  std::string operator()(const types::Minimum& t) const {
    return (t.is_exclusive ? "a value > " : "a value >= ") + DisplayText(*t.bound);
  }
  std::string operator()(const types::Maximum& t) const {
    return (t.is_exclusive ? "a value < " : "a value <= ") + DisplayText(*t.bound);
  }
  std::string operator()(const types::MinLength& t) const { return "length >= " + std::to_string(t.bound); }
  std::string operator()(const types::MaxLength& t) const { return "length <= " + std::to_string(t.bound); }
  std::string operator()(const types::OneOf& t) const { return "one of " + ListText(t.allowed); }
  std::string operator()(const types::OneNotNull& t) const {
    return "exactly one of " + (t.keys.empty() ? "all children" : ListText(t.keys)) + " to be not null";
  }
  std::string operator()(const types::NotNull&) const { return "not null"; }
  std::string operator()(const types::Unique&) const { return "an array of unique items"; }
  std::string operator()(const types::MatchesRegex& t) const {
    return "a string that matches `" + t.pattern.text() + "`";
  }
  std::string operator()(const types::Prefix& t) const {
    return "a string that starts with `" + t.text + "`";
  }
  std::string operator()(const types::Suffix& t) const { return "a string that ends with `" + t.text + "`"; }
  std::string operator()(const types::Format& t) const { return "a valid " + t.name; }
  std::string operator()(const types::Custom& t) const { return t.predicate->Describe(); }
  std::string operator()(const types::MultipleOf& t) const {
    return "a multiple of " + DisplayText(*t.divisor);
  }
  std::string operator()(const types::Assertion& t) const {
    return "the assertion " + std::string(types::NameOf(t));
  }
};

}  // namespace

std::string DisplayText(const Value& value) {
  return value.raw.empty() || value::IsExactlyRepresentable(value) ? value::Abbreviate(value)
                                                                   : std::string(value.raw);
}

PredicateResult NotInEnum(const Value& value) {
  return Fails(value.is_collection() ? "not one of allowed values" : DisplayText(value));
}

PredicateResult RunTest(const types::Rule& rule, const Value& value, const types::RuleScope& scope,
                        const types::TestMessages& words) {
  return std::visit(Tester{value, scope, words}, rule.test);
}

diag::Kind KindOf(const types::Test& test) {
  return std::visit(KindVisitor{}, test);
}

std::string RequirementText(const types::Test& test) {
  return std::visit(MustBeVisitor{}, test);
}

}  // namespace kval::check
