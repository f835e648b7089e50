#pragma once

#include <string>
#include <string_view>

// Internationalized labels: IDNA 2008 (RFC 5890 to 5893), by the properties of the code points (RFC 5892,
// section 3), so that it holds for the version of Unicode that utf8proc has. Nothing is mapped (RFC 5895).
namespace kval::formats {

// Returns whether `label` is a U-label, ignoring the Bidi rule and the length: RFC 5891, section 4.2.
bool IsUnicodeLabel(std::u32string_view label, std::string* why);

// Whether the label makes its name one to which the Bidi rule applies, and the rule itself for one label of
// such a name: RFC 5893, sections 1.4 and 2.
bool HasRightToLeft(std::u32string_view label);
bool FollowsBidiRule(std::u32string_view label, std::string* why);

// The text in normal form C; empty when it is ill-formed UTF-8.
std::string Composed(std::string_view text);

}  // namespace kval::formats
