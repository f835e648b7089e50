#pragma once

#include <string>
#include <string_view>

// Text fragments of the reader's messages.
namespace kval::yaml {

// "an array", "a string", "null".
std::string WithArticle(std::string_view name);
// The first part of a text that may have any length, cut between characters.
std::string Shortened(std::string_view text);

}  // namespace kval::yaml
