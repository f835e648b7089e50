#pragma once

#include <optional>
#include <string>
#include <string_view>

// Characters that resemble an ASCII character, as web pages, word processors and other keyboard layouts
// insert them. Source: Unicode confusables.txt, reduced to characters that are typed.
namespace kval {

struct Confusable {
  char32_t code_point = 0;
  char ascii = 0;  // the ASCII character that it resembles; 0 if invisible
  size_t length = 0;
  std::string_view name;  // "no-break space", "Cyrillic letter"

  bool is_space() const { return ascii == ' ' || ascii == 0; }
};

// Returns the confusable character at the start of `text`.
std::optional<Confusable> GetConfusableAt(std::string_view text);
// The first one in `text`, with its offset.
std::optional<Confusable> FindConfusable(std::string_view text, size_t* offset);
// Returns `text` with all confusable characters replaced by ASCII.
std::string ReplaceConfusables(std::string_view text);
// Returns " The `о` in it is U+043E (Cyrillic letter), not `o`" for the first confusable in a text whose
// intended form is `suggested`; empty if there is none or `suggested` contains it too.
std::string DescribeConfusableIn(std::string_view text, std::string_view suggested);
// "U+00A0 (no-break space)"
std::string Describe(const Confusable& look_alike);

}  // namespace kval
