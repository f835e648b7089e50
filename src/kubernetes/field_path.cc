#include "src/kubernetes/field_path.h"

#include <charconv>
#include <limits>
#include <utility>

#include "src/kubernetes/names.h"

namespace kval::kubernetes {

using Text = std::string_view;
using value::Kind;

FieldStep LastStep(Text path) {
  FieldStep step{Text(), '.', path.substr(path.starts_with('^') ? 1 : 0)};
  while (!step.rest.empty()) {
    step = FirstStep(step.rest);
  }
  return step;
}

std::optional<check::ValueCursor> ValueAt(const check::ValueCursor& holder, Text field) {
  return field.empty() ? std::optional(holder) : At(holder, field);
}

bool IsFilled(const check::ValueCursor& at) {
  if (IsRecovered(*at.value)) {
    return true;
  }
  switch (at.value->kind) {
    case Kind::kString:
      return !at.value->raw.empty() && PercentOf(at.value->raw) != 0;
    case Kind::kSequence:
      return !at.value->items().empty();
    case Kind::kMapping:
      return !at.value->entries().empty();
    case Kind::kBool:
      return at.value->boolean;
    case Kind::kInt:
      return GetInteger(at) != 0;
    default:
      return true;
  }
}

Text TextIn(const std::optional<check::ValueCursor>& at) {
  return !at                              ? Text()
         : at->value->kind != Kind::kBool ? TextOf(*at)
         : at->value->boolean             ? Text("true")
                                          : Text("false");
}

std::string Shown(const std::optional<check::ValueCursor>& at) {
  const std::optional<int64_t> number = at ? GetInteger(*at) : std::nullopt;
  return number ? std::to_string(*number) : std::string(TextIn(at));
}

bool IsOneOf(Text text, Text values) {
  constexpr Text kMore = "…";
  for (size_t bar = 0; bar != Text::npos; values.remove_prefix(bar == Text::npos ? 0 : bar + 1)) {
    bar = values.find('|');
    Text value = values.substr(0, bar);
    const bool is_beginning = value.ends_with(kMore);
    value.remove_suffix(is_beginning ? kMore.size() : 0);
    if (is_beginning ? text.starts_with(value) : text == value) {
      return true;
    }
  }
  return false;
}

bool IsInRange(int64_t number, Text range) {
  const size_t dots = range.find("..");
  int64_t least = std::numeric_limits<int64_t>::min();
  int64_t most = std::numeric_limits<int64_t>::max();
  std::from_chars(range.data(), range.data() + dots, least);
  std::from_chars(range.data() + dots + 2, range.data() + range.size(), most);
  return number >= least && number <= most;
}

bool IsAbove(const check::ValueCursor& at, Text bound) {
  int64_t number = 0;
  std::from_chars(bound.data(), bound.data() + bound.size(), number);
  return at.value->kind == Kind::kSequence ? std::cmp_greater(at.value->items().size(), number)
                                           : GetInteger(at).value_or(number) > number;
}

}  // namespace kval::kubernetes
