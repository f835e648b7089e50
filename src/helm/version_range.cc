#include "src/helm/version_range.h"

#include <re2/re2.h>

#include <algorithm>
#include <charconv>
#include <utility>
#include <vector>

#include "src/support/semver.h"

namespace kval::helm {
namespace {

constexpr size_t kMostVersion = 256;
constexpr size_t kMostRange = 512;
constexpr size_t kMostAlternatives = 32;

using Version = SemanticVersion;

// One comparison: its operator, the version, and which parts of that were left open (`1.x`).
struct Bound {
  std::string op;
  Version version;
  bool is_open = false;
  bool minor_is_open = false;
  bool patch_is_open = false;
};

// Pieces of regular expressions; none captures.
constexpr char kTail[] =
    R"((?:-[0-9A-Za-z\-]+(?:\.[0-9A-Za-z\-]+)*)?(?:\+[0-9A-Za-z\-]+(?:\.[0-9A-Za-z\-]+)*)?)";
constexpr char kOperator[] = R"((?:=||!=|>|<|>=|=>|<=|=<|~|~>|\^))";
constexpr char kOpenNumbers[] = R"(v?[0-9|x|X|\*]+(?:\.[0-9|x|X|\*]+)?(?:\.[0-9|x|X|\*]+)?)";

std::string OpenVersion() {
  return std::string(kOpenNumbers) + kTail;
}

bool IsNumber(std::string_view text) {
  return text.find_first_not_of("0123456789") == std::string_view::npos;
}

// Identifiers between dots; numbers among them have no leading zero.
bool IsPreRelease(std::string_view text) {
  while (!text.empty()) {
    const std::string_view part = text.substr(0, text.find('.'));
    if (IsNumber(part) && part.size() > 1 && part[0] == '0') {
      return false;
    }
    text.remove_prefix(std::min(text.size(), part.size() + 1));
  }
  return true;
}

bool ReadNumber(std::string_view text, uint64_t& number) {
  text.remove_prefix(text.starts_with('.') ? 1 : 0);
  if (text.empty()) {
    return true;
  }
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  return read.ec == std::errc() && read.ptr == text.data() + text.size();
}

int Compare(const Version& a, const Version& b) {
  return CompareVersions(a, b);
}

bool IsNot(const Version& v, const Bound& bound) {
  if (bound.is_open) {
    if (bound.version.major != v.major) {
      return true;
    }
    if (bound.version.minor != v.minor && !bound.minor_is_open) {
      return true;
    }
    if (bound.minor_is_open) {
      return false;
    }
    if (bound.version.patch != v.patch && !bound.patch_is_open) {
      return true;
    }
    if (bound.patch_is_open) {
      return (!v.pre.empty() || !bound.version.pre.empty()) &&
             ComparePreReleases(v.pre, bound.version.pre) != 0;
    }
  }
  return Compare(v, bound.version) != 0;
}

bool IsGreater(const Version& v, const Bound& bound) {
  if (!bound.is_open || v.major != bound.version.major) {
    return bound.is_open ? v.major > bound.version.major : Compare(v, bound.version) > 0;
  }
  if (bound.minor_is_open) {
    return false;
  }
  return bound.patch_is_open ? v.minor > bound.version.minor : Compare(v, bound.version) > 0;
}

bool IsAtMost(const Version& v, const Bound& bound) {
  if (!bound.is_open) {
    return Compare(v, bound.version) <= 0;
  }
  return v.major < bound.version.major ||
         (v.major == bound.version.major && (v.minor <= bound.version.minor || bound.minor_is_open));
}

bool IsTilde(const Version& v, const Bound& bound) {
  const Version& from = bound.version;
  if (Compare(v, from) < 0) {
    return false;
  }
  if (from.major == 0 && from.minor == 0 && from.patch == 0 && !bound.minor_is_open && !bound.patch_is_open) {
    return true;
  }
  return v.major == from.major && (v.minor == from.minor || bound.minor_is_open);
}

bool IsCaret(const Version& v, const Bound& bound) {
  const Version& from = bound.version;
  if (Compare(v, from) < 0) {
    return false;
  }
  if (from.major > 0 || bound.minor_is_open) {
    return v.major == from.major;
  }
  if (v.major > 0) {
    return false;
  }
  if (from.minor > 0 || bound.patch_is_open) {
    return v.minor == from.minor;
  }
  return v.minor == 0 && v.patch == from.patch;
}

bool Holds(const Bound& bound, const Version& v, bool with_pre_releases) {
  if (!v.pre.empty() && !with_pre_releases) {
    return false;
  }
  const std::string& op = bound.op;
  if (op.empty() || op == "=") {
    return bound.is_open ? IsTilde(v, bound) : Compare(v, bound.version) == 0;
  }
  if (op == "!=") {
    return IsNot(v, bound);
  }
  if (op == ">") {
    return IsGreater(v, bound);
  }
  if (op == "<") {
    return Compare(v, bound.version) < 0;
  }
  if (op == ">=" || op == "=>") {
    return Compare(v, bound.version) >= 0;
  }
  if (op == "<=" || op == "=<") {
    return IsAtMost(v, bound);
  }
  return op == "^" ? IsCaret(v, bound) : IsTilde(v, bound);
}

bool IsOpen(std::string_view part) {
  part.remove_prefix(part.starts_with('.') ? 1 : 0);
  return part.empty() || part == "x" || part == "X" || part == "*";
}

std::optional<Bound> ReadBound(const std::string& text) {
  static const re2::RE2 pattern(
      R"(\s*()" + std::string(kOperator) +
      R"()\s*(v?([0-9|x|X|\*]+)(\.[0-9|x|X|\*]+)?(\.[0-9|x|X|\*]+)?(-[0-9A-Za-z\-]+(?:\.[0-9A-Za-z\-]+)*)?)"
      R"((?:\+[0-9A-Za-z\-]+(?:\.[0-9A-Za-z\-]+)*)?)\s*)");
  Bound bound;
  std::string version, major, minor, patch, tail;
  if (!re2::RE2::FullMatch(text, pattern, &bound.op, &version, &major, &minor, &patch, &tail)) {
    return std::nullopt;
  }
  if (IsOpen(major)) {
    version = "0.0.0" + tail;
    bound.is_open = true;
  } else if (IsOpen(minor)) {
    version = major + ".0.0" + tail;
    bound.is_open = bound.minor_is_open = true;
  } else if (IsOpen(patch)) {
    version = major + minor + ".0" + tail;
    bound.is_open = bound.patch_is_open = true;
  }
  const std::optional<Version> read = ReadVersion(version);
  if (!read) {
    return std::nullopt;
  }
  bound.version = *read;
  return bound;
}

// All comparisons of one alternative; nothing when it is malformed.
std::optional<std::vector<Bound>> ReadBounds(const std::string& text) {
  static const std::string one = std::string(kOperator) + R"(\s*)" + OpenVersion();
  static const re2::RE2 valid(R"(\s*)" + one + R"(\s*(?:(?:\s+|,\s*))" + one + R"(\s*)*)");
  static const re2::RE2 each("(" + one + ")");
  if (!re2::RE2::FullMatch(text, valid)) {
    return std::nullopt;
  }
  std::vector<Bound> bounds;
  re2::StringPiece rest(text);
  std::string found;
  while (re2::RE2::FindAndConsume(&rest, each, &found)) {
    const std::optional<Bound> bound = ReadBound(found);
    if (!bound) {
      return std::nullopt;
    }
    bounds.push_back(*bound);
  }
  return bounds;
}

// `1 - 3` as `>= 1, <= 3`.
std::string WithoutHyphens(std::string text) {
  static const re2::RE2 hyphen(R"(\s*()" + OpenVersion() + R"()\s+-\s+()" + OpenVersion() + R"()\s*)");
  re2::RE2::GlobalReplace(&text, hyphen, R"(>= \1, <= \2 )");
  return text;
}

}  // namespace

std::string SemanticVersion::Text() const {
  return std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(patch) +
         (pre.empty() ? "" : "-" + pre) + (metadata.empty() ? "" : "+" + metadata);
}

std::optional<SemanticVersion> ReadVersion(std::string_view text, std::string* error) {
  static const re2::RE2 pattern(
      R"(v?([0-9]+)(\.[0-9]+)?(\.[0-9]+)?(?:-([0-9A-Za-z\-]+(?:\.[0-9A-Za-z\-]+)*))?)"
      R"((?:\+([0-9A-Za-z\-]+(?:\.[0-9A-Za-z\-]+)*))?)");
  std::string major, minor, patch;
  Version version;
  const bool matches =
      text.size() <= kMostVersion && re2::RE2::FullMatch({text.data(), text.size()}, pattern, &major, &minor,
                                                         &patch, &version.pre, &version.metadata);
  const bool is_valid = matches && ReadNumber(major, version.major) && ReadNumber(minor, version.minor) &&
                        ReadNumber(patch, version.patch);
  if (is_valid && IsPreRelease(version.pre)) {
    return version;
  }
  if (error != nullptr) {
    *error = is_valid ? "version segment starts with 0" : "invalid semantic version";
  }
  return std::nullopt;
}

int CompareVersions(const SemanticVersion& a, const SemanticVersion& b) {
  for (const auto& [left, right] :
       {std::pair(a.major, b.major), std::pair(a.minor, b.minor), std::pair(a.patch, b.patch)}) {
    if (left != right) {
      return left < right ? -1 : 1;
    }
  }
  return ComparePreReleases(a.pre, b.pre);
}

std::optional<std::string> FindMalformedPart(std::string_view range) {
  std::string rest = range.size() > kMostRange ? std::string() : WithoutHyphens(std::string(range)) + "||";
  for (size_t at = 0, count = 0; at < rest.size(); ++count) {
    const size_t end = rest.find("||", at);
    const std::string part = rest.substr(at, end - at);
    if (count == kMostAlternatives || !ReadBounds(part)) {
      return part;
    }
    at = end + 2;
  }
  return rest.empty() ? std::optional(std::string(range)) : std::nullopt;
}

bool IsVersion(std::string_view text) {
  return ReadVersion(text).has_value();
}

bool IsInRange(std::string_view range, std::string_view version) {
  return ReadRange(range)(version);
}

std::function<bool(std::string_view)> ReadRange(std::string_view range) {
  const auto nothing = [](std::string_view) { return false; };
  if (range.size() > kMostRange) {
    return nothing;
  }
  std::string rest = WithoutHyphens(std::string(range)) + "||";
  std::vector<std::vector<Bound>> alternatives;
  for (size_t at = 0; at < rest.size();) {
    const size_t end = rest.find("||", at);
    std::optional<std::vector<Bound>> bounds = ReadBounds(rest.substr(at, end - at));
    if (!bounds || alternatives.size() == kMostAlternatives) {
      return nothing;
    }
    alternatives.push_back(*std::move(bounds));
    at = end + 2;
  }
  return [alternatives = std::move(alternatives)](std::string_view version) {
    const std::optional<Version> v = ReadVersion(version);
    return v && std::any_of(alternatives.begin(), alternatives.end(), [&](const std::vector<Bound>& bounds) {
             const bool with_pre_releases = std::any_of(
                 bounds.begin(), bounds.end(), [](const Bound& bound) { return !bound.version.pre.empty(); });
             return std::all_of(bounds.begin(), bounds.end(),
                                [&](const Bound& bound) { return Holds(bound, *v, with_pre_releases); });
           });
  };
}

}  // namespace kval::helm
