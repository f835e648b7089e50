#include "src/modules/percent_encoding.h"

#include "src/support/ascii.h"
#include "src/support/ascii_text.h"

namespace kval::modules {

using starlark::EvalFailure;
using starlark::Outcome;

namespace {

bool IsIn(char c, std::string_view set) {
  return set.find(c) != std::string_view::npos;
}

char DecodeByte(std::string_view escape) {
  return static_cast<char>(HexValue(escape[1]) << 4U | HexValue(escape[2]));
}

EvalFailure BadEscape(std::string_view escape) {
  return EvalFailure("invalid URL escape \"" + std::string(escape.substr(0, 3)) + "\"");
}

// Returns whether the escape at the start of `text` is valid.
bool IsAllowedEscape(std::string_view text, UrlPart part) {
  if (text.size() < 3 || !IsHexDigit(text[1]) || !IsHexDigit(text[2])) {
    return false;
  }
  const std::string_view escape = text.substr(0, 3);
  if (escape == "%25") {
    return true;
  }
  // A host has escapes for non-ASCII bytes only (RFC 3986, page 21); a zone also for characters allowed in a
  // host.
  const char byte = DecodeByte(escape);
  if (part == UrlPart::kHost) {
    return HexValue(escape[1]) >= 8;
  }
  return part != UrlPart::kZone || byte == ' ' || !NeedsPercentEncoding(byte, UrlPart::kHost);
}

// The reserved characters that stay as they are (RFC 3986, section 2.2).
std::string_view PlainReserved(UrlPart part) {
  switch (part) {
    case UrlPart::kPath:
      return "$&+,/:;=@";
    case UrlPart::kPathSegment:
      return "$&+:=@";
    case UrlPart::kHost:
    case UrlPart::kZone:
      return "!$&'()*+,;=:[]<>\"";
    case UrlPart::kUserPassword:
      return "$&+,;=";
    case UrlPart::kQueryComponent:
      return "";
    case UrlPart::kFragment:
      return "$&+,/:;=?@!()*";
  }
  return "";
}

}  // namespace

bool NeedsPercentEncoding(char c, UrlPart part) {
  const bool is_unreserved = IsAlnum(c) || IsIn(c, "-_.~");
  return !is_unreserved && !IsIn(c, PlainReserved(part));
}

std::string PercentEncode(std::string_view text, UrlPart part) {
  constexpr char kDigits[] = "0123456789ABCDEF";
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    if (!NeedsPercentEncoding(c, part)) {
      out += c;
    } else if (c == ' ' && part == UrlPart::kQueryComponent) {
      out += '+';
    } else {
      const auto byte = static_cast<unsigned char>(c);
      out += '%';
      out += kDigits[byte >> 4U];
      out += kDigits[byte & 15U];
    }
  }
  return out;
}

Outcome<std::string> PercentDecode(std::string_view text, UrlPart part) {
  const bool is_host = part == UrlPart::kHost || part == UrlPart::kZone;
  std::string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '%') {
      if (!IsAllowedEscape(text.substr(i), part)) {
        return BadEscape(text.substr(i));
      }
      out += DecodeByte(text.substr(i));
      i += 2;
    } else if (c == '+' && part == UrlPart::kQueryComponent) {
      out += ' ';
    } else if (is_host && static_cast<unsigned char>(c) < 0x80 && NeedsPercentEncoding(c, part)) {
      return EvalFailure(std::string("invalid character \"") + (c == '\\' ? "\\" : "") + c +
                         "\" in host name");
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace kval::modules
