#include "src/formats/checks.h"
#include "src/formats/scan.h"

// RFC 5322, section 3.4.1, addr-spec without comments, folding white space and obsolete forms, with the
// lengths of RFC 5321, section 4.5.3.1.
namespace kval::formats {
namespace {

constexpr size_t kMostLocal = 64;
constexpr size_t kMostAddress = 254;

bool IsAtomChar(char c) {
  return IsAlnum(c) || IsIn(c, "!#$%&'*+-/=?^_`{|}~") || static_cast<unsigned char>(c) >= 0x80;
}

// The `@` that ends the local part, which may be quoted.
size_t FindAt(std::string_view text) {
  bool quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && quoted) {
      ++i;
    } else if (text[i] == '"') {
      quoted = !quoted;
    } else if (text[i] == '@' && !quoted) {
      return i;
    }
  }
  return std::string_view::npos;
}

bool IsQuotedString(std::string_view text, std::string* why) {
  for (size_t i = 1; i + 1 < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == '"') {
      return Fail(why, "a quote inside the quoted local part is not escaped");
    }
  }
  return (text.size() >= 2 && text.back() == '"') || Fail(why, "the quoted local part is never closed");
}

bool IsLocal(std::string_view local, std::string* why) {
  if (local.empty()) {
    return Fail(why, "there is nothing before `@`");
  }
  if (local.size() > kMostLocal) {
    return Fail(why, "the part before `@` is longer than 64 characters");
  }
  if (local.front() == '"') {
    return IsQuotedString(local, why);
  }
  for (size_t i = 0; i < local.size(); ++i) {
    const bool is_dot = local[i] == '.';
    if (is_dot && (i == 0 || i + 1 == local.size())) {
      return Fail(why, std::string("the part before `@` ") + (i == 0 ? "starts" : "ends") + " with a dot");
    }
    if (is_dot && local[i - 1] == '.') {
      return Fail(why, "there are two dots in a row before `@`");
    }
    if (!is_dot && !IsAtomChar(local[i])) {
      return Fail(why, Character(local, i) + " is not allowed before `@`");
    }
  }
  return true;
}

bool IsDomain(std::string_view domain, std::string* why) {
  if (domain.empty()) {
    return Fail(why, "there is nothing after `@`");
  }
  if (domain.front() != '[') {
    return IsHostname(domain, why);
  }
  if (domain.back() != ']') {
    return Fail(why, "the address after `@` lacks its `]`");
  }
  domain = domain.substr(1, domain.size() - 2);
  constexpr std::string_view kIpv6 = "IPv6:";
  return domain.starts_with(kIpv6) ? IsIpv6(domain.substr(kIpv6.size()), why) : IsIpv4(domain, why);
}

}  // namespace

bool IsEmail(std::string_view text, std::string* why) {
  const size_t at = FindAt(text);
  if (at == std::string_view::npos) {
    return Fail(why, text.empty() ? "the text is empty" : "there is no `@`");
  }
  if (text.size() > kMostAddress) {
    return Fail(why, "the address is longer than 254 characters");
  }
  return IsLocal(text.substr(0, at), why) && IsDomain(text.substr(at + 1), why);
}

}  // namespace kval::formats
