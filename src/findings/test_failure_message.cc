#include "src/findings/test_failure_message.h"

#include <string_view>

#include "src/check/rule_test.h"
#include "src/support/utf8.h"
#include "src/value/compare.h"

namespace kval::findings {
namespace {

using value::Kind;

// "1 character", "3 items".
std::string Counted(int64_t count, std::string_view noun) {
  return std::to_string(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

struct Length {
  int64_t count = 0;
  std::string_view unit;  // empty: the value has no length
};

Length LengthOf(const value::Value& value, types::TextUnit unit) {
  switch (value.kind) {
    case Kind::kString: {
      const auto characters = static_cast<int64_t>(utf8::Count(value.raw));
      const auto bytes = static_cast<int64_t>(value.raw.size());
      const bool counts_bytes = unit == types::TextUnit::kBytes && bytes != characters;
      return counts_bytes ? Length{bytes, "byte"} : Length{characters, "character"};
    }
    case Kind::kSequence:
      return {static_cast<int64_t>(value.items().size()), "item"};
    case Kind::kMapping:
      return {static_cast<int64_t>(value.entries().size()), "key"};
    default:
      return {};
  }
}

bool IsNumber(const value::Value& value) {
  return value.kind == Kind::kInt || value.kind == Kind::kFloat;
}

struct FailureVisitor {
  const value::Value& value;
  const types::PredicateResult& verdict;

  std::string operator()(const types::Minimum& t) const {
    if (!IsComparable()) {
      return {};
    }
    return check::DisplayText(value) +
           (t.is_exclusive ? " is not greater than " : " is less than the minimum of ") +
           check::DisplayText(*t.bound);
  }
  std::string operator()(const types::Maximum& t) const {
    if (!IsComparable()) {
      return {};
    }
    return check::DisplayText(value) +
           (t.is_exclusive ? " is not less than " : " is greater than the maximum of ") +
           check::DisplayText(*t.bound);
  }
  std::string operator()(const types::MinLength& t) const {
    const Length length = LengthOf(value, t.unit);
    if (length.unit.empty()) {
      return {};
    }
    const std::string least = length.count == 0 ? Counted(t.bound, length.unit) : std::to_string(t.bound);
    return (length.count == 0 ? "is empty" : "has " + Counted(length.count, length.unit)) + ", at least " +
           least + (t.bound == 1 ? " is required" : " are required");
  }
  std::string operator()(const types::MaxLength& t) const {
    const Length length = LengthOf(value, t.unit);
    return length.unit.empty()
               ? std::string()
               : "has " + Counted(length.count, length.unit) + ", at most " + std::to_string(t.bound) +
                     (t.bound == 1 ? " is allowed" : " are allowed");
  }
  std::string operator()(const types::OneOf& t) const {
    return (value.is_collection() ? "the " + std::string(value::KindName(value.kind))
                                  : check::DisplayText(value)) +
           " is not " + check::RequirementText(t);
  }
  std::string operator()(const types::OneNotNull&) const { return {}; }
  std::string operator()(const types::NotNull&) const { return "must not be null"; }
  std::string operator()(const types::Unique&) const { return verdict.found + ", but items must be unique"; }
  std::string operator()(const types::MatchesRegex& t) const {
    return OfString(" does not match `" + t.pattern.text() + "`");
  }
  std::string operator()(const types::Prefix& t) const {
    return OfString(" does not start with `" + t.text + "`");
  }
  std::string operator()(const types::Suffix& t) const {
    return OfString(" does not end with `" + t.text + "`");
  }
  std::string operator()(const types::Format& t) const {
    const std::string shown = value::Abbreviate(value);
    // The rest of the string after the value is the reason: `"1.2.3" (a part is missing)`.
    return verdict.found.starts_with(shown)
               ? shown + " is not a valid " + t.name + verdict.found.substr(shown.size())
               : std::string();
  }
  std::string operator()(const types::Custom&) const { return {}; }
  std::string operator()(const types::MultipleOf& t) const {
    return IsNumber(value)
               ? check::DisplayText(value) + " is not a multiple of " + check::DisplayText(*t.divisor)
               : std::string();
  }
  std::string operator()(const types::Assertion&) const { return {}; }

  // Else the verdict says why the value cannot be compared with the bound.
  bool IsComparable() const { return verdict.found == check::DisplayText(value); }

  std::string OfString(const std::string& text) const {
    return value.kind == Kind::kString ? value::Abbreviate(value) + text : std::string();
  }
};

}  // namespace

std::string TestFailureMessage(const types::Test& test, const value::Value& value,
                               const types::PredicateResult& verdict) {
  return std::visit(FailureVisitor{value, verdict}, test);
}

}  // namespace kval::findings
