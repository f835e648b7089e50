#pragma once

#include <optional>
#include <string>
#include <string_view>

// Characters that resemble an ASCII character, as web pages, word processors and other keyboard layouts
// insert them. Source: Unicode confusables.txt, reduced to characters that are typed.
namespace kval {

struct LookAlike {
  char32_t code_point = 0;
  char ascii = 0;  // the ASCII character that it resembles; 0 if invisible
  size_t length = 0;
  std::string_view name;  // "no-break space", "Cyrillic letter"

  bool is_blank() const { return ascii == ' ' || ascii == 0; }
};

// The look-alike that `text` begins with.
std::optional<LookAlike> LookAlikeAt(std::string_view text);
// The first one in `text`, with its offset.
std::optional<LookAlike> FirstLookAlike(std::string_view text, size_t* offset);
// `text` with ASCII in place of all look-alikes.
std::string WithoutLookAlikes(std::string_view text);
// Returns " The `о` in it is U+043E (Cyrillic letter), not `o`" for the first confusable in a text whose
// intended form is `meant`; empty if there is none or `meant` contains it too.
std::string NamedLookAlike(std::string_view text, std::string_view meant);
// "U+00A0 (no-break space)"
std::string Describe(const LookAlike& look_alike);

}  // namespace kval
