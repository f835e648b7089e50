#include <algorithm>
#include <iterator>

#include "src/formats/scan.h"
#include "src/formats/validators.h"

// The grammar of github.com/distribution/reference, [domain/]path[:tag][@digest]: its regexp.go and
// ParseNormalizedNamed in normalize.go. Digests: github.com/opencontainers/go-digest, digest.go and
// algorithm.go.
namespace kval::formats {
namespace {

constexpr size_t kMostPath = 255;
constexpr size_t kMostTag = 128;
constexpr size_t kIdentifier = 64;
constexpr std::string_view kDefaultPath = "library/";

struct Algorithm {
  std::string_view name;
  size_t digits;
};
constexpr Algorithm kAlgorithms[] = {{"sha256", 64}, {"sha384", 96}, {"sha512", 128}};

bool IsLowerHex(char c) {
  return IsDigit(c) || (c >= 'a' && c <= 'f');
}

bool IsDigest(std::string_view digest, std::string* why) {
  const size_t colon = digest.find(':');
  if (colon == std::string_view::npos || colon == 0) {
    return Fail(why, "the digest after `@` does not start with an algorithm like `sha256:`");
  }
  const std::string_view name = digest.substr(0, colon);
  const Algorithm* algorithm = std::find_if(std::begin(kAlgorithms), std::end(kAlgorithms),
                                            [&](const Algorithm& known) { return known.name == name; });
  if (algorithm == std::end(kAlgorithms)) {
    return Fail(why, "the digest's algorithm " + Quoted(name) + " is not `sha256`, `sha384` or `sha512`");
  }
  const std::string_view hex = digest.substr(colon + 1);
  for (size_t i = 0; i < hex.size(); ++i) {
    if (!IsLowerHex(hex[i])) {
      return Fail(why, Character(hex, i) + " in the digest is not a lower-case hexadecimal digit");
    }
  }
  return hex.size() == algorithm->digits ||
         Fail(why, "the " + std::string(name) + " digest has " + std::to_string(hex.size()) +
                       " digits instead of " + std::to_string(algorithm->digits));
}

bool IsTag(std::string_view tag, std::string* why) {
  if (tag.empty()) {
    return Fail(why, "the tag after `:` is empty");
  }
  if (tag.size() > kMostTag) {
    return Fail(why, "the tag is longer than 128 characters");
  }
  for (size_t i = 0; i < tag.size(); ++i) {
    if (!IsAlnum(tag[i]) && tag[i] != '_' && !(i > 0 && IsIn(tag[i], "-."))) {
      return Fail(why, Character(tag, i) + (i == 0 ? " cannot start a tag" : " is not allowed in the tag"));
    }
  }
  return true;
}

// Letters, digits and inner `-` between dots.
bool IsDomainName(std::string_view name, std::string* why) {
  for (size_t begin = 0; begin <= name.size();) {
    const size_t end = std::min(name.find('.', begin), name.size());
    const std::string_view part = name.substr(begin, end - begin);
    if (part.empty()) {
      return Fail(why, "a part of the registry name between dots is empty");
    }
    for (size_t i = 0; i < part.size(); ++i) {
      if (!IsAlnum(part[i]) && (part[i] != '-' || i == 0 || i + 1 == part.size())) {
        return Fail(why, Character(part, i) + " is not allowed at this position of the registry name");
      }
    }
    begin = end + 1;
  }
  return true;
}

// host [":" port]. The port is any number; brackets contain any hexadecimal digits and colons.
bool IsDomain(std::string_view domain, std::string* why) {
  size_t end = domain.find(':');
  if (domain.starts_with('[')) {
    const size_t close = domain.find(']');
    if (close == std::string_view::npos) {
      return Fail(why, "the address of the registry lacks its `]`");
    }
    const std::string_view address = domain.substr(1, close - 1);
    for (size_t i = 0; i < address.size(); ++i) {
      if (!IsHexDigit(address[i]) && address[i] != ':') {
        return Fail(why, Character(address, i) + " is not allowed in the address of the registry");
      }
    }
    if (address.empty()) {
      return Fail(why, "the address of the registry is empty");
    }
    end = close + 1 == domain.size() ? std::string_view::npos : close + 1;
    if (end != std::string_view::npos && domain[end] != ':') {
      return Fail(why, "unexpected " + Quoted(domain.substr(end)) + " after the address of the registry");
    }
  }
  if (end != std::string_view::npos && !AllDigits(domain.substr(end + 1))) {
    return Fail(why, "the registry's port " + Quoted(domain.substr(end + 1)) + " is not a port number");
  }
  return domain.starts_with('[') || IsDomainName(domain.substr(0, end), why);
}

// Lower-case letters and digits, parted by `.`, `_`, `__` or dashes.
bool IsComponent(std::string_view component, std::string* why) {
  if (component.empty()) {
    return Fail(why, "a part of the name between slashes is empty");
  }
  for (size_t i = 0; i < component.size(); ++i) {
    if (IsUpper(component[i])) {
      return Fail(why, "upper-case " + Character(component, i) + " is not allowed in the name");
    }
    if (!IsAlnum(component[i]) && !IsIn(component[i], "._-")) {
      return Fail(why, Character(component, i) + " is not allowed in the name");
    }
  }
  if (!IsAlnum(component.front()) || !IsAlnum(component.back())) {
    return Fail(why, Quoted(component) + " does not start and end with a letter or digit");
  }
  for (size_t i = 0; i < component.size();) {
    size_t end = i;
    while (end < component.size() && !IsAlnum(component[end])) {
      ++end;
    }
    const std::string_view separator = component.substr(i, end - i);
    const bool dashes = separator.find_first_not_of('-') == std::string_view::npos;
    if (!dashes && separator != "." && separator != "_" && separator != "__") {
      return Fail(why, Quoted(separator) + " cannot separate two words of the name");
    }
    i = std::max(end, i + 1);
  }
  return true;
}

// The first part names a registry when it looks like a host: Docker's rule.
bool IsRegistry(std::string_view part) {
  return part.find_first_of(".:") != std::string_view::npos || part == "localhost" ||
         part.find_first_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ") != std::string_view::npos;
}

bool IsPath(std::string_view path, std::string* why) {
  for (size_t begin = 0; begin <= path.size();) {
    const size_t end = std::min(path.find('/', begin), path.size());
    if (!IsComponent(path.substr(begin, end - begin), why)) {
      return false;
    }
    begin = end + 1;
  }
  return true;
}

// What remains without tag and digest. A name of one part is one of the default registry's library.
bool IsName(std::string_view name, std::string* why) {
  const size_t slash = name.find('/');
  if (slash != std::string_view::npos && IsRegistry(name.substr(0, slash))) {
    if (IsDomain(name.substr(0, slash), why)) {
      name.remove_prefix(slash + 1);
    } else if (std::string ignored; !IsPath(name, &ignored)) {
      return false;
    }
    why->clear();  // text that is not a host may be part of the path: `dock_er.io/a`
  }
  if (!IsPath(name, why)) {
    return false;
  }
  const size_t length = name.size() + (slash == std::string_view::npos ? kDefaultPath.size() : 0);
  return length <= kMostPath || Fail(why, "the name is longer than 255 characters");
}

bool IsIdentifier(std::string_view text) {
  return text.size() == kIdentifier && std::all_of(text.begin(), text.end(), IsLowerHex);
}

}  // namespace

bool IsImageReference(std::string_view text, std::string* why) {
  if (text.empty()) {
    return Fail(why, "the string is empty");
  }
  if (IsIdentifier(text)) {
    return Fail(why, "64 hexadecimal digits are an image ID, not an image name");
  }
  if (text.find("://") != std::string_view::npos) {
    return Fail(why, "an image has no scheme like `https://`");
  }
  const size_t at = text.find('@');
  if (at != std::string_view::npos && !IsDigest(text.substr(at + 1), why)) {
    return false;
  }
  text = text.substr(0, at);
  const size_t slash = text.rfind('/');
  const size_t colon = text.find(':', slash == std::string_view::npos ? 0 : slash);
  if (colon != std::string_view::npos && !IsTag(text.substr(colon + 1), why)) {
    return false;
  }
  return IsName(text.substr(0, colon), why);
}

}  // namespace kval::formats
