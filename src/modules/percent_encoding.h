#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "src/lang/starlark/error.h"

namespace kval::modules {

// The parts of a URL, each with its own characters that need no escape. Source: Go net/url.
enum class UrlPart : uint8_t { kPath, kPathSegment, kHost, kZone, kUserPassword, kQueryComponent, kFragment };

// Whether `c` must be written `%XX` in that part.
bool NeedsPercentEncoding(char c, UrlPart part);
// In a query component a space becomes `+`.
std::string PercentEncode(std::string_view text, UrlPart part);
// Fails for `%` without two hexadecimal digits and for characters that a host must not contain: invalid URL
// escape "%zz".
starlark::Outcome<std::string> PercentDecode(std::string_view text, UrlPart part);

}  // namespace kval::modules
