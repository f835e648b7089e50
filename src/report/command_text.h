#pragma once

#include <span>
#include <string>
#include <string_view>

namespace kval::report {

// What a runner's commands (`::error …`, `##vso[…]`) want written in place of a character.
struct CommandEscape {
  char character;
  std::string_view text;
};

// EscapeLines, and then the runner's own escapes.
std::string EscapeCommand(std::string_view text, std::span<const CommandEscape> escapes);

}  // namespace kval::report
