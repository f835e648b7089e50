#include "src/report/style.h"

namespace kval::report {
namespace {

constexpr std::string_view kReset = "\x1b[0m";

// The colours of rustc: readable on dark and on light grounds.
constexpr std::string_view CodeOf(TextStyle ink) {
  switch (ink) {
    case TextStyle::kPlain:
      return "";
    case TextStyle::kStrong:
      return "\x1b[1m";
    case TextStyle::kError:
      return "\x1b[1;31m";
    case TextStyle::kWarning:
      return "\x1b[1;33m";
    case TextStyle::kNote:
      return "\x1b[1;32m";
    case TextStyle::kGutter:
      return "\x1b[1;34m";
    case TextStyle::kHelp:
      return "\x1b[1;36m";
  }
  return "";
}

}  // namespace

std::string Paint(bool color, TextStyle ink, std::string_view text) {
  if (!color || ink == TextStyle::kPlain || text.empty()) {
    return std::string(text);
  }
  std::string out(CodeOf(ink));
  out += text;
  out += kReset;
  return out;
}

}  // namespace kval::report
