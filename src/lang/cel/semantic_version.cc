#include "src/lang/cel/semantic_version.h"

#include <algorithm>
#include <charconv>
#include <vector>

#include "src/lang/lex/cursor.h"
#include "src/support/semver.h"
#include "src/support/take_part.h"

namespace kval::cel {
namespace {

bool IsNumber(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), IsDigit);
}

bool ParseNumber(std::string_view text, uint64_t* number) {
  if (!IsNumber(text) || (text.size() > 1 && text[0] == '0')) {
    return false;
  }
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), *number);
  return error == std::errc() && end == text.data() + text.size();
}

bool AreIdentifiers(std::string_view text, bool are_numbers_strict) {
  bool more = true;
  while (more) {
    more = text.find('.') != std::string_view::npos;
    const std::string_view part = TakePart(text, '.');
    const auto belongs = [](char c) { return IsLetter(c) || IsDigit(c) || c == '-'; };
    uint64_t number = 0;
    if (part.empty() || !std::all_of(part.begin(), part.end(), belongs) ||
        (are_numbers_strict && IsNumber(part) && !ParseNumber(part, &number))) {
      return false;
    }
  }
  return true;
}

}  // namespace

std::optional<SemanticVersion> SemanticVersion::Parse(std::string_view text, std::string* why) {
  SemanticVersion version;
  *why = text.empty() ? "Version string empty" : "No Major.Minor.Patch elements found";
  std::string_view rest = text;
  const auto first_dot = rest.find('.');
  const auto second_dot = first_dot == std::string_view::npos ? first_dot : rest.find('.', first_dot + 1);
  if (second_dot == std::string_view::npos) {
    return std::nullopt;
  }
  *why = "Invalid character(s) found in version \"" + std::string(text) + "\"";
  if (!ParseNumber(rest.substr(0, first_dot), &version.major) ||
      !ParseNumber(rest.substr(first_dot + 1, second_dot - first_dot - 1), &version.minor)) {
    return std::nullopt;
  }
  rest = rest.substr(second_dot + 1);
  if (const size_t plus = rest.find('+'); plus != std::string_view::npos) {
    version.build = rest.substr(plus + 1);
    rest = rest.substr(0, plus);
    if (!AreIdentifiers(version.build, false)) {
      return std::nullopt;
    }
  }
  if (const size_t dash = rest.find('-'); dash != std::string_view::npos) {
    version.prerelease = rest.substr(dash + 1);
    rest = rest.substr(0, dash);
    if (!AreIdentifiers(version.prerelease, true)) {
      return std::nullopt;
    }
  }
  return ParseNumber(rest, &version.patch) ? std::optional(version) : std::nullopt;
}

std::string SemanticVersion::Text() const {
  std::string text = std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(patch);
  text += prerelease.empty() ? "" : "-" + std::string(prerelease);
  text += build.empty() ? "" : "+" + std::string(build);
  return text;
}

int Compare(const SemanticVersion& a, const SemanticVersion& b) {
  for (const auto part : {&SemanticVersion::major, &SemanticVersion::minor, &SemanticVersion::patch}) {
    if (a.*part != b.*part) {
      return a.*part < b.*part ? -1 : 1;
    }
  }
  return ComparePreReleases(a.prerelease, b.prerelease);
}

std::optional<std::string> NormalizedVersion(std::string_view text) {
  text.remove_prefix(text.starts_with("v") ? 1 : 0);
  std::vector<std::string> parts;
  while (parts.size() < 2 && text.find('.') != std::string_view::npos) {
    parts.emplace_back(TakePart(text, '.'));
  }
  parts.emplace_back(text);
  for (std::string& part : parts) {
    if (part.size() > 1) {
      part.erase(0, part.find_first_not_of('0'));
      if (part.empty() || !IsDigit(part[0])) {
        part.insert(0, "0");
      }
    }
  }
  if (parts.size() < 3 && parts.back().find_first_of("+-") != std::string::npos) {
    return std::nullopt;
  }
  parts.resize(3, "0");
  return parts[0] + "." + parts[1] + "." + parts[2];
}

}  // namespace kval::cel
