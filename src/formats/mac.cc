#include "src/formats/scan.h"
#include "src/formats/validators.h"

// Go's net.ParseMAC: 6, 8 or 20 bytes as pairs with `:` or `-`, or as groups of four with `.`.
namespace kval::formats {

bool IsMac(std::string_view text, std::string* why) {
  const size_t separator_at = text.find_first_of(":-.");
  if (separator_at == std::string_view::npos) {
    return Fail(why, text.empty() ? "the string is empty" : "the bytes are not parted by `:`, `-` or `.`");
  }
  const char separator = text[separator_at];
  const size_t group = separator == '.' ? 4 : 2;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool expects_separator = i % (group + 1) == group;
    if (expects_separator && text[i] != separator) {
      return Fail(why, std::string("expected `") + separator + "`, found " + Character(text, i));
    }
    if (!expects_separator && !IsHexDigit(text[i])) {
      return Fail(why, "expected a hexadecimal digit, found " + Character(text, i));
    }
  }
  const size_t digits = (text.size() + 1) / (group + 1) * group;
  if ((text.size() + 1) % (group + 1) != 0) {
    return Fail(why, "the last group is incomplete");
  }
  const size_t bytes = digits / 2;
  return bytes == 6 || bytes == 8 || bytes == 20 ||
         Fail(why, "there are " + std::to_string(bytes) + " bytes instead of 6, 8 or 20");
}

}  // namespace kval::formats
