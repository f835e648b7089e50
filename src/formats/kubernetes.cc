#include <algorithm>
#include <iterator>

#include "src/formats/format.h"
#include "src/formats/scan.h"
#include "src/formats/validators.h"
#include "src/support/unicode.h"
#include "src/support/utf8.h"

// The formats that an API server asserts in a CustomResourceDefinition's schema: apiextensions-apiserver,
// pkg/apiserver/validation/formats.go, with the checks of kube-openapi, pkg/validation/strfmt, whose names
// are compared without dashes. All of them are older and looser than JSON Schema's.
namespace kval::formats {
namespace {

// Letters and symbols of any script, and ASCII digits.
bool IsHostCharacter(char32_t c) {
  if (c < 0x80) {
    const char ascii = static_cast<char>(c);
    return IsAlnum(ascii) || IsIn(ascii, "$+<=>^`|~");
  }
  return unicode::IsIn(c, unicode::kLetter | unicode::kSymbol);
}

bool IsHostLetter(char32_t c) {
  return unicode::IsLetter(c);
}

// A label of a name with dots: `-` within. Of a name without dots, `-` may only be the second character.
bool IsLabel(std::u32string_view label, bool is_only, std::string* why) {
  for (size_t i = 0; i < label.size(); ++i) {
    const bool may_be_dash = is_only ? i == 1 : i > 0 && i + 1 < label.size();
    if (!IsHostCharacter(label[i]) && !(label[i] == '-' && may_be_dash)) {
      std::string character;
      utf8::Append(character, label[i]);
      return Fail(why, Character(character, 0) + " is not allowed at this position of a host name");
    }
  }
  return !label.empty() || Fail(why, "a label between dots is empty");
}

// strfmt's HostnamePattern and IsHostname.
bool IsStrfmtHostname(std::string_view text, std::string* why) {
  constexpr size_t kMostName = 255;
  constexpr size_t kMostLabel = 63;
  if (text.size() > kMostName) {
    return Fail(why, "the name is longer than 255 bytes");
  }
  const bool is_only = text.find('.') == std::string_view::npos;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find('.', begin), text.size());
    const std::string_view part = text.substr(begin, end - begin);
    if (part.size() > kMostLabel) {
      return Fail(why, "label " + Quoted(part) + " is longer than 63 bytes");
    }
    const std::u32string label = unicode::Decoded(part);
    if (!IsLabel(label, is_only, why)) {
      return false;
    }
    if (end == text.size() && !is_only &&
        (label.size() < 2 || !std::all_of(label.begin(), label.end(), IsHostLetter))) {
      return Fail(why, "the last label " + Quoted(part) + " does not consist of two or more letters");
    }
    begin = end + 1;
  }
  return true;
}

// k8s.io/utils/net, ParseIPSloppy: leading zeros in an octet are ignored.
bool IsSloppyIpv4(std::string_view text, std::string* why) {
  std::string plain;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find('.', begin), text.size());
    const std::string_view octet = text.substr(begin, end - begin);
    const size_t first = AllDigits(octet) ? std::min(octet.find_first_not_of('0'), octet.size() - 1) : 0;
    plain += (begin == 0 ? "" : ".") + std::string(octet.substr(first));
    begin = end + 1;
  }
  return IsIpv4(plain, why);
}

bool IsSloppyIp(std::string_view text, std::string* why) {
  const size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) {
    return IsSloppyIpv4(text, why);
  }
  const std::string_view tail = text.substr(colon + 1);
  if (tail.find('.') == std::string_view::npos) {
    return IsIpv6(text, why);
  }
  return IsSloppyIpv4(tail, why) && IsIpv6(std::string(text.substr(0, colon + 1)) + "0.0.0.0", why);
}

bool IsStrfmtIpv4(std::string_view text, std::string* why) {
  return IsSloppyIp(text, why) &&
         (text.find('.') != std::string_view::npos || Fail(why, "this is an IPv6 address"));
}

bool IsStrfmtIpv6(std::string_view text, std::string* why) {
  return text.find(':') == std::string_view::npos && !text.empty()
             ? Fail(why, "there is no `:` as in an IPv6 address")
             : IsIpv6(text, why);
}

