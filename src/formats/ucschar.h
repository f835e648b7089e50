#pragma once

// RFC 3987, section 2.2: non-ASCII characters of an IRI. RFC 6570 allows both sets in template literals.
namespace kval::formats {

bool IsUcsChar(char32_t c);
bool IsPrivateChar(char32_t c);

}  // namespace kval::formats
