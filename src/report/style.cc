#include "src/report/style.h"

namespace kval::report {
namespace {

constexpr std::string_view kReset = "\x1b[0m";

// The colours of rustc: readable on dark and on light grounds.
constexpr std::string_view CodeOf(Ink ink) {
  switch (ink) {
    case Ink::kPlain:
      return "";
    case Ink::kStrong:
      return "\x1b[1m";
    case Ink::kError:
      return "\x1b[1;31m";
    case Ink::kWarning:
      return "\x1b[1;33m";
    case Ink::kNote:
      return "\x1b[1;32m";
    case Ink::kGutter:
      return "\x1b[1;34m";
    case Ink::kHelp:
      return "\x1b[1;36m";
  }
  return "";
}

}  // namespace

std::string Paint(bool color, Ink ink, std::string_view text) {
  if (!color || ink == Ink::kPlain || text.empty()) {
    return std::string(text);
  }
  std::string out(CodeOf(ink));
  out += text;
  out += kReset;
  return out;
}

}  // namespace kval::report
