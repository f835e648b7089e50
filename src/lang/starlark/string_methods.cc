#include <algorithm>
#include <string>

#include "src/lang/starlark/builtins.h"
#include "src/lang/starlark/interpreter.h"
#include "src/lang/starlark/iterator.h"
#include "src/lang/starlark/methods.h"
#include "src/lang/starlark/operators.h"
#include "src/lang/starlark/ops.h"
#include "src/lang/starlark/string_case.h"
#include "src/lang/starlark/string_format.h"
#include "src/lang/starlark/unpack.h"
#include "src/support/text_search.h"
#include "src/support/unicode.h"
#include "src/support/utf8.h"

namespace kval::starlark {
namespace {

using Strings = std::vector<std::string_view>;
constexpr size_t kHeldText = sizeof(Value) + sizeof(String);

StepCounter& WorkOf(const Call& call) {
  return call.interpreter.heap().work();
}

Value Text(const Call& call, std::string_view text) {
  return call.interpreter.heap().NewString(text);
}

// The maximum number of splits, `most` unless negative; TextList rejects one more.
int64_t MostStrings(const Call& call, int64_t most) {
  const Heap& heap = call.interpreter.heap();
  const auto capacity =
      static_cast<int64_t>((heap.limit() - std::min(heap.used(), heap.limit())) / kHeldText);
  return most < 0 ? capacity : std::min(most, capacity);
}

Outcome<Value> TextList(const Call& call, const Strings& strings) {
  if (!call.interpreter.heap().Allows(strings.size() * kHeldText)) {
    return OutOfMemory(call.interpreter.heap());
  }
  if (Status step = call.interpreter.Step(strings.size()); !step) {
    return step.Pass();
  }
  std::vector<Value> items;
  items.reserve(strings.size());
  for (const std::string_view text : strings) {
    items.push_back(Text(call, text));
  }
  return call.interpreter.heap().NewList(std::move(items));
}

// A method without arguments that maps the text.
template <std::string (*kMap)(std::string_view)>
Outcome<Value> Map(const Call& call) {
  if (Status taken = UnpackPositional(call, 0, {}); !taken) {
    return taken.Pass();
  }
  if (!call.interpreter.heap().Allows(call.receiver.text().size() * 3)) {
    return OutOfMemory(call.interpreter.heap());
  }
  WorkOf(call).AddSlowBytes(call.receiver.text().size());
  return call.interpreter.heap().NewString(kMap(call.receiver.text()));
}

// A predicate method without arguments.
template <bool (*kTest)(std::string_view)>
Outcome<Value> Test(const Call& call) {
  if (Status taken = UnpackPositional(call, 0, {}); !taken) {
    return taken.Pass();
  }
  WorkOf(call).AddSlowBytes(call.receiver.text().size());
  return Value::Bool(kTest(call.receiver.text()));
}

template <bool kByCodepoint, bool kAsNumbers>
Outcome<Value> Iterable(const Call& call) {
  if (Status taken = UnpackPositional(call, 0, {}); !taken) {
    return taken.Pass();
  }
  return Value(call.interpreter.heap().New<StringIterable>(call.receiver, kByCodepoint, kAsNumbers));
}

// The part between the bounds.
Outcome<std::string_view> Part(const Call& call, Value low, Value high, int64_t& start) {
  const std::string_view text = call.receiver.text();
  Outcome<Bounds> bounds = SliceBounds(low, high, static_cast<int64_t>(text.size()));
  if (!bounds) {
    return Named(call, bounds.error().message);
  }
  start = bounds->start;
  if (bounds->start >= bounds->end) {
    return std::string_view();
  }
  return text.substr(static_cast<size_t>(bounds->start), static_cast<size_t>(bounds->end - bounds->start));
}

// Takes the arguments of a method that searches `sub` between `start` and `end`; returns the searched part.
Outcome<std::string_view> TakeSearch(const Call& call, std::string_view& expected, int64_t& start) {
  Value low;
  Value high;
  if (Status taken = UnpackPositional(call, 1, {{"sub", &expected}, {"start", &low}, {"end", &high}});
      !taken) {
    return taken.Pass();
  }
  Outcome<std::string_view> part = Part(call, low, high, start);
  if (part) {
    WorkOf(call).AddSearchedBytes(part->size());
  }
  return part;
}

Outcome<Value> Count(const Call& call) {
  std::string_view expected;
  int64_t start = 0;
  Outcome<std::string_view> part = TakeSearch(call, expected, start);
  if (!part) {
    return part.Pass();
  }
  if (expected.empty()) {
    WorkOf(call).AddSlowBytes(part->size());
    return Value::Int(static_cast<int64_t>(utf8::Count(*part)) + 1);
  }
  int64_t count = 0;
  for (size_t at = FindText(*part, expected); at != std::string_view::npos;
       at = FindText(*part, expected, at + expected.size())) {
    ++count;
  }
  return Value::Int(count);
}

Outcome<Value> Search(const Call& call, bool last, bool must_find) {
  std::string_view expected;
  int64_t start = 0;
  Outcome<std::string_view> part = TakeSearch(call, expected, start);
  if (!part) {
    return part.Pass();
  }
  const size_t at = last ? ReverseSearcher(*part, expected).Find(part->size()) : FindText(*part, expected);
  if (at != std::string_view::npos) {
    return Value::Int(static_cast<int64_t>(at) + start);
  }
  return must_find ? Outcome<Value>(Named(call, "substring not found")) : Value::Int(-1);
}

Outcome<Value> StartsOrEnds(const Call& call, bool at_start) {
  Value expected;
  Value low;
  Value high;
  if (Status taken = UnpackPositional(call, 1, {{"prefix", &expected}, {"start", &low}, {"end", &high}});
      !taken) {
    return taken.Pass();
  }
  int64_t start = 0;
  Outcome<std::string_view> part = Part(call, low, high, start);
  if (!part) {
    return part.Pass();
  }
  const auto matches = [&](std::string_view affix) {
    WorkOf(call).AddBytes(std::min(affix.size(), part->size()));
    return at_start ? part->starts_with(affix) : part->ends_with(affix);
  };
  if (expected.is_string()) {
    return Value::Bool(matches(expected.text()));
  }
  const Tuple* tuple = expected.As<Tuple>();
  if (!tuple) {
    return Named(call, "got " + std::string(TypeName(expected)) + ", want string or tuple of string");
  }
  for (size_t i = 0; i < tuple->items().size(); ++i) {
    const Value affix = tuple->items()[i];
    if (!affix.is_string()) {
      return Named(call,
                   "want string, got " + std::string(TypeName(affix)) + ", for element " + std::to_string(i));
    }
    if (matches(affix.text())) {
      return Value::Bool(true);
    }
  }
  return Value::Bool(false);
}

Outcome<Value> Join(const Call& call) {
  Value iterable;
  if (Status taken = UnpackPositional(call, 1, {{"iterable", IterableTarget{&iterable}}}); !taken) {
    return taken.Pass();
  }
  std::string joined;
  Iterator iterator(call.interpreter, iterable);
  bool is_first = true;
  for (Value item; iterator.Next(item); is_first = false) {
    if (Status step = call.interpreter.Step(); !step) {
      return step.Pass();
    }
    if (!item.is_string()) {
      return Named(call, "in list, want string, got " + std::string(TypeName(item)));
    }
    if (!call.interpreter.heap().AllowsText(joined.size() + item.text().size() +
                                            call.receiver.text().size())) {
      return OutOfMemory(call.interpreter.heap());
    }
    joined += is_first ? std::string_view() : call.receiver.text();
    joined += item.text();
  }
  return call.interpreter.heap().NewString(std::move(joined));
}

Outcome<Value> PartitionAt(const Call& call, bool last) {
  std::string_view separator;
  if (Status taken = UnpackPositional(call, 1, {{"sep", &separator}}); !taken) {
    return taken.Pass();
  }
  if (separator.empty()) {
    return Named(call, "empty separator");
  }
  const std::string_view text = call.receiver.text();
  WorkOf(call).AddSearchedBytes(text.size());
  const size_t at = last ? ReverseSearcher(text, separator).Find(text.size()) : FindText(text, separator);
  if (at == std::string_view::npos) {
    const Value empty = Text(call, "");
    return call.interpreter.heap().NewTuple(last ? std::vector<Value>{empty, empty, call.receiver}
                                                 : std::vector<Value>{call.receiver, empty, empty});
  }
  return call.interpreter.heap().NewTuple({Text(call, text.substr(0, at)), Text(call, separator),
                                           Text(call, text.substr(at + separator.size()))});
}

Outcome<Value> Replace(const Call& call) {
  std::string_view old_text;
  std::string_view new_text;
  int64_t count = -1;
  if (Status taken = UnpackPositional(call, 2, {{"old", &old_text}, {"new", &new_text}, {"count", &count}});
      !taken) {
    return taken.Pass();
  }
  const std::string_view text = call.receiver.text();
  WorkOf(call).AddSearchedBytes(text.size());
  std::string result;
  size_t from = 0;
  while (count != 0) {
    // An empty string matches before every code point and at the end.
    const size_t at = FindText(text, old_text, from);
    if (at == std::string_view::npos) {
      break;
    }
    if (!call.interpreter.heap().AllowsText(result.size() + new_text.size() + text.size())) {
      return OutOfMemory(call.interpreter.heap());
    }
    result += text.substr(from, at - from);
    result += new_text;
    from = at + old_text.size();
    count -= count > 0 ? 1 : 0;
    if (old_text.empty()) {
      if (from >= text.size()) {
        return call.interpreter.heap().NewString(std::move(result));
      }
      const size_t length = utf8::Decode(text, from).length;
      result += text.substr(from, length);
      from += length;
    }
  }
  result += text.substr(from);
  return call.interpreter.heap().NewString(std::move(result));
}

Strings SplitAll(std::string_view text, std::string_view separator, int64_t most) {
  Strings parts;
  size_t from = 0;
  for (size_t at = FindText(text, separator); at != std::string_view::npos && most != 0;
       at = FindText(text, separator, from), --most) {
    parts.push_back(text.substr(from, at - from));
    from = at + separator.size();
  }
  parts.push_back(text.substr(from));
  return parts;
}

Strings SplitAllFromEnd(std::string_view text, std::string_view separator, int64_t most) {
  Strings parts;
  const ReverseSearcher finder(text, separator);
  size_t to = text.size();
  while (most-- != 0) {
    const size_t at = finder.Find(to);
    if (at == std::string_view::npos) {
      break;
    }
    parts.push_back(text.substr(at + separator.size(), to - at - separator.size()));
    to = at;
  }
  parts.push_back(text.substr(0, to));
  std::reverse(parts.begin(), parts.end());
  return parts;
}

Strings SplitSpace(std::string_view text, int64_t most) {
  Strings parts;
  text = unicode::TrimLeft(text);
  while (!text.empty() && most != 0) {
    const std::string_view word = text.substr(0, unicode::FirstSpace(text));
    if (word.size() == text.size()) {
      break;
    }
    parts.push_back(word);
    text = unicode::TrimLeft(text.substr(word.size()));
    --most;
  }
  if (!text.empty()) {
    // The last field runs to the end, with the white space there, only when it was not split for `most`.
    parts.push_back(most == 0 ? text : text.substr(0, unicode::FirstSpace(text)));
  }
  return parts;
}

Strings SplitSpaceFromEnd(std::string_view text, int64_t most) {
  Strings parts;
  text = unicode::TrimRight(text);
  while (!text.empty() && most != 0) {
    const size_t start = unicode::LastWord(text);
    if (unicode::TrimRight(text.substr(0, start)).empty()) {
      break;
    }
    parts.push_back(text.substr(start));
    text = unicode::TrimRight(text.substr(0, start));
    --most;
  }
  if (!text.empty()) {
    parts.push_back(most == 0 ? text : text.substr(unicode::LastWord(text)));
  }
  std::reverse(parts.begin(), parts.end());
  return parts;
}

Outcome<Value> SplitText(const Call& call, bool from_end) {
  Value separator;
  int64_t most = -1;
  if (Status taken = UnpackPositional(call, 0, {{"sep", &separator}, {"maxsplit", &most}}); !taken) {
    return taken.Pass();
  }
  const bool is_bounded = most >= 0;
  most = MostStrings(call, most);
  const std::string_view text = call.receiver.text();
  WorkOf(call).AddSlowBytes(text.size());
  if (!separator.is_set() || separator.is_none()) {
    return TextList(call, from_end && is_bounded ? SplitSpaceFromEnd(text, most) : SplitSpace(text, most));
  }
  if (!separator.is_string()) {
    return EvalFailure("split: got " + std::string(TypeName(separator)) + " for separator, want string");
  }
  if (separator.text().empty()) {
    return EvalFailure("split: empty separator");
  }
  return TextList(call, from_end ? SplitAllFromEnd(text, separator.text(), most)
                                 : SplitAll(text, separator.text(), most));
}

Outcome<Value> SplitLines(const Call& call) {
  bool keeps_ends = false;
  if (Status taken = UnpackPositional(call, 0, {{"keepends", &keeps_ends}}); !taken) {
    return taken.Pass();
  }
  Strings lines;
  std::string_view text = call.receiver.text();
  WorkOf(call).AddBytes(text.size());
  const int64_t most = MostStrings(call, -1);
  while (!text.empty() && static_cast<int64_t>(lines.size()) <= most) {
    const size_t at = text.find('\n');
    const size_t line = at == std::string_view::npos ? text.size() : at;
    const size_t taken = at == std::string_view::npos ? text.size() : at + 1;
    lines.push_back(text.substr(0, keeps_ends ? taken : line));
    text.remove_prefix(taken);
  }
  return TextList(call, lines);
}

Outcome<Value> StripText(const Call& call, bool left, bool right) {
  std::string_view characters;
  if (Status taken = UnpackPositional(call, 0, {{"chars", &characters}}); !taken) {
    return taken.Pass();
  }
  std::string_view text = call.receiver.text();
  const size_t whole = text.size();
  if (left) {
    text = characters.empty() ? unicode::TrimLeft(text) : unicode::TrimLeftOf(text, characters);
  }
  if (right) {
    text = characters.empty() ? unicode::TrimRight(text) : unicode::TrimRightOf(text, characters);
  }
  WorkOf(call).AddSlowBytes((whole - text.size()) * (characters.size() / 2 + 1));
  return Text(call, text);
}

constexpr Method kStringMethods[] = {
    {"capitalize", Map<Capitalize>},
    {"codepoint_ords", Iterable<true, true>},
    {"codepoints", Iterable<true, false>},
    {"count", Count},
    {"elem_ords", Iterable<false, true>},
    {"elems", Iterable<false, false>},
    {"endswith", With<StartsOrEnds, false>},
    {"find", With<Search, false, false>},
    {"format", FormatString},
    {"index", With<Search, false, true>},
    {"isalnum", Test<IsAlnum>},
    {"isalpha", Test<IsAlpha>},
    {"isdigit", Test<IsDigits>},
    {"islower", Test<IsLower>},
    {"isspace", Test<IsAllSpace>},
    {"istitle", Test<IsTitle>},
    {"isupper", Test<IsUpper>},
    {"join", Join},
    {"lower", Map<Lower>},
    {"lstrip", With<StripText, true, false>},
    {"partition", With<PartitionAt, false>},
    {"replace", Replace},
    {"rfind", With<Search, true, false>},
    {"rindex", With<Search, true, true>},
    {"rpartition", With<PartitionAt, true>},
    {"rsplit", With<SplitText, true>},
    {"rstrip", With<StripText, false, true>},
    {"split", With<SplitText, false>},
    {"splitlines", SplitLines},
    {"startswith", With<StartsOrEnds, true>},
    {"strip", With<StripText, true, true>},
    {"title", Map<Title>},
    {"upper", Map<Upper>},
};

}  // namespace

std::span<const Method> StringMethods() {
  return kStringMethods;
}

}  // namespace kval::starlark
