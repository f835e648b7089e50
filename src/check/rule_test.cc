#include "src/check/rule_test.h"

#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "src/formats/format.h"
#include "src/value/compare.h"

namespace kval::check {
namespace {

using types::Verdict;
using value::Value;

// Starlark's names, for "string >= int not implemented".
std::string_view StarlarkName(value::Kind kind) {
  switch (kind) {
    case value::Kind::kNull:
      return "NoneType";
    case value::Kind::kBool:
      return "bool";
    case value::Kind::kInt:
      return "int";
    case value::Kind::kFloat:
      return "float";
    case value::Kind::kString:
      return "string";
    case value::Kind::kSequence:
      return "list";
    case value::Kind::kMapping:
      return "dict";
  }
  return "value";
}

Verdict Holds() {
  return {};
}
Verdict Fails(std::string found) {
  return {Verdict::Answer::kFails, std::move(found), {}, {}};
}

std::optional<int64_t> LengthOf(const Value& value) {
  switch (value.kind) {
    case value::Kind::kString:
      return static_cast<int64_t>(value.raw.size());
    case value::Kind::kSequence:
      return static_cast<int64_t>(value.item_list.size);
    case value::Kind::kMapping:
      return static_cast<int64_t>(value.entry_list.size);
    case value::Kind::kNull:
    case value::Kind::kBool:
    case value::Kind::kInt:
    case value::Kind::kFloat:
      return std::nullopt;
  }
  return std::nullopt;
}

Verdict TestLength(const Value& value, int64_t bound, bool is_minimum) {
  const std::optional<int64_t> length = LengthOf(value);
  if (!length) {
    return Fails("len: value of type " + std::string(StarlarkName(value.kind)) + " has no len");
  }
  const bool holds = is_minimum ? *length >= bound : *length <= bound;
  return holds ? Holds() : Fails("length = " + std::to_string(*length));
}

Verdict TestBound(const Value& value, const Value& bound, bool is_minimum) {
  const std::string_view op = is_minimum ? " >= " : " <= ";
  const std::optional<int> order = value::Compare(value, bound);
  if (!order) {
    return Fails(std::string(StarlarkName(value.kind)) + std::string(op) +
                 std::string(StarlarkName(bound.kind)) + " not implemented");
  }
  const bool holds = is_minimum ? *order >= 0 : *order <= 0;
  return holds ? Holds() : Fails((is_minimum ? "value < " : "value > ") + value::Brief(bound));
}

std::string ListText(const std::vector<const Value*>& values) {
  std::string text = "[";
  for (size_t i = 0; i < values.size(); ++i) {
    text += (i == 0 ? "" : ", ") + value::Brief(*values[i]);
  }
  return text + "]";
}

std::string ListText(const std::vector<std::string>& texts) {
  std::string text = "[";
  for (size_t i = 0; i < texts.size(); ++i) {
    text += (i == 0 ? "\"" : ", \"") + texts[i] + "\"";
  }
  return text + "]";
}

Verdict TestOneOf(const Value& value, const types::OneOf& test) {
  for (const Value* allowed : test.allowed) {
    if (value::Equal(value, *allowed)) {
      return Holds();
    }
  }
  return Fails(value.is_collection() ? "not one of allowed values" : value::Brief(value));
}

Verdict TestOneNotNull(const Value& value, const types::OneNotNull& test) {
  if (value.kind != value::Kind::kMapping) {
    return Fails(std::string(value::KindName(value.kind)));
  }
  if (value.entry_list.size == 0) {
    return Fails("value is empty");
  }
  std::vector<std::string> set;
  const auto note = [&](const Value* key, const Value* child) {
    if (child != nullptr && child->kind != value::Kind::kNull) {
      set.push_back(value::PlainText(*key));
    }
  };
  for (const value::Entry& entry : value.entries()) {
    const std::string name = value::PlainText(*entry.key);
    const bool counts =
        test.keys.empty() || std::find(test.keys.begin(), test.keys.end(), name) != test.keys.end();
    if (counts) {
      note(entry.key, entry.value);
    }
  }
  if (set.size() == 1) {
    return Holds();
  }
  return Fails(set.empty() ? "all values are null" : ListText(set) + " are not null");
}

// Equal values have equal buckets; numbers are bucketed by their value as a double, for 1 == 1.0.
std::string BucketOf(const Value& item) {
  if (item.kind == value::Kind::kInt) {
    const double real = item.is_unsigned ? static_cast<double>(static_cast<uint64_t>(item.integer))
                                         : static_cast<double>(item.integer);
    return "number " + std::to_string(real);
  }
  if (item.kind == value::Kind::kFloat) {
    return "number " + std::to_string(item.real);
  }
  return item.is_collection() ? std::string("collection ") + std::to_string(LengthOf(item).value_or(0))
                              : value::Brief(item, 200);
}

Verdict TestUnique(const Value& value) {
  if (value.kind != value::Kind::kSequence) {
    return Holds();
  }
  std::unordered_multimap<std::string, size_t> seen;
  const auto items = value.items();
  for (size_t i = 0; i < items.size(); ++i) {
    const std::string bucket = BucketOf(*items[i]);
    const auto [first, last] = seen.equal_range(bucket);
    for (auto other = first; other != last; ++other) {
      if (value::Equal(*items[other->second], *items[i])) {
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
  const formats::Entry* format = formats::Find(test.name);
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

struct Tester {
  const Value& value;
  const types::Scope& scope;

  Outcome operator()(const types::Minimum& t) const {
    return {diag::Kind::kMin, "a value >= " + value::Brief(*t.bound), TestBound(value, *t.bound, true)};
  }
  Outcome operator()(const types::Maximum& t) const {
    return {diag::Kind::kMax, "a value <= " + value::Brief(*t.bound), TestBound(value, *t.bound, false)};
  }
  Outcome operator()(const types::MinLength& t) const {
    return {diag::Kind::kMinLen, "length >= " + std::to_string(t.bound), TestLength(value, t.bound, true)};
  }
  Outcome operator()(const types::MaxLength& t) const {
    return {diag::Kind::kMaxLen, "length <= " + std::to_string(t.bound), TestLength(value, t.bound, false)};
  }
  Outcome operator()(const types::OneOf& t) const {
    return {diag::Kind::kOneOf, "one of " + ListText(t.allowed), TestOneOf(value, t)};
  }
  Outcome operator()(const types::OneNotNull& t) const {
    return {diag::Kind::kOneNotNull,
            "exactly one of " + (t.keys.empty() ? "all children" : ListText(t.keys)) + " to be not null",
            TestOneNotNull(value, t)};
  }
  Outcome operator()(const types::NotNull&) const {
    const bool is_null = value.kind == value::Kind::kNull;
    return {diag::Kind::kNotNull, "not null", is_null ? Fails("value is null") : Holds()};
  }
  Outcome operator()(const types::Unique&) const {
    return {diag::Kind::kUnique, "an array of unique items", TestUnique(value)};
  }
  Outcome operator()(const types::Matches& t) const {
    return {diag::Kind::kPattern, "a string that matches `" + t.pattern.text() + "`",
            TestText(value, t.pattern.Matches(value.raw))};
  }
  Outcome operator()(const types::Prefix& t) const {
    return {diag::Kind::kPrefix, "a string that starts with `" + t.text + "`",
            TestText(value, value.raw.starts_with(t.text))};
  }
  Outcome operator()(const types::Suffix& t) const {
    return {diag::Kind::kSuffix, "a string that ends with `" + t.text + "`",
            TestText(value, value.raw.ends_with(t.text))};
  }
  Outcome operator()(const types::Format& t) const {
    return {diag::Kind::kFormat, "a valid " + t.name, TestFormat(value, t)};
  }
  Outcome operator()(const types::Custom& t) const {
    return {diag::Kind::kCheckFailed, t.predicate->Describe(), t.predicate->Test(value, scope)};
  }
};

}  // namespace

Outcome RunTest(const types::Rule& rule, const Value& value, const types::Scope& scope) {
  return std::visit(Tester{value, scope}, rule.test);
}

}  // namespace kval::check
