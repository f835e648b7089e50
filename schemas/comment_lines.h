#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kval::schemas {

// The lines of a comment, each of which the caller begins with the language's mark: a text of somebody else
// must not end a comment, for what follows would be code. What is no text (line breaks of all kinds but LF,
// controls, marks of direction) is spelled out.
std::vector<std::string> CommentLines(std::string_view text);

}  // namespace kval::schemas
