#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "src/lang/kcl/builtins/arguments.h"
#include "src/lang/kcl/builtins/format_value.h"
#include "src/lang/kcl/builtins/modules.h"
#include "src/lang/kcl/builtins/string_case.h"
#include "src/lang/kcl/builtins/string_split.h"
#include "src/lang/kcl/runtime/size_estimate.h"
#include "src/lang/kcl/runtime/text.h"
#include "src/support/substitute.h"
#include "src/support/text_search.h"
#include "src/support/utf8.h"

// The methods of strings. Source: kcl crates/runtime/src/value/val_str.rs. Positions are bytes there.

namespace kval::kcl::builtins {
namespace {

using runtime::CallArgs;
using runtime::Runtime;
using runtime::Value;

constexpr bool kMethod = true;

std::string_view Self(const CallArgs& call) {
  return call.positional[0].string();
}

// Returns the maximum number of parts of a string; one more makes the resulting list exceed the limit.
int64_t MostParts(Runtime& runtime, int64_t limit) {
  const int64_t most = static_cast<int64_t>(MaxListItems(runtime));
  return limit < 0 ? most : std::min(limit, most);
}

Value Strings(Runtime& runtime, const std::vector<std::string_view>& strings) {
  if (!CheckListSize(runtime, strings.size())) {
    return {};
  }
  std::vector<Value> items;
  items.reserve(strings.size());
  for (std::string_view text : strings) {
    items.push_back(String(runtime.heap(), text));
  }
  return MakeList(runtime.heap(), items);
}

// A string result of which the size is up to the program.
Value SizedString(Runtime& runtime, const std::string& text) {
  if (!runtime.heap().CanAllocate(text.size())) {
    return runtime.Fail("the string is larger than the memory limit");
  }
  return String(runtime.heap(), text);
}

template <std::string (*Convert)(std::string_view)>
Value Converted(Runtime& runtime, const CallArgs& call) {
  return runtime.heap().CanAllocateString(Self(call).size())
             ? SizedString(runtime, Convert(Self(call)))
             : runtime.Fail("the string is larger than the memory limit");
}

template <bool (*Test)(char32_t)>
Value AllAre(Runtime&, const CallArgs& call) {
  std::string_view text = Self(call);
  for (size_t i = 0; i < text.size();) {
    utf8::CodePoint point = utf8::Decode(text, i);
    if (!Test(point.value)) {
      return runtime::Bool(false);
    }
    i += point.length;
  }
  return runtime::Bool(!text.empty());
}

// Some character is `IsCase` and none is `IsOpposite`.
template <bool (*IsCase)(char32_t), bool (*IsOpposite)(char32_t)>
Value HasCase(Runtime&, const CallArgs& call) {
  std::string_view text = Self(call);
  bool any = false;
  for (size_t i = 0; i < text.size();) {
    utf8::CodePoint point = utf8::Decode(text, i);
    if (IsOpposite(point.value)) {
      return runtime::Bool(false);
    }
    any = any || IsCase(point.value);
    i += point.length;
  }
  return runtime::Bool(any);
}

bool IsAlphanumeric(char32_t c) {
  return IsAlphabetic(c) || IsNumeric(c);
}

// ASCII digits and the superscript ones.
bool IsDigit(char32_t c) {
  return (c >= '0' && c <= '9') || c == 0xb2 || c == 0xb3 || c == 0xb9 || c == 0x2070 ||
         (c >= 0x2074 && c <= 0x2079);
}

Value IsTitle(Runtime&, const CallArgs& call) {
  return runtime::Bool(IsTitled(Self(call)));
}

Value Chars(Runtime& runtime, const CallArgs& call) {
  std::string_view text = Self(call);
  const size_t most = MaxListItems(runtime);
  std::vector<std::string_view> characters;
  for (size_t i = 0; i < text.size() && characters.size() <= most; i += characters.back().size()) {
    characters.push_back(text.substr(i, utf8::Decode(text, i).length));
  }
  return Strings(runtime, characters);
}

// What `start` and `end` leave of the string.
struct Range {
  std::string_view text;
  size_t begin = 0;
  bool is_valid = false;  // false when it ends before it begins
};

bool IsBoundary(std::string_view text, size_t position) {
  return position >= text.size() || (static_cast<uint8_t>(text[position]) & 0xc0U) != 0x80;
}

Range RangeOf(Arguments& args, std::string_view text) {
  int64_t size = static_cast<int64_t>(text.size());
  int64_t begin = args.IntOr(1, "start", 0);
  int64_t end = args.IntOr(2, "end", size);
  end = end > size ? size : end < 0 ? std::max<int64_t>(0, end + size) : end;
  begin = begin < 0 ? std::max<int64_t>(0, begin + size) : begin;
  if (begin > end) {
    return {};
  }
  size_t from = static_cast<size_t>(begin);
  size_t to = static_cast<size_t>(end);
  if (!IsBoundary(text, from) || !IsBoundary(text, to)) {
    args.Fail(Substitute("byte index {} is inside of a character", IsBoundary(text, from) ? to : from));
    return {};
  }
  return {text.substr(from, to - from), from, true};
}

enum class Search { kCount, kFind, kRightFind, kIndex, kRightIndex, kStartsWith, kEndsWith };

Value SearchIn(Runtime& runtime, const CallArgs& call, Search search, std::string_view function,
               std::string_view parameter) {
  Arguments args(runtime, call, function, kMethod);
  std::optional<std::string_view> part = args.Text(0, parameter);
  if (!part) {
    return {};
  }
  Range range = RangeOf(args, Self(call));
  if (search == Search::kCount) {
    return runtime::Int(range.is_valid ? CountOf(range.text, *part) : 0);
  }
  if (search == Search::kStartsWith) {
    return runtime::Bool(range.is_valid && range.text.starts_with(*part));
  }
  if (search == Search::kEndsWith) {
    return runtime::Bool(range.is_valid && range.text.ends_with(*part));
  }
  bool from_right = search == Search::kRightFind || search == Search::kRightIndex;
  size_t place = !range.is_valid ? std::string_view::npos
                 : from_right    ? ReverseSearcher(range.text, *part).Find(range.text.size())
                                 : FindText(range.text, *part);
  if (place != std::string_view::npos) {
    return runtime::Int(static_cast<int64_t>(range.begin + place));
  }
  bool must_occur = search == Search::kIndex || search == Search::kRightIndex;
  return must_occur ? runtime.Fail("substring not found") : runtime::Int(-1);
}

Value Count(Runtime& runtime, const CallArgs& call) {
  return SearchIn(runtime, call, Search::kCount, "count", "sub");
}
Value Find(Runtime& runtime, const CallArgs& call) {
  return SearchIn(runtime, call, Search::kFind, "find", "sub");
}
Value RightFind(Runtime& runtime, const CallArgs& call) {
  return SearchIn(runtime, call, Search::kRightFind, "rfind", "sub");
}
Value Index(Runtime& runtime, const CallArgs& call) {
  return SearchIn(runtime, call, Search::kIndex, "index", "sub");
}
Value RightIndex(Runtime& runtime, const CallArgs& call) {
  return SearchIn(runtime, call, Search::kRightIndex, "rindex", "sub");
}
Value StartsWith(Runtime& runtime, const CallArgs& call) {
  return SearchIn(runtime, call, Search::kStartsWith, "startswith", "val");
}
Value EndsWith(Runtime& runtime, const CallArgs& call) {
  return SearchIn(runtime, call, Search::kEndsWith, "endswith", "val");
}

Value Join(Runtime& runtime, const CallArgs& call) {
  Arguments args(runtime, call, "join", kMethod);
  const Value* list = args.Any(0, "iter");
  std::vector<Value> items;
  if (!CheckOutputSize(runtime, call) || list == nullptr || !Items(runtime, *list, &items)) {
    return {};
  }
  std::string joined;
  for (size_t i = 0; i < items.size(); ++i) {
    if (i > 0) {
      joined += Self(call);
    }
    joined += runtime::Text(items[i]);
    if (!runtime.heap().CanAllocateString(joined.size())) {
      return runtime.Fail("the string is larger than the memory limit");
    }
  }
  return SizedString(runtime, joined);
}

Value Strip(Runtime& runtime, const CallArgs& call, bool left, bool right, std::string_view function) {
  Arguments args(runtime, call, function, kMethod);
  std::optional<std::string_view> characters = args.OptionalString(0, "chars");
  std::string_view text = Self(call);
  if (left) {
    text = characters ? StripLeft(text, *characters) : StripLeft(text);
  }
  if (right) {
    text = characters ? StripRight(text, *characters) : StripRight(text);
  }
  return String(runtime.heap(), text);
}
Value LeftStrip(Runtime& runtime, const CallArgs& call) {
  return Strip(runtime, call, true, false, "lstrip");
}
Value RightStrip(Runtime& runtime, const CallArgs& call) {
  return Strip(runtime, call, false, true, "rstrip");
}
Value BothStrip(Runtime& runtime, const CallArgs& call) {
  return Strip(runtime, call, true, true, "strip");
}

Value ReplaceIn(Runtime& runtime, const CallArgs& call) {
  Arguments args(runtime, call, "replace", kMethod);
  std::optional<std::string_view> old_text = args.String(0, "old");
  std::optional<std::string_view> new_text = args.String(1, "new");
  int64_t count = args.IntOr(2, "count", -1);
  if (!old_text || !new_text) {
    return {};
  }
  const int64_t places = CountOf(Self(call), *old_text);
  const size_t replaced = static_cast<size_t>(count < 0 ? places : std::min(places, count));
  if (!runtime.heap().CanAllocateString(Self(call).size() + replaced * new_text->size())) {
    return runtime.Fail("the string is larger than the memory limit");
  }
  return SizedString(runtime, Replace(Self(call), *old_text, *new_text, count));
}

Value RemovePrefix(Runtime& runtime, const CallArgs& call) {
  Arguments args(runtime, call, "removeprefix", kMethod);
  std::string_view text = Self(call);
  std::string_view prefix = args.String(0, "prefix").value_or("");
  return String(runtime.heap(), text.starts_with(prefix) ? text.substr(prefix.size()) : text);
}

Value RemoveSuffix(Runtime& runtime, const CallArgs& call) {
  Arguments args(runtime, call, "removesuffix", kMethod);
  std::string_view text = Self(call);
  std::string_view suffix = args.String(0, "suffix").value_or("");
  return String(runtime.heap(), text.ends_with(suffix) ? text.substr(0, text.size() - suffix.size()) : text);
}

Value SplitText(Runtime& runtime, const CallArgs& call) {
  Arguments args(runtime, call, "split", kMethod);
  std::optional<std::string_view> separator = args.OptionalString(0, "sep");
  const int64_t limit = MostParts(runtime, args.IntOr(1, "maxsplit", -1));
  return Strings(runtime, separator ? Split(Self(call), *separator, limit) : SplitWords(Self(call), limit));
}

Value RightSplitText(Runtime& runtime, const CallArgs& call) {
  Arguments args(runtime, call, "rsplit", kMethod);
  std::optional<std::string_view> separator = args.OptionalString(0, "sep");
  const int64_t limit = MostParts(runtime, args.IntOr(1, "maxsplit", -1));
  return Strings(runtime,
                 separator ? SplitRight(Self(call), *separator, limit) : SplitWordsRight(Self(call), limit));
}

Value Lines(Runtime& runtime, const CallArgs& call) {
  Arguments args(runtime, call, "splitlines", kMethod);
  return Strings(runtime, SplitLines(Self(call), args.BoolOr(0, "keepends", false), MaxListItems(runtime)));
}

Value Format(Runtime& runtime, const CallArgs& call) {
  if (!CheckOutputSize(runtime, call)) {
    return {};
  }
  CallArgs rest{call.positional.subspan(1), call.named};
  Result<std::string> text = FormatValues(Self(call), rest, runtime.heap());
  return text ? SizedString(runtime, *text) : runtime.Fail(text.failure().message);
}

constexpr Native kMethods[] = {
    {"capitalize", Converted<Capitalize>},
    {"chars", Chars},
    {"count", Count},
    {"endswith", EndsWith},
    {"find", Find},
    {"format", Format},
    {"index", Index},
    {"isalpha", AllAre<IsAlphabetic>},
    {"isalnum", AllAre<IsAlphanumeric>},
    {"isdigit", AllAre<IsDigit>},
    {"islower", HasCase<IsLower, IsUpper>},
    {"isspace", AllAre<IsSpace>},
    {"istitle", IsTitle},
    {"isupper", HasCase<IsUpper, IsLower>},
    {"join", Join},
    {"lower", Converted<Lower>},
    {"upper", Converted<Upper>},
    {"lstrip", LeftStrip},
    {"rstrip", RightStrip},
    {"replace", ReplaceIn},
    {"removeprefix", RemovePrefix},
    {"removesuffix", RemoveSuffix},
    {"rfind", RightFind},
    {"rindex", RightIndex},
    {"rsplit", RightSplitText},
    {"split", SplitText},
    {"splitlines", Lines},
    {"startswith", StartsWith},
    {"strip", BothStrip},
    {"title", Converted<Title>},
};

}  // namespace

std::span<const Native> StringMethodNatives() {
  return kMethods;
}

}  // namespace kval::kcl::builtins
