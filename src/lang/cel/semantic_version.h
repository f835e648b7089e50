#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kval::cel {

// A version of semver.org 2.0.0, as github.com/blang/semver parses it. The strings are views of the input.
struct SemanticVersion {
  uint64_t major = 0;
  uint64_t minor = 0;
  uint64_t patch = 0;
  std::string_view prerelease;  // `alpha.1`
  std::string_view build;

  static std::optional<SemanticVersion> Parse(std::string_view text, std::string* why);
  std::string Text() const;
};

// By precedence: build metadata does not count.
int Compare(const SemanticVersion& a, const SemanticVersion& b);

// `v1.02` as `1.2.0`. Nothing when a short version has more than numbers.
std::optional<std::string> NormalizedVersion(std::string_view text);

}  // namespace kval::cel
