#include "src/lang/gotemplate/builtins.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "src/lang/gotemplate/access.h"
#include "src/lang/gotemplate/characters.h"
#include "src/lang/gotemplate/compare.h"
#include "src/lang/gotemplate/print.h"
#include "src/lang/gotemplate/text_buffer.h"
#include "src/support/ascii.h"
#include "src/support/utf8.h"

namespace kval::gotemplate {
namespace {

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
