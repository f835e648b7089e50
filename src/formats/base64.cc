#include "src/formats/scan.h"
#include "src/formats/validators.h"

// RFC 4648, section 4, with padding. Line breaks are ignored, as Go does: block scalars end in one.
namespace kval::formats {

bool IsBase64(std::string_view text, std::string* why) {
  size_t digits = 0;
  size_t padding = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\n' || c == '\r') {
      continue;
    }
    if (c == '=') {
      ++padding;
      continue;
    }
    if (!IsAlnum(c) && c != '+' && c != '/') {
      const bool is_url = c == '-' || c == '_';
      return Fail(why, Character(text, i) +
                           (is_url ? " belongs to base64url, not to base64" : " is not a base64 digit"));
    }
    if (padding > 0) {
      return Fail(why, "there is text after the padding");
    }
    ++digits;
  }
  const size_t expected = (4 - digits % 4) % 4;
  if (expected == 3) {
    return Fail(why, "the last group has a single digit");
  }
  if (padding != expected) {
    return Fail(why, "there are " + std::to_string(padding) + " `=` at the end instead of " +
                         std::to_string(expected));
  }
  return true;
}

}  // namespace kval::formats
