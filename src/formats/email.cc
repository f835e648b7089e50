#include <algorithm>

#include "src/formats/idna.h"
#include "src/formats/scan.h"
#include "src/formats/validators.h"
#include "src/support/utf8.h"

// RFC 5321, section 4.1.2, Mailbox, with the lengths of its section 4.5.3.1. `idn-email` adds what RFC 6531,
// section 3.3, adds: any character beyond ASCII in the local part, and U-labels in the domain; those are
// brought to normal form C first, as RFC 5895, section 2, does for names that people write.
namespace kval::formats {
namespace {

constexpr size_t kMostLocal = 64;
constexpr size_t kMostDomain = 255;
constexpr size_t kMostAddress = 254;

bool IsBeyondAscii(char c) {
  return static_cast<unsigned char>(c) >= 0x80;
}

bool IsAtomChar(char c) {
  return IsAlnum(c) || IsIn(c, "!#$%&'*+-/=?^_`{|}~");
}

// The `@` that ends the local part, which may be quoted.
size_t FindAt(std::string_view text) {
  const bool is_quoted_local = text.starts_with('"');
  bool quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && quoted) {
      ++i;
    } else if (text[i] == '"' && is_quoted_local) {
      quoted = !quoted;
    } else if (text[i] == '@' && !quoted) {
      return i;
    }
  }
  return std::string_view::npos;
}

// Quoted-string: qtextSMTP is printable ASCII except `"` and `\`, which `\` may escape.
bool IsQuotedString(std::string_view text, bool with_unicode, std::string* why) {
  size_t i = 1;
  for (; i < text.size() && text[i] != '"'; ++i) {
    const bool escaped = text[i] == '\\';
    i += escaped ? 1 : 0;
    if (i == text.size()) {
      break;
    }
    if (IsBeyondAscii(text[i])) {
      if (!with_unicode || escaped) {
        return Fail(why, Character(text, i) + " before `@` is not ASCII: `idn-email` allows it unescaped");
      }
    } else if (text[i] < ' ' || text[i] > '~') {
      return Fail(why, "the quoted local part has a control character");
    }
  }
  if (i >= text.size()) {
    return Fail(why, "the quoted local part is never closed");
  }
  return i + 1 == text.size() || Fail(why, "a quote inside the quoted local part is not escaped");
}

bool IsDotString(std::string_view local, bool with_unicode, std::string* why) {
  for (size_t i = 0; i < local.size(); ++i) {
    const bool is_dot = local[i] == '.';
    if (is_dot && (i == 0 || i + 1 == local.size())) {
      return Fail(why, std::string("the part before `@` ") + (i == 0 ? "starts" : "ends") + " with a dot");
    }
    if (is_dot && local[i - 1] == '.') {
      return Fail(why, "there are two dots in a row before `@`");
    }
    if (!with_unicode && IsBeyondAscii(local[i])) {
      return Fail(why, Character(local, i) + " before `@` is not ASCII: `idn-email` allows it");
    }
    if (!is_dot && !IsAtomChar(local[i]) && !IsBeyondAscii(local[i])) {
      return Fail(why, Character(local, i) + " is not allowed before `@`");
    }
  }
  return true;
}

bool IsLocal(std::string_view local, bool with_unicode, std::string* why) {
  if (local.empty()) {
    return Fail(why, "there is nothing before `@`");
  }
  if (local.size() > kMostLocal) {
    return Fail(why, "the part before `@` is longer than 64 bytes");
  }
  return local.front() == '"' ? IsQuotedString(local, with_unicode, why)
                              : IsDotString(local, with_unicode, why);
}

// Domain: letters, digits and inner `-` between dots. What `xn--` says is a matter of host names.
bool IsMailDomain(std::string_view domain, std::string* why) {
  if (domain.size() > kMostDomain) {
    return Fail(why, "the domain is longer than 255 characters");
  }
  for (size_t begin = 0; begin <= domain.size();) {
    const size_t end = std::min(domain.find('.', begin), domain.size());
    const std::string_view label = domain.substr(begin, end - begin);
    if (label.empty()) {
      return Fail(why, "a label between dots is empty");
    }
    for (size_t i = 0; i < label.size(); ++i) {
      if (!IsAlnum(label[i]) && label[i] != '-') {
        return Fail(why, Character(label, i) + " is not allowed in a host name");
      }
    }
    if (label.front() == '-' || label.back() == '-') {
      return Fail(why, "label " + Quoted(label) + (label.front() == '-' ? " starts" : " ends") + " with `-`");
    }
    begin = end + 1;
  }
  return true;
}

// Address-literal; of the general ones only `IPv6` is registered.
bool IsAddressLiteral(std::string_view domain, std::string* why) {
  if (domain.back() != ']') {
    return Fail(why, "the address after `@` lacks its `]`");
  }
  domain = domain.substr(1, domain.size() - 2);
  constexpr std::string_view kIpv6 = "IPv6:";
  return domain.starts_with(kIpv6) ? IsIpv6(domain.substr(kIpv6.size()), why) : IsIpv4(domain, why);
}

bool IsDomain(std::string_view domain, bool with_unicode, std::string* why) {
  if (domain.empty()) {
    return Fail(why, "there is nothing after `@`");
  }
  if (domain.front() == '[') {
    return IsAddressLiteral(domain, why);
  }
  const bool is_ascii = std::none_of(domain.begin(), domain.end(), IsBeyondAscii);
  return with_unicode && !is_ascii ? IsIdnHostname(Composed(domain), why) : IsMailDomain(domain, why);
}

bool IsMailbox(std::string_view text, bool with_unicode, std::string* why) {
  const size_t at = FindAt(text);
  if (at == std::string_view::npos) {
    return Fail(why, text.empty() ? "the string is empty" : "there is no `@`");
  }
  if (text.size() > kMostAddress) {
    return Fail(why, "the address is longer than 254 characters");
  }
  if (const size_t ill = utf8::FirstInvalid(text); ill < text.size()) {
    return Fail(why, "byte " + std::to_string(ill + 1) + " is not UTF-8");
  }
  return IsLocal(text.substr(0, at), with_unicode, why) && IsDomain(text.substr(at + 1), with_unicode, why);
}

}  // namespace

bool IsEmail(std::string_view text, std::string* why) {
  return IsMailbox(text, false, why);
}

bool IsIdnEmail(std::string_view text, std::string* why) {
  return IsMailbox(text, true, why);
}

}  // namespace kval::formats
