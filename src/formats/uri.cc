#include <algorithm>

#include "src/formats/scan.h"
#include "src/formats/ucschar.h"
#include "src/formats/validators.h"
#include "src/support/utf8.h"

// URIs: RFC 3986, appendix A. IRIs: RFC 3987, section 2.2, which is the same grammar with letters beyond
// ASCII.
namespace kval::formats {
namespace {

enum class Alphabet : uint8_t { kUri, kIri };

constexpr std::string_view kUnreserved = "-._~";
constexpr std::string_view kSubDelims = "!$&'()*+,;=";

// What one part of a reference may be made of.
struct Part {
  std::string_view name;
  std::string_view extra;       // in addition to unreserved characters, sub-delims and `%XX`
  bool allows_private = false;  // of an IRI: the query takes private characters
};

constexpr Part kHost{"host", ""};
constexpr Part kUserInfo{"user information", ":"};
constexpr Part kPath{"path", ":@/"};
constexpr Part kQuery{"query", ":@/?", true};
constexpr Part kFragment{"fragment", ":@/?"};

bool IsBeyondAscii(std::string_view text, size_t at, const Part& part, Alphabet alphabet, std::string* why) {
  const utf8::CodePoint point = utf8::Decode(text, at);
  if (alphabet == Alphabet::kIri && point.valid &&
      (IsUcsChar(point.value) || (part.allows_private && IsPrivateChar(point.value)))) {
    return true;
  }
  return Fail(why, Character(text, at) + " is not allowed in the " + std::string(part.name));
}

bool HasOnly(std::string_view text, const Part& part, Alphabet alphabet, std::string* why) {
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%') {
      if (i + 2 >= text.size() || !IsHexDigit(text[i + 1]) || !IsHexDigit(text[i + 2])) {
        return Fail(why,
                    "`%` in the " + std::string(part.name) + " is not followed by two hexadecimal digits");
      }
      i += 2;
    } else if (static_cast<unsigned char>(text[i]) >= 0x80) {
      if (!IsBeyondAscii(text, i, part, alphabet, why)) {
        return false;
      }
      i += utf8::Decode(text, i).length - 1;
    } else if (!IsAlnum(text[i]) && !IsIn(text[i], kUnreserved) && !IsIn(text[i], kSubDelims) &&
               !IsIn(text[i], part.extra)) {
      return Fail(why, Character(text, i) + " is not allowed in the " + std::string(part.name));
    }
  }
  return true;
}

// IPvFuture = "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )
bool IsFutureAddress(std::string_view text, std::string* why) {
  const size_t dot = text.find('.');
  const std::string_view version = text.substr(1, dot == std::string_view::npos ? dot : dot - 1);
  if (dot == std::string_view::npos || version.empty() ||
      !std::all_of(version.begin(), version.end(), IsHexDigit)) {
    return Fail(why, "the address in the host starts with `v`, but no hexadecimal version and dot follow");
  }
  const std::string_view address = text.substr(dot + 1);
  for (size_t i = 0; i < address.size(); ++i) {
    if (!IsAlnum(address[i]) && !IsIn(address[i], kUnreserved) && !IsIn(address[i], kSubDelims) &&
        address[i] != ':') {
      return Fail(why, Character(address, i) + " is not allowed in the host");
    }
  }
  return !address.empty() || Fail(why, "the address in the host is empty");
}

bool IsHost(std::string_view host, Alphabet alphabet, std::string* why) {
  if (!host.starts_with('[')) {
    return HasOnly(host, kHost, alphabet, why);
  }
  if (!host.ends_with(']')) {
    return Fail(why, "the address in the host lacks its `]`");
  }
  host = host.substr(1, host.size() - 2);
  return host.starts_with('v') || host.starts_with('V') ? IsFutureAddress(host, why) : IsIpv6(host, why);
}

