#pragma once

#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "src/lang/starlark/error.h"
#include "src/lang/starlark/value.h"
#include "src/source/span.h"

namespace kval::starlark {

class Interpreter;

struct KeywordArg {
  std::string_view name;  // lives as long as the call
  Value value;
  source::Span span;       // the code of the value; unset if it was passed by `**`
  source::Span name_span;  // of the name; likewise
};

// The arguments of one call as a view. Positions hold the spans of the arguments' code when they are known:
// `spans` is either empty or as long as `positional`.
struct Args {
  std::span<const Value> positional;
  std::span<const KeywordArg> keywords;
  std::span<const source::Span> spans;

  bool empty() const { return positional.empty() && keywords.empty(); }
  // Returns the value of a keyword argument; unset if there is none.
  Value Keyword(std::string_view name) const {
    for (const KeywordArg& keyword : keywords) {
      if (keyword.name == name) {
        return keyword.value;
      }
    }
    return {};
  }
};

// Arguments that are kept. Names of keywords are views into the program or into strings of the heap.
struct ArgList {
  std::vector<Value> positional;
  std::vector<source::Span> spans;
  std::vector<KeywordArg> keywords;

  Args view() const { return {positional, keywords, spans}; }
};

// One call of a builtin.
struct Call {
  Interpreter& interpreter;
  std::string_view name;  // of the builtin
  Value receiver;         // of a method
  Args args;
  source::Span at;
};

using NativeFunction = std::function<Outcome<Value>(const Call&)>;

}  // namespace kval::starlark
