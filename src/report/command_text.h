#pragma once

#include <span>
#include <string>
#include <string_view>

namespace kval::report {

// Replacement for a character in a runner's command (`::error …`, `##vso[…]`).
struct CommandEscape {
  char character;
  std::string_view text;
};

// EscapeLines, and then the runner's own escapes.
std::string EscapeCommand(std::string_view text, std::span<const CommandEscape> escapes);

}  // namespace kval::report
