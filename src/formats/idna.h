#pragma once

#include <string>
#include <string_view>

// Internationalized labels: IDNA 2008 (RFC 5890 to 5893), computed from the properties of code points (RFC
// 5892, section 3), so that the Unicode version is that of utf8proc. No mapping (RFC 5895).
namespace kval::formats {

// Returns whether `label` is a U-label, ignoring the Bidi rule and the length: RFC 5891, section 4.2.
bool IsUnicodeLabel(std::u32string_view label, std::string* why);

// HasRightToLeft returns whether a label makes the Bidi rule applicable to its domain name; FollowsBidiRule
// checks the rule for one label of such a name: RFC 5893, sections 1.4 and 2.
bool HasRightToLeft(std::u32string_view label);
bool FollowsBidiRule(std::u32string_view label, std::string* why);

// Returns the string in normalization form C; empty if it is ill-formed UTF-8.
std::string Composed(std::string_view text);

}  // namespace kval::formats