bool IsStrfmtCidr(std::string_view text, std::string* why) {
  const size_t slash = text.find('/');
  if (slash == std::string_view::npos) {
    return Fail(why, "the prefix length is missing: `/24`");
  }
  const std::string_view length = text.substr(slash + 1);
  if (!IsSloppyIp(text.substr(0, slash), why)) {
    return false;
  }
  const uint64_t most = text.substr(0, slash).find(':') == std::string_view::npos ? 32 : 128;
  return (AllDigits(length) && Decimal(length, most + 1) <= most) ||
         Fail(why, "the prefix length " + Quoted(length) + " is not a number up to " + std::to_string(most));
}

// Dashes may be left out, each for itself.
bool IsStrfmtUuid(std::string_view text, std::string* why) {
  std::string whole;
  for (const char c : text) {
    whole += whole.size() == 8 || whole.size() == 13 || whole.size() == 18 || whole.size() == 23
                 ? (c == '-' ? "-" : std::string("-") + c)
                 : std::string(1, c);
  }
  return IsUuid(whole, why);
}

template <char kVersion>
bool IsStrfmtUuidOf(std::string_view text, std::string* why) {
  if (!IsStrfmtUuid(text, why)) {
    return false;
  }
  std::string digits;
  std::copy_if(text.begin(), text.end(), std::back_inserter(digits), IsHexDigit);
  if (digits[12] != kVersion) {
    return Fail(why, std::string("the version is ") + digits[12] + " instead of " + kVersion);
  }
  return kVersion == '3' || IsIn(digits[16], "89abAB") ||
         Fail(why, "the variant " + std::string(1, digits[16]) + " is not a variant of RFC 4122");
}

bool IsZone(std::string_view text) {
  return text == "Z" || text == "z" ||
         (text.size() == 6 && IsIn(text[0], "+-") && AllDigits(text.substr(1, 2)) && text[3] == ':' &&
          AllDigits(text.substr(4)));
}

// A date, `T`, and a time with a zone; seconds are at most 59, any character may precede a fraction, and the
// zone's numbers are not checked.
bool IsStrfmtDateTime(std::string_view text, std::string* why) {
  const size_t t = text.find_first_of("tT");
  if (t == std::string_view::npos) {
    return Fail(why, "the time is missing: `T20:20:39Z`");
  }
  if (!IsDate(text.substr(0, t), why)) {
    return false;
  }
  std::string_view time = text.substr(t + 1);
  time = time.substr(0, time.find_first_of("tT"));
  constexpr std::string_view kShape = "00:00:00";
  for (size_t i = 0; i < kShape.size(); ++i) {
    const bool fits = i < time.size() && (kShape[i] == ':' ? time[i] == ':' : IsDigit(time[i]));
    if (!fits) {
      return Fail(why, "expected a time like `20:20:39Z` after `T`");
    }
  }
  if (Decimal(time.substr(0, 2), 99) > 23 || Decimal(time.substr(3, 2), 99) > 59 ||
      Decimal(time.substr(6, 2), 99) > 59) {
    return Fail(why, "the time " + Quoted(time.substr(0, kShape.size())) + " does not exist");
  }
  time.remove_prefix(kShape.size());
  if (IsZone(time)) {
    return true;
  }
  const utf8::CodePoint dot = utf8::Decode(time, 0);
  const size_t digits = std::min(time.find_first_not_of("0123456789", dot.length), time.size());
  return (digits > dot.length && dot.value != '\n' && IsZone(time.substr(digits))) ||
         Fail(why, "expected `Z` or an offset like `+01:00` at the end");
}

bool IsStrfmtBase64(std::string_view text, std::string* why) {
  if (text.empty()) {
    return Fail(why, "the string is empty");
  }
  return text.find_first_of("\r\n") == std::string_view::npos
             ? IsBase64(text, why)
             : Fail(why, "a line break is not a base64 digit");
}

// Names joined by dots, of any length up to 253 in all.
bool IsStrfmtLongName(std::string_view text, std::string* why) {
  return IsDns1123Subdomain(text, why);
}

