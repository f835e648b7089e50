#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "src/diag/kind.h"

namespace kval::report {

enum class Ink : uint8_t { kPlain, kStrong, kError, kWarning, kNote, kGutter, kHelp };

constexpr Ink InkOf(diag::Severity severity) {
  switch (severity) {
    case diag::Severity::kNote:
      return Ink::kNote;
    case diag::Severity::kWarning:
      return Ink::kWarning;
    case diag::Severity::kError:
      return Ink::kError;
  }
  return Ink::kError;
}

// `text` in a colour, when there are colours.
std::string Paint(bool color, Ink ink, std::string_view text);

}  // namespace kval::report
