#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "src/kubernetes/accessors.h"
#include "src/kubernetes/report_at.h"

// Paths, values and strings as the rows of schemas/kubernetes/tables/field_rules.tsv describe them.
namespace kval::kubernetes {

// The first step of a path, and what follows it.
struct FieldStep {
  std::string_view name;
  char shape;  // `[` for each item of a list, `{` for each value of a map, otherwise `.`
  std::string_view rest;
};

inline FieldStep FirstStep(std::string_view path) {
  const auto size = static_cast<unsigned char>(path[0]);
  return {path.substr(2, size), path[1], path.substr(2 + size)};
}
// Returns an empty name for the empty path of a map itself.
FieldStep LastStep(std::string_view path);

// Calls `then` with each map that a path leads to and the name of its field; the name is empty for items of
// lists and values of maps. Returns whether all values on the way were read.
template <typename Then>
bool ForEachField(const check::ValueCursor& map, std::string_view path, const Then& then) {
  const FieldStep step = FirstStep(path);
  if (step.shape == '.' && step.rest.empty()) {
    then(map, step.name);
    return true;
  }
  const std::optional<check::ValueCursor> child = At(map, step.name);
  if (!child) {
    return !IsRecovered(*map.value);
  }
  bool is_complete = !IsRecovered(*child->value);
  const auto visit = [&](const check::ValueCursor& at) {
    if (step.rest.empty()) {
      then(at, std::string_view());
    } else {
      is_complete = ForEachField(at, step.rest, then) && is_complete;
    }
  };
  if (step.shape == '[') {
    ForEachItem(*child, visit);
  } else if (step.shape == '{') {
    ForEachEntry(*child, visit);
  } else {
    visit(*child);
  }
  return is_complete;
}

// Returns the field of a map; for an empty name the value itself.
std::optional<check::ValueCursor> ValueAt(const check::ValueCursor& holder, std::string_view field);

// Whether a value is not empty, not false, not 0 and not 0%.
bool IsFilled(const check::ValueCursor& at);
// Returns the text of a string or boolean; empty for other values.
std::string_view TextIn(const std::optional<check::ValueCursor>& at);
// Returns the text of a string, boolean or integer, as messages show it.
std::string Shown(const std::optional<check::ValueCursor>& at);

// Whether a text is one of the values, separated by `|`. A value that ends in `…` is the beginning of a text.
bool IsOneOf(std::string_view text, std::string_view values);
// Whether a number is between the end points of a range: `-1..5`, `..5`.
bool IsInRange(int64_t number, std::string_view range);
// Whether an integer, or the number of items of a list, is above a bound.
bool IsAbove(const check::ValueCursor& at, std::string_view bound);

}  // namespace kval::kubernetes