constexpr std::string_view kStrfmt = "kube-openapi, pkg/validation/strfmt/default.go";
constexpr std::string_view kGovalidator = "kube-openapi, pkg/internal/third_party/govalidator";
constexpr std::string_view kExtensions = "kube-openapi, pkg/validation/strfmt/kubernetes-extensions.go";

// Names without dashes, sorted.
constexpr FormatEntry kEntries[] = {
    {"bsonobjectid", "a BSON object id, for example 507f1f77bcf86cd799439011",
     "kube-openapi, pkg/validation/strfmt/bson", IsBsonObjectId},
    {"byte", "text in base64, for example a3ZhbA==", kGovalidator, IsStrfmtBase64},
    {"cidr", "an IP network, for example 10.0.0.0/8 or fd00::/8", kStrfmt, IsStrfmtCidr},
    {"creditcard", "the number of a payment card, for example 4111 1111 1111 1111", kGovalidator,
     IsCreditCard},
    {"date", "a date, for example 2018-11-13", "kube-openapi, pkg/validation/strfmt/date.go", IsDate},
    {"datetime", "a date and time with an offset, for example 2018-11-13T20:20:39+00:00",
     "kube-openapi, pkg/validation/strfmt/time.go", IsStrfmtDateTime},
    {"duration", "a duration, for example 1h30m or 3 days", "kube-openapi, pkg/validation/strfmt/duration.go",
     IsStrfmtDuration},
    {"email", "an e-mail address, for example Jo <jo@example.com>", "Go, net/mail, ParseAddress",
     IsGoMailAddress},
    {"hexcolor", "a colour, for example #ff8800", kGovalidator, IsHexColor},
    {"hostname", "a host name, for example www.example.com", kStrfmt, IsStrfmtHostname},
    {"ipv4", "an IPv4 address, for example 10.0.0.1", kStrfmt, IsStrfmtIpv4},
    {"ipv6", "an IPv6 address, for example 2001:db8::1", kGovalidator, IsStrfmtIpv6},
    {"isbn", "the number of a book, for example 978-0-306-40615-7", kGovalidator, IsIsbn},
    {"isbn10", "the number of a book in ten digits, for example 0-306-40615-2", kGovalidator, IsIsbn10},
    {"isbn13", "the number of a book in thirteen digits, for example 978-0-306-40615-7", kGovalidator,
     IsIsbn13},
    {"k8slongname", "names of lower-case letters, digits and `-`, joined by dots", kExtensions,
     IsStrfmtLongName},
    {"k8sshortname", "a name of lower-case letters, digits and `-`", kExtensions, IsDns1123Label},
    {"mac", "a hardware address, for example 00:00:5e:00:53:01", "Go, net.ParseMAC", IsMac},
    {"password", "any string; its value is redacted in reports", kStrfmt, IsAnyText},
    {"rgbcolor", "a colour, for example rgb(255, 136, 0)", kGovalidator, IsRgbColor},
    {"ssn", "a U.S. social security number, for example 078-05-1120", kGovalidator, IsSsn},
    {"uri", "an absolute URI or path, for example https://example.com/a or /a",
     "Go, net/url, ParseRequestURI", IsGoRequestUri},
    {"uuid", "a UUID, for example f81d4fae-7dec-11d0-a765-00a0c91e6bf6", kStrfmt, IsStrfmtUuid},
    {"uuid3", "a UUID of version 3", kStrfmt, IsStrfmtUuidOf<'3'>},
    {"uuid4", "a UUID of version 4", kStrfmt, IsStrfmtUuidOf<'4'>},
    {"uuid5", "a UUID of version 5", kStrfmt, IsStrfmtUuidOf<'5'>},
};

}  // namespace

const FormatEntry* FindInKubernetes(std::string_view name) {
  std::string plain(name);
  plain.erase(std::remove(plain.begin(), plain.end(), '-'), plain.end());
  const auto* found = std::find_if(std::begin(kEntries), std::end(kEntries),
                                   [&](const FormatEntry& entry) { return entry.name == plain; });
  return found != std::end(kEntries) ? found : nullptr;
}

}  // namespace kval::formats
