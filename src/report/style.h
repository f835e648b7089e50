#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "src/diag/kind.h"

namespace kval::report {

enum class TextStyle : uint8_t { kPlain, kStrong, kError, kWarning, kNote, kGutter, kHelp };

constexpr TextStyle GetTextStyle(diag::Severity severity) {
  switch (severity) {
    case diag::Severity::kNote:
      return TextStyle::kNote;
    case diag::Severity::kWarning:
      return TextStyle::kWarning;
    case diag::Severity::kError:
      return TextStyle::kError;
  }
  return TextStyle::kError;
}

// Returns `text` in a colour if `color` is true.
std::string Paint(bool color, TextStyle ink, std::string_view text);

}  // namespace kval::report
