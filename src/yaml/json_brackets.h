#pragma once

#include <string_view>

namespace kval::yaml {

inline bool IsOpening(char c) {
  return c == '{' || c == '[';
}
inline bool IsClosing(char c) {
  return c == '}' || c == ']';
}
inline char ClosingOf(char opening) {
  return opening == '{' ? '}' : ']';
}

// The number of missing brackets of each kind; negative if there are surplus closing ones.
struct BracketDeficit {
  int braces = 0;
  int brackets = 0;
  int& Of(char bracket) { return bracket == '{' || bracket == '}' ? braces : brackets; }
};

// Quoted strings end on their line; for an unclosed one only a bracket at the end of the line counts. One
// pass.
BracketDeficit CountMissingBrackets(std::string_view text);

}  // namespace kval::yaml
