#pragma once

#include <optional>
#include <string>
#include <string_view>

// Characters that look like one of ASCII and are another: what a web page, a word processor or a keyboard for
// another alphabet puts into a text. Source: Unicode's confusables.txt, cut to what is typed.
namespace kval {

struct LookAlike {
  char32_t code_point = 0;
  char ascii = 0;  // what it is taken for; 0 for one that cannot be seen
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
// " The `о` in it is U+043E (Cyrillic letter), not `o`", of the first look-alike in a text that was meant to
// be `meant`; empty when there is none, or when `meant` has it, too.
std::string NamedLookAlike(std::string_view text, std::string_view meant);
// "U+00A0 (no-break space)"
std::string Describe(const LookAlike& look_alike);

}  // namespace kval
