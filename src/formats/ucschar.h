#pragma once

// RFC 3987, section 2.2: what an IRI may hold beyond ASCII. RFC 6570 takes both in a template's literals.
namespace kval::formats {

bool IsUcsChar(char32_t c);
bool IsPrivateChar(char32_t c);

}  // namespace kval::formats
