#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace kval::helm {

// Whether a text is a version to Helm, which is lenient: `v1`, `1.2`, `01.2.3-rc.1+build`.
bool IsVersion(std::string_view text);

// Whether a version lies in a range: `^1.2`, `>=1.0.0-0 <2`, `1.x || 2 - 3`. False when either is malformed.
// Source: github.com/Masterminds/semver/v3, as of helm's IsCompatibleRange.
bool IsInRange(std::string_view range, std::string_view version);

// The same for many versions: the range is read once.
std::function<bool(std::string_view version)> ReadRange(std::string_view range);

}  // namespace kval::helm
