#include <algorithm>

#include "src/formats/checks.h"
#include "src/formats/scan.h"

// RFC 1034, section 3.1 with the relaxation of RFC 1123, section 2.1: a label may start with a digit.
namespace kval::formats {
namespace {

constexpr size_t kMostName = 253;
constexpr size_t kMostLabel = 63;

bool IsLabel(std::string_view label, std::string* why) {
  if (label.empty()) {
    return Fail(why, "a label between dots is empty");
  }
  if (label.size() > kMostLabel) {
    return Fail(why, "label " + Quoted(label) + " is longer than 63 characters");
  }
  for (size_t i = 0; i < label.size(); ++i) {
    if (!IsAlnum(label[i]) && label[i] != '-') {
      return Fail(why, Character(label, i) + " is not allowed in a host name");
    }
  }
  if (label.front() == '-' || label.back() == '-') {
    return Fail(why, "label " + Quoted(label) + (label.front() == '-' ? " starts" : " ends") + " with `-`");
  }
  return true;
}

}  // namespace

bool IsHostname(std::string_view text, std::string* why) {
  if (text.empty()) {
    return Fail(why, "the text is empty");
  }
  if (text.size() > kMostName) {
    return Fail(why, "the name is longer than 253 characters");
  }
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find('.', begin), text.size());
    if (begin == text.size()) {
      return Fail(why, "the name ends with a dot");
    }
    if (!IsLabel(text.substr(begin, end - begin), why)) {
      return false;
    }
    begin = end + 1;
  }
  return true;
}

}  // namespace kval::formats
