#include <algorithm>

#include "src/formats/scan.h"
#include "src/formats/validators.h"

// k8s.io/apimachinery/pkg/util/validation/validation.go.
namespace kval::formats {
namespace {

constexpr size_t kMostLabel = 63;
constexpr size_t kMostSubdomain = 253;

bool IsShort(std::string_view text, size_t most, std::string* why) {
  if (text.empty()) {
    return Fail(why, "the string is empty");
  }
  return text.size() <= most ||
         Fail(why, "there are " + std::to_string(text.size()) + " characters, at most " +
                       std::to_string(most) + " are allowed");
}

bool IsLowerName(std::string_view label, std::string* why) {
  if (label.empty()) {
    return Fail(why, "a name between dots is empty");
  }
  for (size_t i = 0; i < label.size(); ++i) {
    if (IsUpper(label[i])) {
      return Fail(why, "upper-case " + Character(label, i) + " is not allowed");
    }
    if (!IsAlnum(label[i]) && label[i] != '-') {
      return Fail(why, Character(label, i) + " is not allowed: only lower-case letters, digits and `-` are");
    }
  }
  if (label.front() == '-' || label.back() == '-') {
    return Fail(why, std::string(label.front() == '-' ? "the first" : "the last") + " character of " +
                         Quoted(label) + " is `-`");
  }
  return true;
}

// Letters, digits, `-`, `_` and `.`, with a letter or digit at both ends.
bool IsLooseName(std::string_view name, std::string* why) {
  for (size_t i = 0; i < name.size(); ++i) {
    if (!IsAlnum(name[i]) && !IsIn(name[i], "-_.")) {
      return Fail(why, Character(name, i) + " is not allowed: only letters, digits, `-`, `_` and `.` are");
    }
  }
  if (!IsAlnum(name.front()) || !IsAlnum(name.back())) {
    return Fail(why, std::string(!IsAlnum(name.front()) ? "the first" : "the last") +
                         " character is not a letter or digit");
  }
  return true;
}

}  // namespace

bool IsDns1123Label(std::string_view text, std::string* why) {
  return IsShort(text, kMostLabel, why) && IsLowerName(text, why);
}

bool IsDns1123Subdomain(std::string_view text, std::string* why) {
  if (!IsShort(text, kMostSubdomain, why)) {
    return false;
  }
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find('.', begin), text.size());
    if (!IsLowerName(text.substr(begin, end - begin), why)) {
      return false;
    }
    begin = end + 1;
  }
  return true;
}

bool IsDns1035Label(std::string_view text, std::string* why) {
  if (!IsDns1123Label(text, why)) {
    return false;
  }
  return IsLower(text.front()) || Fail(why, "the first character " + Character(text, 0) + " is not a letter");
}

bool IsQualifiedName(std::string_view text, std::string* why) {
  const size_t slash = text.find('/');
  std::string_view name = text;
  if (slash != std::string_view::npos) {
    name = text.substr(slash + 1);
    if (name.find('/') != std::string_view::npos) {
      return Fail(why, "there is more than one `/`");
    }
    if (slash == 0) {
      return Fail(why, "the domain before `/` is empty");
    }
    if (!IsDns1123Subdomain(text.substr(0, slash), why)) {
      return false;
    }
  }
  if (name.empty() && slash != std::string_view::npos) {
    return Fail(why, "the name after `/` is empty");
  }
  return IsShort(name, kMostLabel, why) && IsLooseName(name, why);
}

bool IsLabelValue(std::string_view text, std::string* why) {
  return text.empty() || (IsShort(text, kMostLabel, why) && IsLooseName(text, why));
}

bool IsEnvVarName(std::string_view text, std::string* why) {
  if (text.empty()) {
    return Fail(why, "the string is empty");
  }
  if (IsDigit(text.front())) {
    return Fail(why, "the first character is a digit");
  }
  for (size_t i = 0; i < text.size(); ++i) {
    if (!IsAlnum(text[i]) && !IsIn(text[i], "-_.")) {
      return Fail(why, Character(text, i) + " is not allowed: only letters, digits, `_`, `-` and `.` are");
    }
  }
  if (text == "." || text.starts_with("..")) {
    return Fail(why, text == "." ? "the name is `.`" : "the name starts with `..`");
  }
  return true;
}

bool IsConfigMapKey(std::string_view text, std::string* why) {
  if (!IsShort(text, kMostSubdomain, why)) {
    return false;
  }
  for (size_t i = 0; i < text.size(); ++i) {
    if (!IsAlnum(text[i]) && !IsIn(text[i], "-_.")) {
      return Fail(why, Character(text, i) + " is not allowed: only letters, digits, `-`, `_` and `.` are");
    }
  }
  if (text == "." || text.starts_with("..")) {
    return Fail(why, text == "." ? "the key is `.`" : "the key starts with `..`");
  }
  return true;
}

// RFC 6335, section 5.1, in lower case as IsValidPortName demands.
bool IsPortName(std::string_view text, std::string* why) {
  constexpr size_t kMost = 15;
  if (!IsShort(text, kMost, why) || !IsLowerName(text, why)) {
    return false;
  }
  if (text.find("--") != std::string_view::npos) {
    return Fail(why, "there are two `-` in a row");
  }
  for (const char c : text) {
    if (IsLower(c)) {
      return true;
    }
  }
  return Fail(why, "there is no letter");
}

}  // namespace kval::formats
