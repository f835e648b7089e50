#include "src/formats/checks.h"
#include "src/formats/scan.h"

namespace kval::formats {

// RFC 4122, section 3. Any version and variant.
bool IsUuid(std::string_view text, std::string* why) {
  constexpr size_t kLength = 36;
  for (size_t i = 0; i < text.size() && i < kLength; ++i) {
    const bool expects_dash = i == 8 || i == 13 || i == 18 || i == 23;
    if (expects_dash && text[i] != '-') {
      return Fail(why,
                  "expected `-` at character " + std::to_string(i + 1) + ", found " + Character(text, i));
    }
    if (!expects_dash && !IsHex(text[i])) {
      return Fail(why, "expected a hexadecimal digit at character " + std::to_string(i + 1) + ", found " +
                           Character(text, i));
    }
  }
  return text.size() == kLength ||
         Fail(why, "there are " + std::to_string(text.size()) + " characters instead of 36");
}

// CSS's three- and six-digit colours.
bool IsHexColor(std::string_view text, std::string* why) {
  const std::string_view digits = text.starts_with('#') ? text.substr(1) : text;
  for (size_t i = 0; i < digits.size(); ++i) {
    if (!IsHex(digits[i])) {
      return Fail(why, Character(digits, i) + " is not a hexadecimal digit");
    }
  }
  return digits.size() == 3 || digits.size() == 6 ||
         Fail(why, "there are " + std::to_string(digits.size()) + " digits instead of 3 or 6");
}

}  // namespace kval::formats