bool IsAuthority(std::string_view authority, Alphabet alphabet, std::string* why) {
  if (const size_t at = authority.find('@'); at != std::string_view::npos) {
    if (!HasOnly(authority.substr(0, at), kUserInfo, alphabet, why)) {
      return false;
    }
    authority.remove_prefix(at + 1);
  }
  const size_t bracket = authority.rfind(']');
  const size_t colon = authority.rfind(':');
  if (colon != std::string_view::npos && (bracket == std::string_view::npos || colon > bracket)) {
    // port = *DIGIT: it may be empty, and no number is too large.
    const std::string_view port = authority.substr(colon + 1);
    if (!port.empty() && !AllDigits(port)) {
      return Fail(why, "the port " + Quoted(port) + " is not a number");
    }
    authority = authority.substr(0, colon);
  }
  return IsHost(authority, alphabet, why);
}

// The length of the scheme, or 0 when there is none.
size_t SchemeLength(std::string_view text) {
  const size_t end = text.find_first_of(":/?#");
  if (end == std::string_view::npos || text[end] != ':' || !IsLetter(text.front())) {
    return 0;
  }
  for (const char c : text.substr(0, end)) {
    if (!IsAlnum(c) && !IsIn(c, "+-.")) {
      return 0;
    }
  }
  return end;
}

// Parses the text after the scheme.
bool IsRest(std::string_view rest, bool has_scheme, Alphabet alphabet, std::string* why) {
  if (const size_t hash = rest.find('#'); hash != std::string_view::npos) {
    if (!HasOnly(rest.substr(hash + 1), kFragment, alphabet, why)) {
      return false;
    }
    rest = rest.substr(0, hash);
  }
  if (const size_t question = rest.find('?'); question != std::string_view::npos) {
    if (!HasOnly(rest.substr(question + 1), kQuery, alphabet, why)) {
      return false;
    }
    rest = rest.substr(0, question);
  }
  if (rest.starts_with("//")) {
    const size_t end = std::min(rest.find('/', 2), rest.size());
    if (!IsAuthority(rest.substr(2, end - 2), alphabet, why)) {
      return false;
    }
    rest.remove_prefix(end);
  } else if (!has_scheme && rest.substr(0, rest.find('/')).find(':') != std::string_view::npos) {
    return Fail(why, "the first segment of a relative path has a `:`");
  }
  return HasOnly(rest, kPath, alphabet, why);
}

bool IsAbsolute(std::string_view text, Alphabet alphabet, std::string* why) {
  const size_t scheme = text.empty() ? 0 : SchemeLength(text);
  if (scheme == 0) {
    return Fail(why, text.empty() ? "the string is empty" : "there is no scheme like `https:` at the start");
  }
  return IsRest(text.substr(scheme + 1), true, alphabet, why);
}

bool IsReference(std::string_view text, Alphabet alphabet, std::string* why) {
  const size_t scheme = text.empty() ? 0 : SchemeLength(text);
  return IsRest(scheme == 0 ? text : text.substr(scheme + 1), scheme != 0, alphabet, why);
}

}  // namespace

bool IsUcsChar(char32_t c) {
  if (c >= 0x10000) {
    return c < 0xF0000 && (c & 0xFFFF) <= 0xFFFD && (c < 0xE0000 || c >= 0xE1000);
  }
  return (c >= 0xA0 && c <= 0xD7FF) || (c >= 0xF900 && c <= 0xFDCF) || (c >= 0xFDF0 && c <= 0xFFEF);
}

bool IsPrivateChar(char32_t c) {
  return (c >= 0xE000 && c <= 0xF8FF) || (c >= 0xF0000 && (c & 0xFFFF) <= 0xFFFD);
}

bool IsUri(std::string_view text, std::string* why) {
  return IsAbsolute(text, Alphabet::kUri, why);
}
bool IsUriReference(std::string_view text, std::string* why) {
  return IsReference(text, Alphabet::kUri, why);
}
bool IsIri(std::string_view text, std::string* why) {
  return IsAbsolute(text, Alphabet::kIri, why);
}
bool IsIriReference(std::string_view text, std::string* why) {
  return IsReference(text, Alphabet::kIri, why);
}

}  // namespace kval::formats
