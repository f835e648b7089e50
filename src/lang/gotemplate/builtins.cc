#include "src/lang/gotemplate/builtins.h"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "src/lang/gotemplate/characters.h"
#include "src/lang/gotemplate/compare.h"
#include "src/lang/gotemplate/containers.h"
#include "src/lang/gotemplate/print.h"
#include "src/lang/gotemplate/text_buffer.h"
#include "src/support/ascii.h"
#include "src/support/utf8.h"

namespace kval::gotemplate {
namespace {

std::string TypeName(const Value& value) {
  return std::string(value.type()->name);
}

// The type of what a value points to.
std::string PointedTypeName(const Value& value) {
  return TypeName(value).substr(value.type()->is_pointer ? 1 : 0);
}

// A nil that an interface holds, or the nil of a pointer.
bool IsNilPointer(const Value& value) {
  return (value.is_interface() && value.is_untyped_nil()) ||
         (value.is(Kind::kObject) && value.type()->is_pointer && value.is_nil());
}

// Reads an index into `limit` items. Fails the call if it is invalid; `limit` itself is valid.
std::optional<size_t> TakeIndex(Call& call, const Value& index, size_t limit) {
  if (index.is_interface()) {
    call.Fail("cannot index slice/array with type interface {}");  // Go's slice does not look into it
    return std::nullopt;
  }
  if (index.is_untyped_nil()) {
    call.Fail("cannot index slice/array with nil");
    return std::nullopt;
  }
  if (!index.is(Kind::kInt) && !index.is(Kind::kUint)) {
    call.Fail("cannot index slice/array with type " + TypeName(index));
    return std::nullopt;
  }
  const int64_t number = index.integer();
  if (number < 0 || static_cast<uint64_t>(number) > limit) {
    call.Fail("index out of range: " + std::to_string(number));
    return std::nullopt;
  }
  return static_cast<size_t>(number);
}

Value IndexMap(Call& call, const Value& map, const Value& key) {
  if (key.is_untyped_nil()) {
    return call.Fail("value is nil; should be of type string");
  }
  if (key.type() != &kStringType) {
    return call.Fail("value has type " + TypeName(key) + "; should be string");
  }
  const Value* found = map.map() == nullptr ? nullptr : map.map()->Find(key.text());
  return found == nullptr ? Value::Zero(*map.type()->element) : Element(*map.type(), *found);
}

Value IndexOnce(Call& call, const Value& item, const Value& index) {
  if (IsNilPointer(item)) {
    return call.Fail("index of nil pointer");
  }
  if (item.is(Kind::kMap)) {
    return IndexMap(call, item.Held(), index);
  }
  if (!item.is(Kind::kString) && !item.is(Kind::kList)) {
    return call.Fail("can't index item of type " + PointedTypeName(item));
  }
  const bool is_string = item.is(Kind::kString);
  const size_t size = is_string ? item.text().size() : Items(item).size();
  const std::optional<size_t> at = TakeIndex(call, index, size);
  if (!at) {
    return {};
  }
  if (*at == size) {
    return call.Fail(is_string ? "reflect: string index out of range" : "reflect: slice index out of range");
  }
  if (is_string) {
    return Value::Integral(kByteType, static_cast<unsigned char>(item.text()[*at]));
  }
  return Element(*item.type(), Items(item)[*at]);
}

// The builtins that read parts of values.
Value Index(Call& call) {
  Value item = call[0].Held();
  if (item.is_untyped_nil()) {
    return call.Fail("index of untyped nil");
  }
  for (const Value& index : call.args().subspan(1)) {
    item = IndexOnce(call, item, index.Held());
    if (call.failed()) {
      return {};
    }
  }
  return item;
}

Value Slice(Call& call) {
  const Value item = call[0].Held();
  const size_t given = call.size() - 1;
  if (item.is_untyped_nil()) {
    return call.Fail("slice of untyped nil");
  }
  if (IsNilPointer(item)) {
    return call.Fail("slice of nil pointer");
  }
  if (given > 3) {
    return call.Fail("too many slice indexes: " + std::to_string(given));
  }
  if (!item.is(Kind::kString) && !item.is(Kind::kList)) {
    return call.Fail("can't slice item of type " + PointedTypeName(item));
  }
  const bool is_string = item.is(Kind::kString);
  if (is_string && given == 3) {
    return call.Fail("cannot 3-index slice a string");
  }
  const List* list = is_string ? nullptr : item.list();
  const size_t size = is_string ? item.text().size() : Items(item).size();
  const size_t capacity = is_string ? size : list == nullptr ? 0 : list->capacity();
  std::array<size_t, 3> bounds = {0, size, capacity};
  for (size_t index = 0; index < given; ++index) {
    const std::optional<size_t> bound = TakeIndex(call, call[index + 1], capacity);
    if (!bound) {
      return {};
    }
    bounds[index] = *bound;
  }
  for (size_t index = 0; index + 1 < (given == 3 ? 3 : 2); ++index) {
    if (bounds[index] > bounds[index + 1]) {
      return call.Fail("invalid slice index: " + std::to_string(bounds[index]) + " > " +
                       std::to_string(bounds[index + 1]));
    }
  }
  if (is_string) {
    return Value::Text(*item.type(), item.text().substr(bounds[0], bounds[1] - bounds[0]))
        .From(item.origin());
  }
  return list == nullptr ? item
                         : call.heap().NewList(*item.type(), list->Slice(bounds[0], bounds[1], bounds[2]));
}

Value Length(Call& call) {
  const Value& item = call[0];
  if (IsNilPointer(item)) {
    return call.Fail("len of nil pointer");
  }
  switch (item.kind()) {
    case Kind::kInvalid:
      return call.Fail("reflect: call of reflect.Value.Type on zero Value");
    case Kind::kString:
      return Value::Int(static_cast<int64_t>(item.text().size()));
    case Kind::kList:
      return Value::Int(static_cast<int64_t>(Items(item).size()));
    case Kind::kMap:
      return Value::Int(static_cast<int64_t>(EntriesOf(item).size()));
    default:
      return call.Fail("len of type " + PointedTypeName(item));
  }
}

// The builtins html, js and urlquery for a text.
void EscapeHtml(std::string_view text, TextBuffer* out) {
  for (const char& c : text) {
    switch (c) {
      case '\0':
        out->Append("\xEF\xBF\xBD");
        break;
      case '"':
        out->Append("&#34;");
        break;
      case '\'':
        out->Append("&#39;");
        break;
      case '&':
        out->Append("&amp;");
        break;
      case '<':
        out->Append("&lt;");
        break;
      case '>':
        out->Append("&gt;");
        break;
      default:
        out->Append(std::string_view(&c, 1));
    }
  }
}

void EscapeJavaScript(std::string_view text, TextBuffer* out) {
  constexpr std::string_view kQuoted = "\\'\"";
  constexpr std::string_view kMarkup = "<>&=";
  for (size_t at = 0; at < text.size();) {
    const utf8::CodePoint point = utf8::Decode(text, at);
    const std::string_view bytes = text.substr(at, point.length);
    at += point.length;
    const bool is_ascii = point.value < 0x80;
    if (is_ascii && kQuoted.find(bytes[0]) != std::string_view::npos) {
      out->Append("\\");
      out->Append(bytes);
    } else if (is_ascii ? point.value < ' ' || kMarkup.find(bytes[0]) != std::string_view::npos
                        : !IsPrintable(point.value)) {
      std::string escape = "\\u";
      AppendHex(point.value, 4, LetterCase::kUpper, &escape);
      out->Append(escape);
    } else {
      out->Append(bytes);
    }
  }
}

void EscapeUrlQuery(std::string_view text, TextBuffer* out) {
  constexpr std::string_view kUnreserved = "-_.~";
  for (const char& c : text) {
    if (IsAlnum(c) || kUnreserved.find(c) != std::string_view::npos) {
      out->Append(std::string_view(&c, 1));
    } else if (c == ' ') {
      out->Append("+");
    } else {
      std::string escape = "%";
      AppendHex(static_cast<unsigned char>(c), 2, LetterCase::kUpper, &escape);
      out->Append(escape);
    }
  }
}

// The text in the buffer, or nothing if it was too large.
Value TextOf(Call& call, const TextBuffer& text) {
  return call.CountPrinted(text) ? call.Text(text.text()) : Value();
}

Value Print(Call& call) {
  TextBuffer text(call.max_text());
  AppendSprint(call.args(), &text);
  return TextOf(call, text);
}

Value PrintLine(Call& call) {
  TextBuffer text(call.max_text());
  AppendSprintln(call.args(), &text);
  return TextOf(call, text);
}

Value PrintFormatted(Call& call) {
  TextBuffer text(call.max_text());
  AppendSprintf(call[0].text(), call.args().subspan(1), &text);
  return TextOf(call, text);
}

Value Escaped(Call& call, void (*escape)(std::string_view, TextBuffer*)) {
  TextBuffer text(call.max_text());
  AppendPrinted(call.args(), &text);
  if (!call.CountPrinted(text)) {
    return {};
  }
  TextBuffer escaped(call.max_text());
  escape(text.text(), &escaped);
  return TextOf(call, escaped);
}

Value Html(Call& call) {
  return Escaped(call, EscapeHtml);
}

Value JavaScript(Call& call) {
  return Escaped(call, EscapeJavaScript);
}

Value UrlQuery(Call& call) {
  return Escaped(call, EscapeUrlQuery);
}

Value Not(Call& call) {
  return Value::Bool(!IsTrue(call[0]));
}

// Whether the first value is equal to one of the others. Fails the call if they cannot be compared.
bool IsEqualToAny(Call& call) {
  if (call.size() < 2) {
    call.Fail("missing argument for comparison");
    return false;
  }
  bool result = false;
  for (const Value& arg : call.args().subspan(1)) {
    if (const std::optional<std::string> error = CompareEqual(call[0].Held(), arg.Held(), &result)) {
      call.Fail(*error);
      return false;
    }
    if (result) {
      break;
    }
  }
  return result;
}

// `or_equal`: less or equal. Fails the call if the values cannot be compared.
bool IsLess(Call& call, bool or_equal) {
  bool result = false;
  std::optional<std::string> error = CompareLess(call[0].Held(), call[1].Held(), &result);
  if (!error && !result && or_equal) {
    error = CompareEqual(call[0].Held(), call[1].Held(), &result);
  }
  if (error) {
    call.Fail(*error);
  }
  return result;
}

Value Equal(Call& call) {
  return Value::Bool(IsEqualToAny(call));
}

Value NotEqual(Call& call) {
  return Value::Bool(!IsEqualToAny(call));
}

Value Less(Call& call) {
  return Value::Bool(IsLess(call, false));
}

Value LessOrEqual(Call& call) {
  return Value::Bool(IsLess(call, true));
}

Value Greater(Call& call) {
  return Value::Bool(!IsLess(call, true));
}

Value GreaterOrEqual(Call& call) {
  return Value::Bool(!IsLess(call, false));
}

// The evaluator handles these; see SpecialFunction.
Value Never(Call& call) {
  return call.Fail("handled by the evaluator");
}

constexpr Function kBuiltins[] = {
    {"and", "vv*:v", Never},        {"or", "vv*:v", Never},
    {"call", "vv*:v", Never},       {"eq", "vv*:b", Equal},
    {"ge", "vv:b", GreaterOrEqual}, {"gt", "vv:b", Greater},
    {"html", "a*:s", Html},         {"index", "vv*:v", Index},
    {"js", "a*:s", JavaScript},     {"le", "vv:b", LessOrEqual},
    {"len", "v:i", Length},         {"lt", "vv:b", Less},
    {"ne", "vv:b", NotEqual},       {"not", "v:b", Not},
    {"print", "a*:s", Print},       {"printf", "sa*:s", PrintFormatted},
    {"println", "a*:s", PrintLine}, {"slice", "vv*:v", Slice},
    {"urlquery", "a*:s", UrlQuery},
};

constexpr SpecialFunction kSpecials[] = {SpecialFunction::kAnd, SpecialFunction::kOr, SpecialFunction::kCall};

}  // namespace

std::span<const Function> Builtins() {
  return kBuiltins;
}

SpecialFunction SpecialFunctionOf(const Function& function) {
  for (size_t index = 0; index < std::size(kSpecials); ++index) {
    if (&function == &kBuiltins[index]) {
      return kSpecials[index];
    }
  }
  return SpecialFunction::kNone;
}

}  // namespace kval::gotemplate
