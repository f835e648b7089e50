#pragma once

// Non-ASCII characters of an IRI: `ucschar` and `iprivate` in RFC 3987, section 2.2. RFC 6570 allows both in
// template literals.
namespace kval::formats {

bool IsUcsChar(char32_t c);
bool IsPrivateChar(char32_t c);

}  // namespace kval::formats
