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

// How many brackets of each kind a text lacks: fewer than none where it has too many closing ones.
struct Lack {
  int braces = 0;
  int brackets = 0;
  int& Of(char bracket) { return bracket == '{' || bracket == '}' ? braces : brackets; }
};

// Quoted strings end on their line; for an unclosed one only a bracket at the end of the line counts. One
// pass.
Lack LackOf(std::string_view text);

}  // namespace kval::yaml
