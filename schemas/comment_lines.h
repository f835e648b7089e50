#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kval::schemas {

// Splits a comment into lines, to which the caller adds the comment marker of the language. Escapes line
// breaks other than LF, control characters and bidirectional marks, so that untrusted text cannot end the
// comment and become code.
std::vector<std::string> CommentLines(std::string_view text);

}  // namespace kval::schemas
