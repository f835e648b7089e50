#include "src/check/rule_test.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "src/check/listed_values.h"
#include "src/formats/format.h"
#include "src/support/substitute.h"
#include "src/support/utf8.h"
#include "src/types/own_fault.h"
#include "src/types/pattern_fault.h"
#include "src/value/compare.h"
#include "src/value/decimal.h"
#include "src/value/hash.h"

namespace kval::check {
namespace {

using types::Verdict;
using value::Value;

std::string_view NameOf(value::Kind kind, const types::TestWords& words) {
  return words.kinds[static_cast<size_t>(kind)];
}

Verdict Holds() {
  return {};
}
Verdict Fails(std::string found) {
  return {Verdict::Answer::kFails, std::move(found), {}, {}};
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

Verdict TestLength(const Value& value, int64_t bound, types::TextUnit unit, bool is_minimum,
                   const types::TestWords& words) {
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

Verdict TestBound(const Value& value, const Value& bound, bool is_exclusive, bool is_minimum,
                  const types::TestWords& words) {
  const std::optional<int> order = OrderOf(value, bound);
  if (!order) {
    return Fails(Substitute(words.no_order, NameOf(value.kind, words),
                            is_minimum ? ">=" : "<=", NameOf(bound.kind, words)));
  }
  const int within = is_minimum ? *order : -*order;
  if (within > 0 || (within == 0 && !is_exclusive)) {
    return Holds();
  }
  return Fails(Shown(value));
}

Verdict TestMultiple(const Value& value, const Value& divisor) {
  return value::IsMultipleOf(value, divisor).value_or(false) ? Holds() : Fails(Shown(value));
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
  return ListText(values, [](const Value* value) { return Shown(*value); });
}

std::string ListText(const std::vector<std::string>& texts) {
  return ListText(texts, [](const std::string& text) { return "\"" + text + "\""; });
}

Verdict TestOneOf(const Value& value, const types::OneOf& test) {
  return IsListed(value, test) ? Holds() : NotListed(value);
}

Verdict TestOneNotNull(const Value& value, const types::OneNotNull& test) {
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

Verdict TestUnique(const Value& value) {
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
        Verdict verdict = Fails("items " + std::to_string(other->second) + " and " + std::to_string(i) +
                                " are both " + value::Brief(*items[i]));
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

Verdict TestText(const Value& value, bool holds) {
  if (value.kind != value::Kind::kString) {
    return Fails(std::string(value::KindName(value.kind)));
  }
  return holds ? Holds() : Fails(value::Brief(value));
}

Verdict TestFormat(const Value& value, const types::Format& test) {
  const formats::Entry* format = formats::Find(test.name, test.dialect);
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
  return Fails(value::Brief(value) + (why.empty() ? "" : " (" + why + ")"));
}

Verdict TestMatch(const Value& value, const types::Pattern& pattern) {
  if (value.kind != value::Kind::kString) {
    return TestText(value, false);
  }
  const types::Pattern::Answer answer = pattern.Match(value.raw);
  if (answer == types::Pattern::Answer::kTooMuchWork) {
    return types::TooMuchWork(pattern);
  }
  return TestText(value, answer == types::Pattern::Answer::kYes);
}

struct Tester {
  const Value& value;
  const types::Scope& scope;
  const types::TestWords& words;

  Verdict operator()(const types::Minimum& t) const {
    return TestBound(value, *t.bound, t.is_exclusive, true, words);
  }
  Verdict operator()(const types::Maximum& t) const {
    return TestBound(value, *t.bound, t.is_exclusive, false, words);
  }
  Verdict operator()(const types::MinLength& t) const {
    return TestLength(value, t.bound, t.unit, true, words);
  }
  Verdict operator()(const types::MaxLength& t) const {
    return TestLength(value, t.bound, t.unit, false, words);
  }
  Verdict operator()(const types::OneOf& t) const { return TestOneOf(value, t); }
  Verdict operator()(const types::OneNotNull& t) const { return TestOneNotNull(value, t); }
  Verdict operator()(const types::NotNull&) const {
    return value.kind == value::Kind::kNull ? Fails("value is null") : Holds();
  }
  Verdict operator()(const types::Unique&) const { return TestUnique(value); }
  Verdict operator()(const types::Matches& t) const { return TestMatch(value, t.pattern); }
  Verdict operator()(const types::Prefix& t) const { return TestText(value, value.raw.starts_with(t.text)); }
  Verdict operator()(const types::Suffix& t) const { return TestText(value, value.raw.ends_with(t.text)); }
  Verdict operator()(const types::Format& t) const { return TestFormat(value, t); }
  Verdict operator()(const types::Custom& t) const { return t.predicate->Test(value, scope); }
  Verdict operator()(const types::MultipleOf& t) const { return TestMultiple(value, *t.divisor); }
  Verdict operator()(const types::Assertion&) const { return Holds(); }
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
  Kind operator()(const types::Matches&) const { return Kind::kPattern; }
  Kind operator()(const types::Prefix&) const { return Kind::kPrefix; }
  Kind operator()(const types::Suffix&) const { return Kind::kSuffix; }
  Kind operator()(const types::Format&) const { return Kind::kFormat; }
  Kind operator()(const types::Custom& t) const {
    const auto* own = dynamic_cast<const types::OwnFault*>(t.predicate.get());
    return own == nullptr ? Kind::kCheckFailed : own->fault_kind();
  }
  Kind operator()(const types::MultipleOf&) const { return Kind::kMultipleOf; }
  Kind operator()(const types::Assertion&) const { return Kind::kCheckFailed; }
};

struct MustBeVisitor {
  std::string operator()(const types::Minimum& t) const {
    return (t.is_exclusive ? "a value > " : "a value >= ") + Shown(*t.bound);
  }
  std::string operator()(const types::Maximum& t) const {
    return (t.is_exclusive ? "a value < " : "a value <= ") + Shown(*t.bound);
  }
  std::string operator()(const types::MinLength& t) const { return "length >= " + std::to_string(t.bound); }
  std::string operator()(const types::MaxLength& t) const { return "length <= " + std::to_string(t.bound); }
  std::string operator()(const types::OneOf& t) const { return "one of " + ListText(t.allowed); }
  std::string operator()(const types::OneNotNull& t) const {
    return "exactly one of " + (t.keys.empty() ? "all children" : ListText(t.keys)) + " to be not null";
  }
  std::string operator()(const types::NotNull&) const { return "not null"; }
  std::string operator()(const types::Unique&) const { return "an array of unique items"; }
  std::string operator()(const types::Matches& t) const {
    return "a string that matches `" + t.pattern.text() + "`";
  }
  std::string operator()(const types::Prefix& t) const {
    return "a string that starts with `" + t.text + "`";
  }
  std::string operator()(const types::Suffix& t) const { return "a string that ends with `" + t.text + "`"; }
  std::string operator()(const types::Format& t) const { return "a valid " + t.name; }
  std::string operator()(const types::Custom& t) const { return t.predicate->Describe(); }
  std::string operator()(const types::MultipleOf& t) const { return "a multiple of " + Shown(*t.divisor); }
  std::string operator()(const types::Assertion& t) const {
    return "the assertion " + std::string(types::NameOf(t));
  }
};

}  // namespace

std::string Shown(const Value& value) {
  return value.raw.empty() || value::IsHeldExactly(value) ? value::Brief(value) : std::string(value.raw);
}

Verdict NotListed(const Value& value) {
  return Fails(value.is_collection() ? "not one of allowed values" : Shown(value));
}

Verdict RunTest(const types::Rule& rule, const Value& value, const types::Scope& scope,
                const types::TestWords& words) {
  return std::visit(Tester{value, scope, words}, rule.test);
}

diag::Kind KindOf(const types::Test& test) {
  return std::visit(KindVisitor{}, test);
}

std::string MustBe(const types::Test& test) {
  return std::visit(MustBeVisitor{}, test);
}

}  // namespace kval::check
