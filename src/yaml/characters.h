#pragma once

#include <array>
#include <cstdint>

// The classes of bytes that YAML's grammar distinguishes (YAML 1.2.2 chapter 5).
namespace kval::yaml {

enum CharacterClass : uint8_t {
  kSpaceOrTab = 1,   // space, tab
  kBreak = 2,        // CR, LF and the NUL after the text
  kFlowMark = 4,     // , [ ] { }
  kStopInBlock = 8,  // where a plain scalar in block context may end
  kStopInFlow = 16,
  kIndicator = 32,  // characters that cannot start a plain scalar, except - ? :
  kStopInDouble = 64,
  kStopInSingle = 128,
};

constexpr std::array<uint8_t, 256> MakeCharacterClasses() {
  std::array<uint8_t, 256> classes{};
  classes[' '] = classes['\t'] = kSpaceOrTab;
  classes['\n'] = classes['\r'] = classes[0] =
      kBreak | kStopInBlock | kStopInFlow | kStopInDouble | kStopInSingle;
  for (const char c : {',', '[', ']', '{', '}'}) {
    classes[static_cast<uint8_t>(c)] |= kFlowMark | kStopInFlow | kIndicator;
  }
  for (const char c : {':', '#'}) {
    classes[static_cast<uint8_t>(c)] |= kStopInBlock | kStopInFlow;
  }
  for (const char c : {'#', '&', '*', '!', '|', '>', '\'', '"', '%', '@', '`'}) {
    classes[static_cast<uint8_t>(c)] |= kIndicator;
  }
  classes['"'] |= kStopInDouble;
  classes['\\'] |= kStopInDouble;
  classes['\''] |= kStopInSingle;
  return classes;
}

inline constexpr std::array<uint8_t, 256> kCharacterClasses = MakeCharacterClasses();

// Returns whether the character belongs to one of the classes.
inline bool Is(char c, int classes) {
  return (kCharacterClasses[static_cast<uint8_t>(c)] & classes) != 0;
}
inline bool IsSpaceOrTab(char c) {
  return Is(c, kSpaceOrTab);
}
inline bool IsBreak(char c) {
  return Is(c, kBreak);
}
inline bool IsSpaceOrBreak(char c) {
  return Is(c, kSpaceOrTab | kBreak);
}
inline bool IsFlowMark(char c) {
  return Is(c, kFlowMark);
}

// Whether `line`, the start of a line, begins with `---` or `...` and a space or break. Requires a NUL after
// the text.
inline bool IsDocumentMark(const char* line) {
  const char c = line[0];
  return (c == '-' || c == '.') && line[1] == c && line[2] == c && IsSpaceOrBreak(line[3]);
}

}  // namespace kval::yaml
