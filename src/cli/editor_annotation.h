#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kval::cli {

// Returns the page, in Markdown, of the annotation at a position: `#@schema/nullable` on a separate line or
// after a node. Empty if there is none.
std::string AnnotationTextAt(std::string_view text, size_t at);

// A completion for the word being typed in an annotation.
struct AnnotationWord {
  std::string text;  // "@schema/nullable", "min="
  std::string_view doc;
};
struct AnnotationWords {
  size_t begin = 0;  // the byte where the word begins
  std::vector<AnnotationWord> words;
};
// The names of annotations, or the keywords of the one that the word is an argument of. Without words where
// no annotation is typed.
AnnotationWords AnnotationWordsAt(std::string_view text, size_t at);

}  // namespace kval::cli
