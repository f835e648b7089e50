#include <algorithm>
#include <vector>

#include "src/lang/cel/library/library.h"
#include "src/support/text_search.h"
#include "src/support/utf8.h"

// cel-go: common/types/string.go, ext/strings.go (version 2, as Kubernetes has it). Places are code points.
namespace kval::cel {
namespace {

// The byte offset of a code point, from 0 to the number of them; npos beyond.
size_t OffsetOf(std::string_view text, int64_t index) {
  return index < 0 ? std::string_view::npos : utf8::OffsetOf(text, static_cast<size_t>(index));
}

Value OutOfRange(Call& call, int64_t index) {
  return call.context.Fail("index out of range: " + std::to_string(index));
}

Value ContainsText(Call& call) {
  return Value::Bool(FindText(call.args[0].text(), call.args[1].text()) != std::string_view::npos);
}

Value EndsWith(Call& call) {
  return Value::Bool(call.args[0].text().ends_with(call.args[1].text()));
}

Value StartsWith(Call& call) {
  return Value::Bool(call.args[0].text().starts_with(call.args[1].text()));
}

Value CharAt(Call& call) {
  const std::string_view text = call.args[0].text();
  const size_t at = OffsetOf(text, call.args[1].integer());
  if (at == std::string_view::npos) {
    return OutOfRange(call, call.args[1].integer());
  }
  return Value::String(text.substr(at, at < text.size() ? utf8::Decode(text, at).length : 0));
}

Value IndexOf(Call& call) {
  const std::string_view text = call.args[0].text();
  const std::string_view part = call.args[1].text();
  const int64_t from = call.args.size() > 2 ? call.args[2].integer() : 0;
  if (part.empty()) {
    return Value::Int(from);
  }
  if (from < 0) {
    return OutOfRange(call, from);
  }
  const size_t start = OffsetOf(text, from);
  const size_t found = start == std::string_view::npos ? start : FindText(text, part, start);
  return Value::Int(
      found == std::string_view::npos ? -1 : static_cast<int64_t>(utf8::Count(text.substr(0, found))));
}

Value LastIndexOf(Call& call) {
  const std::string_view text = call.args[0].text();
  const std::string_view part = call.args[1].text();
  const auto size = static_cast<int64_t>(utf8::Count(text));
  if (part.empty()) {
    return Value::Int(call.args.size() > 2 ? call.args[2].integer() : size);
  }
  if (call.args.size() == 2 && text.size() < part.size()) {
    return Value::Int(-1);
  }
  const int64_t from = call.args.size() > 2 ? call.args[2].integer() : size - 1;
  if (from < 0) {
    return OutOfRange(call, from);
  }
  if (from >= size || text.size() < part.size()) {
    return Value::Int(-1);
  }
  const size_t end = std::min(OffsetOf(text, from) + part.size(), text.size());
  if (!call.context.heap().Reserve(end + part.size())) {
    return call.context.Stop();
  }
  const size_t found = ReverseSearcher(text.substr(0, end), part).Find(end);
  return Value::Int(
      found == std::string_view::npos ? -1 : static_cast<int64_t>(utf8::Count(text.substr(0, found))));
}

template <char First, char Last, int Shift>
Value ChangeCase(Call& call) {
  std::string text(call.args[0].text());
  for (char& c : text) {
    c = static_cast<char>(c >= First && c <= Last ? c + Shift : c);
  }
  return call.context.NewString(text);
}

// strings.Replace: an empty substring matches before every code point and at the end.
Value Replace(Call& call) {
  const std::string_view text = call.args[0].text();
  const std::string_view part = call.args[1].text();
  const std::string_view with = call.args[2].text();
  int64_t left = call.args.size() > 3 ? call.args[3].integer() : -1;
  std::string out;
  size_t at = 0;
  while (left != 0 && at <= text.size()) {
    const size_t found = FindText(text, part, at);
    if (found == std::string_view::npos) {
      break;
    }
    // What one replacement may grow to is known only while it grows.
    if (!call.context.Work(1) || !call.context.WorkOnBytes(with.size()) ||
        !call.context.heap().Reserve(with.size())) {
      return call.context.Stop();
    }
    out += text.substr(at, found - at);
    out += with;
    at = found + part.size();
    if (part.empty()) {
      if (at == text.size()) {
        return call.context.NewString(out);
      }
      const size_t length = utf8::Decode(text, at).length;
      out += text.substr(at, length);
      at += length;
    }
    --left;
  }
  out += text.substr(std::min(at, text.size()));
  return call.context.NewString(out);
}

// strings.SplitN.
Value Split(Call& call) {
  const std::string_view text = call.args[0].text();
  const std::string_view separator = call.args[1].text();
  int64_t most = call.args.size() > 2 ? call.args[2].integer() : -1;
  std::vector<Value> parts;
  if (most == 0) {
    return call.context.NewList(parts);
  }
  size_t at = 0;
  while (most < 0 || static_cast<int64_t>(parts.size()) + 1 < most) {
    const size_t end = separator.empty() ? at + (at < text.size() ? utf8::Decode(text, at).length : 0)
                                         : FindText(text, separator, at);
    if (end == std::string_view::npos || (separator.empty() && end >= text.size())) {
      break;
    }
    if (!call.context.Work(1) || !call.context.heap().Reserve(sizeof(Value))) {
      return call.context.Stop();
    }
    parts.push_back(Value::String(text.substr(at, end - at)));
    at = end + separator.size();
  }
  if (!separator.empty() || at < text.size()) {
    parts.push_back(Value::String(text.substr(at)));
  }
  return call.context.NewList(parts);
}

Value Substring(Call& call) {
  const std::string_view text = call.args[0].text();
  const int64_t start = call.args[1].integer();
  if (call.args.size() > 2 && start > call.args[2].integer()) {
    return call.context.Fail("invalid substring range. start: " + std::to_string(start) +
                             ", end: " + std::to_string(call.args[2].integer()));
  }
  const size_t begin = OffsetOf(text, start);
  if (begin == std::string_view::npos) {
    return OutOfRange(call, start);
  }
  const size_t end = call.args.size() > 2 ? OffsetOf(text, call.args[2].integer()) : text.size();
  if (end == std::string_view::npos) {
    return OutOfRange(call, call.args[2].integer());
  }
  return Value::String(text.substr(begin, end - begin));
}

// unicode.IsSpace.
bool IsSpace(char32_t c) {
  return (c >= '\t' && c <= '\r') || c == ' ' || c == 0x85 || c == 0xa0 || c == 0x1680 ||
         (c >= 0x2000 && c <= 0x200a) || c == 0x2028 || c == 0x2029 || c == 0x202f || c == 0x205f ||
         c == 0x3000;
}

Value Trim(Call& call) {
  const std::string_view text = call.args[0].text();
  size_t begin = text.size();
  size_t end = text.size();
  bool seen = false;
  for (size_t at = 0; at < text.size();) {
    const utf8::CodePoint c = utf8::Decode(text, at);
    if (!IsSpace(c.value)) {
      begin = seen ? begin : at;
      end = at + c.length;
      seen = true;
    }
    at += c.length;
  }
  return Value::String(text.substr(begin, end - begin));
}

Value Join(Call& call) {
  const List& list = call.args[0].list();
  const std::string_view separator = call.args.size() > 1 ? call.args[1].text() : std::string_view();
  std::string joined;
  for (size_t i = 0; i < list.size(); ++i) {
    const Value item = list.At(i);
    if (!item.is(ValueKind::kString)) {
      return call.context.Fail("join: invalid input");
    }
    const size_t size = item.text().size() + separator.size();
    if (!call.context.Work(1) || !call.context.WorkOnBytes(size) || !call.context.heap().Reserve(size)) {
      return call.context.Stop();
    }
    joined += i == 0 ? std::string_view() : separator;
    joined += item.text();
  }
  return call.context.NewString(joined);
}

Value Quote(Call& call) {
  constexpr std::string_view kEscaped = "\a\b\f\n\r\t\v\\\"";
  constexpr std::string_view kLetters = "abfnrtv\\\"";
  std::string quoted = "\"";
  for (const char c : call.args[0].text()) {
    const size_t known = kEscaped.find(c);
    if (known == std::string_view::npos) {
      quoted += c;
    } else {
      quoted += '\\';
      quoted += kLetters[known];
    }
  }
  return call.context.NewString(quoted + "\"");
}

uint64_t CostOfContains(const Call& call, const Value&) {
  return PassCost(SizeForCost(call.args[0])) * PassCost(SizeForCost(call.args[1]));
}

uint64_t CostOfJoin(const Call&, const Value& result) {
  return PassCost(SizeForCost(result), 0.2);
}

uint64_t CostOfSearch(const Call& call, const Value&) {
  return call.args[0].text().size() / 10;
}

constexpr LibraryEntry kStringsEntries[] = {
    {"contains", true, "string, string -> bool", ContainsText, CostOfContains},
    {"endsWith", true, "string, string -> bool", EndsWith, CostOfPass},
    {"startsWith", true, "string, string -> bool", StartsWith, CostOfPass},
    {"charAt", true, "string, int -> string", CharAt},
    {"indexOf", true, "string, string -> int | string, string, int -> int", IndexOf, CostOfSearch},
    {"lastIndexOf", true, "string, string -> int | string, string, int -> int", LastIndexOf, CostOfSearch},
    {"lowerAscii", true, "string -> string", ChangeCase<'A', 'Z', 32>, CostOfPass},
    {"upperAscii", true, "string -> string", ChangeCase<'a', 'z', -32>, CostOfPass},
    {"replace", true, "string, string, string -> string | string, string, string, int -> string", Replace,
     CostOfTwoPasses},
    {"split", true, "string, string -> list(string) | string, string, int -> list(string)", Split,
     CostOfTwoPasses},
    {"substring", true, "string, int -> string | string, int, int -> string", Substring, CostOfPass},
    {"trim", true, "string -> string", Trim, CostOfPass},
    {"join", true, "list(string) -> string | list(string), string -> string", Join, CostOfJoin},
    {"strings.quote", false, "string -> string", Quote, CostOfPass},
};

}  // namespace

std::span<const LibraryEntry> StringFunctions() {
  return kStringsEntries;
}

}  // namespace kval::cel
