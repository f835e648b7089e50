#include "src/yaml/characters_check.h"

#include <algorithm>
#include <string>

#include "src/support/utf8.h"

namespace kval::yaml {
namespace {

constexpr size_t kMaxErrors = 20;
constexpr size_t kStride = 64;

// Neither printable ASCII nor a tab or a line break.
bool IsUnusual(uint8_t byte) {
  const bool is_control = byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r';
  return is_control || byte >= 0x7F;
}

// Whether one of the next kStride bytes is unusual. Bytes by pointer and a result of a byte: the compiler
// makes vectors of it, which it cannot do where an index is checked, as the hardened release checks those of
// views.
bool HasUnusual(const char* bytes) {
  uint8_t unusual = 0;
  for (size_t i = 0; i < kStride; ++i) {
    const auto byte = static_cast<uint8_t>(bytes[i]);
    const bool is_control = (byte < 0x20) & (byte != '\t') & (byte != '\n') & (byte != '\r');
    unusual |= static_cast<uint8_t>(is_control | (byte >= 0x7F));
  }
  return unusual != 0;
}

// The offset of the first unusual byte at or after `from`.
size_t NextUnusual(std::string_view text, size_t from) {
  while (from + kStride <= text.size() && !HasUnusual(text.data() + from)) {
    from += kStride;
  }
  while (from < text.size() && !IsUnusual(static_cast<uint8_t>(text[from]))) {
    ++from;
  }
  return from;
}

// What becomes of half a UTF-16 pair: a surrogate in three bytes.
bool IsSurrogate(std::string_view text, size_t at) {
  return at + 2 < text.size() && text[at] == '\xED' && static_cast<uint8_t>(text[at + 1]) >= 0xA0 &&
         static_cast<uint8_t>(text[at + 1]) <= 0xBF;
}

bool IsAllowed(char32_t c) {
  return c == 0x85 || (c >= 0xA0 && c <= 0xD7FF) || (c >= 0xE000 && c <= 0xFFFD) || c >= 0x10000;
}

std::string Hex(char32_t value, size_t digits) {
  std::string text;
  for (size_t i = digits; i-- > 0;) {
    text += "0123456789ABCDEF"[(value >> (4 * i)) & 0xF];
  }
  return text;
}

}  // namespace

void CheckCharacters(const source::SourceFile& file, EventStream* out) {
  if (!file.has_unusual()) {
    return;
  }
  const std::string_view text = file.text();
  size_t errors = 0;
  size_t run_end = text.size() + 1;
  for (size_t at = NextUnusual(text, 0); at < text.size() && errors < kMaxErrors;) {
    const utf8::CodePoint c = utf8::Decode(text, at);
    const size_t length = std::max<size_t>(c.length, 1);
    if (!c.valid || !IsAllowed(c.value)) {
      const uint32_t begin = file.base() + static_cast<uint32_t>(at);
      const source::Span span{begin, begin + static_cast<uint32_t>(length)};
      if (at != run_end && c.valid) {
        out->errors.push_back({diag::Kind::kControlCharacter,
                               span,
                               "the character U+" + Hex(c.value, 4) + " is not allowed in YAML",
                               "",
                               {},
                               {},
                               "write it as an escape in double quotes"});
      } else if (at != run_end) {
        out->errors.push_back(
            {diag::Kind::kInvalidUtf8,
             span,
             IsSurrogate(text, at)
                 ? "this is half of a UTF-16 pair, which is not a character"
                 : "the byte 0x" + Hex(static_cast<uint8_t>(text[at]), 2) + " is not valid UTF-8 here",
             "",
             {},
             {},
             "save the file as UTF-8"});
      }
      errors += at != run_end ? 1 : 0;
      run_end = at + length;
    }
    at = NextUnusual(text, at + length);
  }
}

}  // namespace kval::yaml
