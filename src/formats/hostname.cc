#include <algorithm>
#include <optional>
#include <vector>

#include "src/formats/idna.h"
#include "src/formats/punycode.h"
#include "src/formats/scan.h"
#include "src/formats/validators.h"
#include "src/support/ascii_text.h"
#include "src/support/utf8.h"

// Host names: RFC 1034, section 3.1 with the relaxation of RFC 1123, section 2.1 (a label may start with a
// digit). Labels that start with `xn--` are A-labels (RFC 5890, section 2.3.2.1), and `idn-hostname` takes
// U-labels as well, parted by any of the four dots of IDNA (RFC 3490, section 3.1).
namespace kval::formats {
namespace {

constexpr size_t kMostName = 253;
constexpr size_t kMostLabel = 63;
constexpr std::string_view kPrefix = "xn--";

// Returns the next label as code points; sets `at` after its dot, or past the end of the text.
std::u32string TakeLabel(std::string_view text, bool with_unicode, size_t& at) {
  std::u32string label;
  while (at < text.size()) {
    const utf8::CodePoint point = utf8::Decode(text, at);
    at += point.length;
    const char32_t c = point.value;
    if (c == '.' || (with_unicode && (c == 0x3002 || c == 0xFF0E || c == 0xFF61))) {
      return label;
    }
    label += c;
  }
  ++at;
  return label;
}

std::string Utf8(std::u32string_view label) {
  std::string text;
  for (const char32_t c : label) {
    utf8::Append(text, c);
  }
  return text;
}

bool IsAscii(std::u32string_view label) {
  return std::ranges::none_of(label, [&](const char32_t c) { return c >= 0x80; });
}

bool IsAsciiLabel(std::string_view label, std::string* why) {
  for (size_t i = 0; i < label.size(); ++i) {
    if (!IsAlnum(label[i]) && label[i] != '-') {
      return Fail(why, Character(label, i) + " is not allowed in a host name");
    }
  }
  if (label.front() == '-' || label.back() == '-') {
    return Fail(why, "label " + Quoted(label) + (label.front() == '-' ? " starts" : " ends") + " with `-`");
  }
  return label.size() <= kMostLabel || Fail(why, "label " + Quoted(label) + " is longer than 63 characters");
}

// RFC 5891, section 5.4: it says a U-label, and that one's A-label is this one. `label` is in lower case.
std::optional<std::u32string> FromAsciiForm(std::string_view label, std::string* why) {
  const std::optional<std::u32string> suggested = FromPunycode(label.substr(kPrefix.size()));
  std::string reason;
  if (!suggested || suggested->empty() || IsAscii(*suggested) ||
      ToPunycode(*suggested) != label.substr(kPrefix.size())) {
    reason = "the part after `xn--` is not valid Punycode";
  } else if (IsUnicodeLabel(*suggested, &reason)) {
    return suggested;
  }
  Fail(why, "label " + Quoted(label) + " is not a valid internationalized label: " + reason);
  return std::nullopt;
}

// One label of a name, and how many octets it takes as an A-label.
struct Label {
  std::u32string letters;
  size_t octets = 0;
};

std::optional<Label> ToLabel(std::u32string letters, bool with_unicode, std::string* why) {
  if (letters.empty()) {
    Fail(why, "a label between dots is empty");
    return std::nullopt;
  }
  const std::string text = Utf8(letters);
  if (!with_unicode || IsAscii(letters)) {
    if (!IsAsciiLabel(text, why)) {
      return std::nullopt;
    }
    if (const std::string lower = LowerCased(text); lower.starts_with(kPrefix)) {
      std::optional<std::u32string> suggested = FromAsciiForm(lower, why);
      return suggested ? std::optional(Label{std::move(*suggested), text.size()}) : std::nullopt;
    }
    if (with_unicode && text.size() >= 4 && text.substr(2, 2) == "--") {
      Fail(why, "label " + Quoted(text) + " has `--` as its third and fourth character");
      return std::nullopt;
    }
    return Label{std::move(letters), text.size()};
  }
  if (letters.size() > kMostLabel) {
    Fail(why, "label " + Quoted(text) + " is longer than 63 characters");
    return std::nullopt;
  }
  if (!IsUnicodeLabel(letters, why)) {
    return std::nullopt;
  }
  const size_t octets = kPrefix.size() + ToPunycode(letters).size();
  if (octets > kMostLabel) {
    Fail(why, "label " + Quoted(text) + " is longer than 63 characters in its ASCII form");
    return std::nullopt;
  }
  return Label{std::move(letters), octets};
}

bool IsName(std::string_view text, bool with_unicode, std::string* why) {
  if (text.empty()) {
    return Fail(why, "the string is empty");
  }
  constexpr size_t kMostBytesOfLetter = 4;
  if (text.size() > kMostName * (with_unicode ? kMostBytesOfLetter : 1)) {
    return Fail(why, "the name is longer than 253 characters");
  }
  if (const size_t ill = utf8::FirstInvalid(text); ill < text.size()) {
    return Fail(why, "byte " + std::to_string(ill + 1) + " is not UTF-8");
  }
  std::vector<std::u32string> labels;
  bool has_right_to_left = false;
  size_t octets = 0;
  for (size_t at = 0; at <= text.size();) {
    if (at == text.size()) {
      return Fail(why, "the name ends with a dot");
    }
    std::optional<Label> label = ToLabel(TakeLabel(text, with_unicode, at), with_unicode, why);
    if (!label) {
      return false;
    }
    octets += label->octets + (labels.empty() ? 0 : 1);
    has_right_to_left = has_right_to_left || HasRightToLeft(label->letters);
    labels.push_back(std::move(label->letters));
  }
  if (octets > kMostName) {
    return Fail(why, "the name is longer than 253 characters");
  }
  return std::ranges::none_of(
      labels, [&](const std::u32string& label) { return has_right_to_left && !FollowsBidiRule(label, why); });
}

}  // namespace

bool IsHostname(std::string_view text, std::string* why) {
  return IsName(text, false, why);
}

bool IsIdnHostname(std::string_view text, std::string* why) {
  return IsName(text, true, why);
}

}  // namespace kval::formats
