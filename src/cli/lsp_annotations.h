#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kval::cli {

// Returns the page, in Markdown, of the annotation at a position: `#@schema/nullable` on a separate line or
// after a node. Empty if there is none.
std::string AnnotationHoverAt(std::string_view text, size_t at);

// A completion for the word being typed in an annotation.
struct AnnotationCompletion {
  std::string text;  // "@schema/nullable", "min="
  std::string_view doc;
};
struct AnnotationCompletions {
  size_t begin = 0;  // the byte where the word begins
  std::vector<AnnotationCompletion> words;
};
// Returns completions: the names of annotations, or the keywords of the annotation whose argument is being
// typed. Empty if no annotation is typed.
AnnotationCompletions AnnotationCompletionsAt(std::string_view text, size_t at);

}  // namespace kval::cli
