#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kval::cel {

// A semantic version (semver.org 2.0.0), as parsed by github.com/blang/semver. The strings refer to the
// input.
struct SemanticVersion {
  uint64_t major = 0;
  uint64_t minor = 0;
  uint64_t patch = 0;
  std::string_view prerelease;  // `alpha.1`
  std::string_view build;

  static std::optional<SemanticVersion> Parse(std::string_view text, std::string* why);
  std::string Text() const;
};

// Compares by precedence: build metadata is ignored.
int Compare(const SemanticVersion& a, const SemanticVersion& b);

// Normalizes a version: `v1.02` becomes `1.2.0`. Returns nullopt if a version with fewer than three parts has
// a prerelease or build part.
std::optional<std::string> NormalizedVersion(std::string_view text);

}  // namespace kval::cel
