#include "src/formats/scan.h"
#include "src/formats/validators.h"

namespace kval::formats {
namespace {

constexpr size_t kLength = 36;
constexpr size_t kVersionAt = 14;
constexpr size_t kVariantAt = 19;

// The version in the text is `version`; of versions 4 and 5 the variant is RFC 4122's.
bool IsOfVersion(std::string_view text, char version, std::string* why) {
  if (!IsUuid(text, why)) {
    return false;
  }
  if (text[kVersionAt] != version) {
    return Fail(why, std::string("the version is ") + text[kVersionAt] + " instead of " + version);
  }
  return version == '3' || IsIn(text[kVariantAt], "89abAB") ||
         Fail(why, Character(text, kVariantAt) + " at character 20 is not a variant of RFC 4122");
}

}  // namespace

// RFC 4122, section 3. Any version and variant.
bool IsUuid(std::string_view text, std::string* why) {
  for (size_t i = 0; i < text.size() && i < kLength; ++i) {
    const bool expects_dash = i == 8 || i == 13 || i == 18 || i == 23;
    if (expects_dash && text[i] != '-') {
      return Fail(why,
                  "expected `-` at character " + std::to_string(i + 1) + ", found " + Character(text, i));
    }
    if (!expects_dash && !IsHexDigit(text[i])) {
      return Fail(why, "expected a hexadecimal digit at character " + std::to_string(i + 1) + ", found " +
                           Character(text, i));
    }
  }
  return text.size() == kLength ||
         Fail(why, "there are " + std::to_string(text.size()) + " characters instead of 36");
}

bool IsUuid3(std::string_view text, std::string* why) {
  return IsOfVersion(text, '3', why);
}
bool IsUuid4(std::string_view text, std::string* why) {
  return IsOfVersion(text, '4', why);
}
bool IsUuid5(std::string_view text, std::string* why) {
  return IsOfVersion(text, '5', why);
}

}  // namespace kval::formats
