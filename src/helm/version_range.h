#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace kval::helm {

// A version, with 0 for missing numbers.
struct SemanticVersion {
  uint64_t major = 0, minor = 0, patch = 0;
  std::string pre;
  std::string metadata = {};

  std::string Text() const;  // 1.2.3-rc.1+build
};

// Returns nullopt for other strings; then `error`, if it is not null, is the error of the library.
std::optional<SemanticVersion> ReadVersion(std::string_view text, std::string* error = nullptr);
// Negative, 0 or positive. Metadata do not count.
int CompareVersions(const SemanticVersion& a, const SemanticVersion& b);
// Returns the first malformed alternative of a range; all of a range that is too long.
std::optional<std::string> FindMalformedPart(std::string_view range);

// Whether a text is a version to Helm, which is lenient: `v1`, `1.2`, `01.2.3-rc.1+build`.
bool IsVersion(std::string_view text);

// Whether a version lies in a range: `^1.2`, `>=1.0.0-0 <2`, `1.x || 2 - 3`. False when either is malformed.
// Source: github.com/Masterminds/semver/v3, as of helm's IsCompatibleRange.
bool IsInRange(std::string_view range, std::string_view version);

// The same for many versions: the range is read once.
std::function<bool(std::string_view version)> ReadRange(std::string_view range);

}  // namespace kval::helm
