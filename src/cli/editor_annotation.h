#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kval::cli {

// The page of the annotation whose name is at a place of a text, in Markdown: `#@schema/nullable` in a line
// of its own or behind a node. Empty where there is none.
std::string AnnotationTextAt(std::string_view text, size_t at);

// What may stand in the place of the word that is typed in an annotation.
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
