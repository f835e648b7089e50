#include "src/formats/scan.h"
#include "src/formats/ucschar.h"
#include "src/formats/validators.h"
#include "src/support/utf8.h"

// RFC 6570, section 2, with its erratum 6937 (an apostrophe is a literal).
namespace kval::formats {
namespace {

bool IsTriplet(std::string_view text, size_t at) {
  return at + 2 < text.size() && text[at] == '%' && IsHexDigit(text[at + 1]) && IsHexDigit(text[at + 2]);
}

// varname = varchar *( ["."] varchar ). Advances `at` behind it.
bool TakeName(std::string_view expression, size_t& at, std::string* why) {
  bool needs_char = true;
  for (; at < expression.size(); ++at) {
    if (IsAlnum(expression[at]) || expression[at] == '_') {
      needs_char = false;
    } else if (IsTriplet(expression, at)) {
      needs_char = false;
      at += 2;
    } else if (expression[at] == '.' && !needs_char) {
      needs_char = true;
    } else {
      break;
    }
  }
  return !needs_char || Fail(why, "expected the name of a variable, found " + Character(expression, at));
}

// modifier-level4 = ":" max-length / "*", where max-length is 1 to 9999.
bool TakeModifier(std::string_view expression, size_t& at, std::string* why) {
  if (at < expression.size() && expression[at] == '*') {
    ++at;
    return true;
  }
  if (at == expression.size() || expression[at] != ':') {
    return true;
  }
  const size_t begin = ++at;
  while (at < expression.size() && IsDigit(expression[at])) {
    ++at;
  }
  const std::string_view length = expression.substr(begin, at - begin);
  constexpr size_t kMostDigits = 4;
  return (!length.empty() && length.size() <= kMostDigits && length.front() != '0') ||
         Fail(why, "the length " + Quoted(length) + " after `:` is not between 1 and 9999");
}

// Parses the text between braces.
bool IsExpression(std::string_view expression, std::string* why) {
  if (expression.empty()) {
    return Fail(why, "an expression is empty: `{}`");
  }
  size_t at = IsIn(expression.front(), "+#./;?&=,!@|") ? 1 : 0;
  for (;; ++at) {
    if (!TakeName(expression, at, why) || !TakeModifier(expression, at, why)) {
      return false;
    }
    if (at == expression.size()) {
      return true;
    }
    if (expression[at] != ',') {
      return Fail(why, Character(expression, at) + " is not allowed in an expression");
    }
  }
}

bool IsLiteral(char32_t c) {
  if (c < 0x80) {
    const char ascii = static_cast<char>(c);
    return c > ' ' && c < 0x7F && !IsIn(ascii, "\"%<>\\^`{|}");
  }
  return IsUcsChar(c) || IsPrivateChar(c);
}

}  // namespace

bool IsUriTemplate(std::string_view text, std::string* why) {
  for (size_t i = 0; i < text.size();) {
    if (text[i] == '{') {
      const size_t end = text.find('}', i);
      if (end == std::string_view::npos) {
        return Fail(why, "an expression is never closed with `}`");
      }
      if (!IsExpression(text.substr(i + 1, end - i - 1), why)) {
        return false;
      }
      i = end + 1;
      continue;
    }
    if (text[i] == '%') {
      if (!IsTriplet(text, i)) {
        return Fail(why, "`%` is not followed by two hexadecimal digits");
      }
      i += 3;
      continue;
    }
    const utf8::CodePoint point = utf8::Decode(text, i);
    if (!point.valid || !IsLiteral(point.value)) {
      return Fail(why, Character(text, i) + " is not allowed outside of an expression");
    }
    i += point.length;
  }
  return true;
}

}  // namespace kval::formats
