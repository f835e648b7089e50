#include <algorithm>
#include <bit>
#include <string>
#include <string_view>
#include <vector>

#include "src/helm/functions/conversion.h"
#include "src/helm/functions/functions_of.h"
#include "src/helm/functions/unicode.h"
#include "src/lang/gotemplate/quote.h"
#include "src/support/utf8.h"

// Source: Sprig strings.go, and the functions of Go's package strings that its table names.
namespace kval::helm::functions {

using gotemplate::Call;
using gotemplate::Value;

namespace {

// Work on a text counts by its size.
bool Count(Call& call, std::string_view text) {
  return call.Step(1 + text.size() / 16);
}

Value Joined(Call& call, std::string_view separator, const std::vector<std::string>& texts) {
  std::string out;
  for (size_t i = 0; i < texts.size(); ++i) {
    if (!call.Reserve(out.size() + texts[i].size() + separator.size())) {
      return {};
    }
    out += i == 0 ? std::string_view() : separator;
    out += texts[i];
  }
  return Count(call, out) ? call.Text(out) : Value();
}

// strings.SplitN: at most `limit` parts, all of them if it is negative.
std::vector<std::string_view> SplitText(Call& call, std::string_view text, std::string_view separator,
                                        int64_t limit) {
  std::vector<std::string_view> parts;
  if (limit == 0 || (separator.empty() && text.empty())) {
    return parts;
  }
  const auto has_room = [&] { return limit < 0 || static_cast<int64_t>(parts.size()) + 1 < limit; };
  while (has_room() && call.Step()) {
    const size_t at = separator.empty() ? utf8::Decode(text, 0).length : text.find(separator);
    if (at == std::string_view::npos || (separator.empty() && at >= text.size())) {
      break;
    }
    parts.push_back(text.substr(0, at));
    text.remove_prefix(at + separator.size());
  }
  parts.push_back(text);
  return parts;
}

// A map of parts by `_0`, `_1` …
Value PartMap(Call& call, const std::vector<std::string_view>& parts) {
  const Value made = call.heap().NewMap(gotemplate::kStringMapType);
  for (size_t i = 0; i < parts.size() && call.Step(); ++i) {
    made.map()->Set("_" + std::to_string(i), call.Text(parts[i]));
  }
  return made;
}

Value Indented(Call& call, std::string_view prefix, int64_t spaces, std::string_view text) {
  if (spaces < 0) {
    return call.Fail(kNegativeRepeat);
  }
  const auto lines = static_cast<uint64_t>(std::count(text.begin(), text.end(), '\n')) + 1;
  constexpr uint64_t kMaxSize = uint64_t{1} << 31U;
  const auto width = static_cast<uint64_t>(spaces);
  const bool is_too_large = width > kMaxSize || lines * width > kMaxSize;
  if (!call.Reserve(is_too_large ? UINT64_MAX / 2 : lines * width + text.size() + prefix.size())) {
    return {};
  }
  const std::string padding(width, ' ');
  std::string out(prefix);
  out += padding;
  for (const char c : text) {
    out += c;
    if (c == '\n') {
      out += padding;
    }
  }
  return Count(call, out) ? call.Text(out) : Value();
}

// Go's words for a slice of text out of its bounds.
Value BadBounds(Call& call, std::string_view bounds) {
  return call.Fail("runtime error: slice bounds out of range [" + std::string(bounds));
}

Value AbbreviatedText(Call& call, std::string_view text, int64_t offset, int64_t width) {
  constexpr int64_t kDots = 3;
  const auto size = static_cast<int64_t>(text.size());
  if (text.empty() || size <= width) {
    return call[call.size() - 1];
  }
  offset = std::min(offset, size);
  offset = size - offset < width - kDots ? size - (width - kDots) : offset;
  if (offset <= 4) {
    return call.Text(std::string(text.substr(0, static_cast<size_t>(width - kDots))) + "...");
  }
  if (offset + width - kDots >= size) {
    return call.Text("..." + std::string(text.substr(static_cast<size_t>(size - (width - kDots)))));
  }
  // The rest is abbreviated once more, to a width of at least 4.
  const std::string_view rest = text.substr(static_cast<size_t>(offset));
  const int64_t inner = width - kDots;
  std::string out = "...";
  if (static_cast<int64_t>(rest.size()) <= inner) {
    out += rest;
  } else {
    out += std::string(rest.substr(0, static_cast<size_t>(inner - kDots))) + "...";
  }
  return call.Text(out);
}

}  // namespace

Value Hello(Call& call) {
  return call.Text("Hello!");
}

Value Abbrev(Call& call) {
  return call[0].integer() < 4 ? call[1] : AbbreviatedText(call, call[1].text(), 0, call[0].integer());
}

Value AbbrevBoth(Call& call) {
  const int64_t left = call[0].integer();
  const int64_t right = call[1].integer();
  if (right < 4 || (left > 0 && right < 7)) {
    return call[2];
  }
  return AbbreviatedText(call, call[2].text(), left, right);
}

Value Trunc(Call& call) {
  const int64_t count = call[0].integer();
  const std::string_view text = call[1].text();
  const auto size = static_cast<int64_t>(text.size());
  if (count < 0 && size + count > 0) {
    return Value::Text(text.substr(static_cast<size_t>(size + count)));
  }
  return count >= 0 && size > count ? Value::Text(text.substr(0, static_cast<size_t>(count))) : call[1];
}

Value Substr(Call& call) {
  const int64_t start = call[0].integer();
  const int64_t end = call[1].integer();
  const std::string_view text = call[2].text();
  const auto size = static_cast<int64_t>(text.size());
  const std::string length = "] with length " + std::to_string(size);
  if (start < 0) {
    if (end < 0 || end > size) {
      return BadBounds(call, ":" + std::to_string(end) + (end < 0 ? "]" : length));
    }
    return Value::Text(text.substr(0, static_cast<size_t>(end)));
  }
  if (end < 0 || end > size) {
    if (start > size) {
      return BadBounds(call, std::to_string(start) + ":" + std::to_string(size) + "]");
    }
    return Value::Text(text.substr(static_cast<size_t>(start)));
  }
  if (start > end) {
    return BadBounds(call, std::to_string(start) + ":" + std::to_string(end) + "]");
  }
  return Value::Text(text.substr(static_cast<size_t>(start), static_cast<size_t>(end - start)));
}

Value Trim(Call& call) {
  return Value::Text(TrimmedSpace(call[0].text()));
}

Value TrimAll(Call& call) {
  return Count(call, call[1].text()) ? Value::Text(TrimmedOf(call[1].text(), call[0].text())) : Value();
}

Value TrimSuffix(Call& call) {
  std::string_view text = call[1].text();
  if (text.ends_with(call[0].text())) {
    text.remove_suffix(call[0].text().size());
  }
  return Value::Text(text);
}

Value TrimPrefix(Call& call) {
  std::string_view text = call[1].text();
  if (text.starts_with(call[0].text())) {
    text.remove_prefix(call[0].text().size());
  }
  return Value::Text(text);
}

Value Repeat(Call& call) {
  const int64_t count = call[0].integer();
  const std::string_view text = call[1].text();
  if (count < 0) {
    return call.Fail(kNegativeRepeat);
  }
  uint64_t size = 0;
  if (__builtin_mul_overflow(static_cast<uint64_t>(count), text.size(), &size) || size > INT64_MAX) {
    return call.Fail("strings: Repeat output length overflow");
  }
  if (!call.Reserve(size) || !call.Step(1 + size / 16)) {
    return {};
  }
  std::string out;
  out.reserve(size);
  for (int64_t i = 0; i < count && !text.empty(); ++i) {
    out += text;
  }
  return call.Text(out);
}

Value Contains(Call& call) {
  return Value::Bool(Count(call, call[1].text()) &&
                     call[1].text().find(call[0].text()) != std::string_view::npos);
}

Value HasPrefix(Call& call) {
  return Value::Bool(call[1].text().starts_with(call[0].text()));
}

Value HasSuffix(Call& call) {
  return Value::Bool(call[1].text().ends_with(call[0].text()));
}

Value QuoteTexts(Call& call) {
  std::vector<std::string> texts;
  for (const Value& value : call.args()) {
    if (!value.is_untyped_nil()) {
      const std::string text = TextOf(call, value);
      if (!call.Step(text.size() / 4) || !call.Reserve(2 * text.size())) {
        return {};
      }
      texts.push_back(gotemplate::Quote(text));
    }
  }
  return Joined(call, " ", texts);
}

Value QuoteSingle(Call& call) {
  std::vector<std::string> texts;
  for (const Value& value : call.args()) {
    if (!value.is_untyped_nil()) {
      texts.push_back("'" + PrintedText(call, value) + "'");
    }
  }
  return Joined(call, " ", texts);
}

Value Cat(Call& call) {
  std::vector<std::string> texts;
  for (const Value& value : call.args()) {
    if (!value.is_untyped_nil()) {
      texts.push_back(PrintedText(call, value));
    }
  }
  return Joined(call, " ", texts);
}

Value Indent(Call& call) {
  return Indented(call, "", call[0].integer(), call[1].text());
}

Value Nindent(Call& call) {
  return Indented(call, "\n", call[0].integer(), call[1].text());
}

Value Replace(Call& call) {
  const std::string_view old = call[0].text();
  const std::string_view replacement = call[1].text();
  const std::string_view text = call[2].text();
  std::string out;
  for (size_t at = 0; call.Step();) {
    // An empty text occurs before each character and at the end.
    const size_t found = old.empty() ? at : text.find(old, at);
    if (found == std::string_view::npos) {
      out += text.substr(at);
      return call.Text(out);
    }
    if (!call.Reserve(out.size() + replacement.size() + text.size() - at)) {
      return {};
    }
    out.append(text.substr(at, found - at)).append(replacement);
    at = found + old.size();
    if (old.empty()) {
      const size_t length = utf8::Decode(text, at).length;
      if (length == 0) {
        return call.Text(out);
      }
      out += text.substr(at, length);
      at += length;
    }
  }
  return {};
}

Value Plural(Call& call) {
  return call[call[2].integer() == 1 ? 0 : 1];
}

Value Join(Call& call) {
  return Joined(call, call[0].text(), TextsOf(call, call[1]));
}

Value Split(Call& call) {
  return PartMap(call, SplitText(call, call[1].text(), call[0].text(), -1));
}

Value SplitN(Call& call) {
  return PartMap(call, SplitText(call, call[2].text(), call[0].text(), call[1].integer()));
}

Value SplitList(Call& call) {
  std::vector<Value> items;
  for (const std::string_view part : SplitText(call, call[1].text(), call[0].text(), -1)) {
    items.push_back(Value::Text(part));
  }
  return call.heap().NewList(gotemplate::kStringListType, items);
}

Value ToStrings(Call& call) {
  return call[0].type() == &gotemplate::kStringListType ? call[0] : StringList(call, TextsOf(call, call[0]));
}

Value ToString(Call& call) {
  return call.Text(TextOf(call, call[0]));
}

Value SortAlpha(Call& call) {
  if (!call[0].is(gotemplate::Kind::kList)) {
    return StringList(call, {TextOf(call, call[0])});
  }
  std::vector<std::string> texts = TextsOf(call, call[0]);
  uint64_t bytes = 0;
  for (const std::string& text : texts) {
    bytes += text.size();
  }
  const auto levels = static_cast<uint64_t>(std::bit_width(texts.size()));
  if (!call.Step(levels * (16 + texts.size() + bytes / 64))) {
    return {};
  }
  std::sort(texts.begin(), texts.end());
  return StringList(call, texts);
}

}  // namespace kval::helm::functions
