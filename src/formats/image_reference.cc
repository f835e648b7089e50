#include <algorithm>

#include "src/formats/checks.h"
#include "src/formats/scan.h"

// The grammar of github.com/distribution/reference: [domain/]path[:tag][@digest].
namespace kval::formats {
namespace {

constexpr size_t kMostName = 255;
constexpr size_t kMostTag = 128;
constexpr size_t kLeastDigest = 32;

bool IsDigest(std::string_view digest, std::string* why) {
  const size_t colon = digest.find(':');
  if (colon == std::string_view::npos || colon == 0) {
    return Fail(why, "the digest after `@` does not start with an algorithm like `sha256:`");
  }
  if (!IsAlpha(digest.front())) {
    return Fail(why, "the digest's algorithm starts with " + Character(digest, 0));
  }
  const std::string_view algorithm = digest.substr(0, colon);
  for (size_t i = 0; i < algorithm.size(); ++i) {
    if (!IsAlnum(algorithm[i]) &&
        !(IsIn(algorithm[i], "-_+.") && i + 1 < algorithm.size() && IsAlnum(algorithm[i - 1]))) {
      return Fail(why, Character(algorithm, i) + " is not allowed in the digest's algorithm");
    }
  }
  const std::string_view hex = digest.substr(colon + 1);
  for (size_t i = 0; i < hex.size(); ++i) {
    if (!IsHex(hex[i])) {
      return Fail(why, Character(hex, i) + " in the digest is not a hexadecimal digit");
    }
  }
  if (algorithm == "sha256" && hex.size() != 64) {
    return Fail(why, "the sha256 digest has " + std::to_string(hex.size()) + " digits instead of 64");
  }
  return hex.size() >= kLeastDigest || Fail(why, "the digest has fewer than 32 digits");
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

bool IsDomainName(std::string_view domain, std::string* why) {
  const size_t colon = domain.rfind(':');
  if (domain.starts_with('[')) {
    const size_t close = domain.find(']');
    if (close == std::string_view::npos) {
      return Fail(why, "the address of the registry lacks its `]`");
    }
    const std::string_view after = domain.substr(close + 1);
    return IsIpv6(domain.substr(1, close - 1), why) &&
           (after.empty() || (after.starts_with(':') && IsPort(after.substr(1), why)) ||
            Fail(why, "unexpected " + Quoted(after) + " after the address of the registry"));
  }
  if (colon != std::string_view::npos && !IsPort(domain.substr(colon + 1), why)) {
    return Fail(why, "the registry's port " + Quoted(domain.substr(colon + 1)) + " is not a port number");
  }
  return IsHostname(domain.substr(0, colon), why);
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
      return Fail(why, Quoted(separator) + " cannot part two words of the name");
    }
    i = std::max(end, i + 1);
  }
  return true;
}

// The first part names a registry when it looks like a host: Docker's rule.
bool IsRegistry(std::string_view part) {
  return part.find_first_of(".:[") != std::string_view::npos || part == "localhost" ||
         part.find_first_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ") != std::string_view::npos;
}

bool IsName(std::string_view name, std::string* why) {
  const size_t slash = name.find('/');
  if (slash != std::string_view::npos && IsRegistry(name.substr(0, slash))) {
    if (!IsDomainName(name.substr(0, slash), why)) {
      return false;
    }
    name.remove_prefix(slash + 1);
  }
  for (size_t begin = 0; begin <= name.size();) {
    const size_t end = std::min(name.find('/', begin), name.size());
    if (!IsComponent(name.substr(begin, end - begin), why)) {
      return false;
    }
    begin = end + 1;
  }
  return true;
}

}  // namespace

bool IsImageReference(std::string_view text, std::string* why) {
  if (text.empty()) {
    return Fail(why, "the text is empty");
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
  text = text.substr(0, colon);
  if (text.size() > kMostName) {
    return Fail(why, "the name is longer than 255 characters");
  }
  return IsName(text, why);
}

}  // namespace kval::formats
