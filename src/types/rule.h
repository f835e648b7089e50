#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "src/formats/format.h"
#include "src/source/span.h"
#include "src/support/id.h"
#include "src/types/assertion.h"
#include "src/types/pattern.h"
#include "src/types/predicate.h"
#include "src/types/value_kind_set.h"
#include "src/value/value.h"

namespace kval::types {

using RuleId = Id<struct RuleTag>;

// The built-in tests. Comparison is value::Compare's.
struct Minimum {
  const value::Value* bound;
  bool is_exclusive = false;
};
struct Maximum {
  const value::Value* bound;
  bool is_exclusive = false;
};
// A number that is this one a whole number of times, exactly: decimal digits count, not doubles.
struct MultipleOf {
  const value::Value* divisor;
};
// The unit of string lengths.
enum class TextUnit : uint8_t { kBytes, kCharacters };
// Lengths of strings, arrays (items) and maps (entries).
struct MinLength {
  int64_t bound;
  TextUnit unit = TextUnit::kBytes;
};
struct MaxLength {
  int64_t bound;
  TextUnit unit = TextUnit::kBytes;
};
struct OneOf {
  std::vector<const value::Value*> allowed;
};
// Exactly one of these keys of a map is present and not null; all of the map's keys when empty.
struct OneNotNull {
  std::vector<std::string> keys;
};
struct NotNull {};
struct Unique {};
struct MatchesRegex {
  Pattern pattern;
};
struct Prefix {
  std::string text;
};
struct Suffix {
  std::string text;
};
// The format that `dialect` has under that name (formats::Find).
struct Format {
  std::string name;
  formats::FormatDialect dialect = formats::FormatDialect::kKval;
};
struct Custom {
  std::shared_ptr<const Predicate> predicate;
};

using Test = std::variant<Minimum, Maximum, MinLength, MaxLength, OneOf, OneNotNull, NotNull, Unique,
                          MatchesRegex, Prefix, Suffix, Format, Custom, MultipleOf, Assertion>;

// A constraint on a value that has a valid shape.
struct Rule {
  Test test;
  // The rule applies only where this holds; null means always.
  std::shared_ptr<const Predicate> when;
  // The requirement in the author's words ("a port above 1024"). Empty: kval generates the message.
  std::string message;
  // Where the schema states it.
  source::Span span;
  // The kinds of values that the rule applies to; others pass. NotNull always applies to null.
  ValueKindSet kinds = ValueKindSet::AllButNull();

  bool Sees(value::Kind kind) const {
    return kinds.Has(kind) || (kind == value::Kind::kNull && std::holds_alternative<NotNull>(test));
  }
};

}  // namespace kval::types
