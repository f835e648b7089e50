#pragma once

#include <string>
#include <string_view>

// Text fragments of the reader's messages.
namespace kval::yaml {

// Returns the name with an article: "an array", "a string", "null".
std::string WithArticle(std::string_view name);
// Returns the beginning of a string, truncated between characters.
std::string Truncate(std::string_view text);

}  // namespace kval::yaml
