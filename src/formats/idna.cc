#include "src/formats/idna.h"

#include <utf8proc.h>

#include <algorithm>
#include <cstdlib>

#include "src/formats/scan.h"
#include "src/formats/unicode_tables.h"
#include "src/support/utf8.h"

namespace kval::formats {
namespace {

constexpr char32_t kZeroWidthNonJoiner = 0x200C;
constexpr char32_t kZeroWidthJoiner = 0x200D;

enum class Use : uint8_t { kValid, kContext, kDisallowed, kUnassigned };

const utf8proc_property_t& PropertiesOf(char32_t c) {
  return *utf8proc_get_property(static_cast<utf8proc_int32_t>(c));
}

constexpr bool IsWithin(char32_t c, char32_t first, char32_t last) {
  return c >= first && c <= last;
}

constexpr bool IsArabicDigit(char32_t c) {
  return IsWithin(c, 0x0660, 0x0669);
}
constexpr bool IsExtendedArabicDigit(char32_t c) {
  return IsWithin(c, 0x06F0, 0x06F9);
}

Script ScriptOf(char32_t c) {
  for (const ScriptRange& range : ScriptRanges()) {
    if (IsWithin(c, range.first, range.last)) {
      return range.script;
    }
  }
  return Script::kNone;
}

bool IsMark(char32_t c) {
  const auto category = PropertiesOf(c).category;
  return category == UTF8PROC_CATEGORY_MN || category == UTF8PROC_CATEGORY_MC ||
         category == UTF8PROC_CATEGORY_ME;
}

// ArabicShaping.txt: unlisted marks and format characters are transparent.
char JoiningType(char32_t c) {
  const auto all = Joinings();
  const auto* found =
      std::lower_bound(all.data(), all.data() + all.size(), c,
                       [](const Joining& joining, char32_t p) { return joining.code_point < p; });
  if (found != all.data() + all.size() && found->code_point == c) {
    return found->type;
  }
  const auto category = PropertiesOf(c).category;
  return category == UTF8PROC_CATEGORY_MN || category == UTF8PROC_CATEGORY_ME ||
                 category == UTF8PROC_CATEGORY_CF
             ? 'T'
             : 'U';
}

// RFC 5892, section 2.6. Returns null if the code point is not an exception.
const Use* Exception(char32_t c) {
  static constexpr Use kValid = Use::kValid;
  static constexpr Use kContext = Use::kContext;
  static constexpr Use kDisallowed = Use::kDisallowed;
  switch (c) {
    case 0x00DF:
    case 0x03C2:
    case 0x06FD:
    case 0x06FE:
    case 0x0F0B:
    case 0x3007:
      return &kValid;
    case 0x00B7:
    case 0x0375:
    case 0x05F3:
    case 0x05F4:
    case 0x30FB:
      return &kContext;
    case 0x0640:
    case 0x07FA:
    case 0x302E:
    case 0x302F:
    case 0x3031:
    case 0x3032:
    case 0x3033:
    case 0x3034:
    case 0x3035:
    case 0x303B:
      return &kDisallowed;
    default:
      return IsArabicDigit(c) || IsExtendedArabicDigit(c) ? &kContext : nullptr;
  }
}

// `text` after utf8proc's `options`.
std::string Mapped(std::string_view text, int options) {
  utf8proc_uint8_t* mapped = nullptr;
  const utf8proc_ssize_t length = utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                               static_cast<utf8proc_ssize_t>(text.size()), &mapped,
                                               static_cast<utf8proc_option_t>(options | UTF8PROC_STABLE));
  std::string out;
  if (length > 0) {
    out.assign(reinterpret_cast<const char*>(mapped), static_cast<size_t>(length));
  }
  std::free(mapped);
  return out;
}

// RFC 5892, section 2.2: NFKC(casefold(NFKC(c))) is something else.
bool IsUnstable(char32_t c) {
  std::string text;
  utf8::Append(text, c);
  const std::string once = Mapped(text, UTF8PROC_COMPOSE | UTF8PROC_COMPAT);
  return Mapped(once, UTF8PROC_COMPOSE | UTF8PROC_COMPAT | UTF8PROC_CASEFOLD) != text;
}

bool IsIgnorable(char32_t c) {
  const bool is_noncharacter = (c & 0xFFFE) == 0xFFFE || IsWithin(c, 0xFDD0, 0xFDEF);
  const bool is_in_block = IsWithin(c, 0x20D0, 0x20FF) || IsWithin(c, 0x1D100, 0x1D24F);
  return is_noncharacter || is_in_block || PropertiesOf(c).ignorable;
}

bool IsOldHangul(char32_t c) {
  const auto boundary = PropertiesOf(c).boundclass;
  return boundary == UTF8PROC_BOUNDCLASS_L || boundary == UTF8PROC_BOUNDCLASS_V ||
         boundary == UTF8PROC_BOUNDCLASS_T;
}

bool IsLetterOrDigit(char32_t c) {
  switch (PropertiesOf(c).category) {
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LO:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_ND:
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_MC:
      return true;
    default:
      return false;
  }
}

// RFC 5892, section 3, in its order.
Use UseOf(char32_t c) {
  if (c < 0x80) {
    const char ascii = static_cast<char>(c);
    return IsLower(ascii) || IsDigit(ascii) || c == '-' ? Use::kValid : Use::kDisallowed;
  }
  if (const Use* exception = Exception(c)) {
    return *exception;
  }
  if (PropertiesOf(c).category == UTF8PROC_CATEGORY_CN && !IsIgnorable(c)) {
    return Use::kUnassigned;
  }
  if (c == kZeroWidthNonJoiner || c == kZeroWidthJoiner) {
    return Use::kContext;
  }
  if (IsIgnorable(c) || IsOldHangul(c) || !IsLetterOrDigit(c) || IsUnstable(c)) {
    return Use::kDisallowed;
  }
  return Use::kValid;
}

bool IsAfterVirama(std::u32string_view label, size_t at) {
  constexpr auto kVirama = 9;
  return at > 0 && PropertiesOf(label[at - 1]).combining_class == kVirama;
}

// RFC 5892, appendix A.1: (L|D) T* ZWNJ T* (R|D).
bool IsBetweenJoining(std::u32string_view label, size_t at) {
  size_t before = at;
  while (before > 0 && JoiningType(label[before - 1]) == 'T') {
    --before;
  }
  size_t after = at + 1;
  while (after < label.size() && JoiningType(label[after]) == 'T') {
    ++after;
  }
  if (before == 0 || after == label.size()) {
    return false;
  }
  const char left = JoiningType(label[before - 1]);
  const char right = JoiningType(label[after]);
  return (left == 'L' || left == 'D') && (right == 'R' || right == 'D');
}

bool HasJapanese(std::u32string_view label) {
  return std::any_of(label.begin(), label.end(), [](char32_t c) {
    const Script script = ScriptOf(c);
    return script == Script::kHiragana || script == Script::kKatakana || script == Script::kHan;
  });
}

std::string NameOf(char32_t c) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string hex;
  for (char32_t rest = c; rest > 0 || hex.size() < 4; rest >>= 4) {
    hex.insert(hex.begin(), kDigits[rest & 15]);
  }
  return "U+" + hex;
}

// RFC 5892, appendix A. `at` is a code point that is valid in some contexts only.
bool IsContextRight(std::u32string_view label, size_t at, std::string* why) {
  const char32_t c = label[at];
  const bool has_after = at + 1 < label.size();
  switch (c) {
    case kZeroWidthNonJoiner:
      return IsAfterVirama(label, at) || IsBetweenJoining(label, at) ||
             Fail(why, "the zero-width non-joiner (U+200C) has no effect here");
    case kZeroWidthJoiner:
      return IsAfterVirama(label, at) || Fail(why, "the zero-width joiner (U+200D) does not follow a virama");
    case 0x00B7:
      return (at > 0 && label[at - 1] == 'l' && has_after && label[at + 1] == 'l') ||
             Fail(why, "the middle dot (U+00B7) is only allowed between two `l`");
    case 0x0375:
      return (has_after && ScriptOf(label[at + 1]) == Script::kGreek) ||
             Fail(why, "the Greek keraia (U+0375) is not followed by a Greek letter");
    case 0x05F3:
    case 0x05F4:
      return (at > 0 && ScriptOf(label[at - 1]) == Script::kHebrew) ||
             Fail(why, "the Hebrew mark " + NameOf(c) + " does not follow a Hebrew letter");
    case 0x30FB:
      return HasJapanese(label) ||
             Fail(why, "the katakana middle dot (U+30FB) requires Hiragana, Katakana or Han in the label");
    default:
      break;
  }
  const bool mixes =
      std::any_of(label.begin(), label.end(), IsArabicDigit(c) ? IsExtendedArabicDigit : IsArabicDigit);
  return !mixes || Fail(why, "Arabic-Indic digits and extended ones are mixed");
}

bool AreCodePointsRight(std::u32string_view label, std::string* why) {
  for (size_t i = 0; i < label.size(); ++i) {
    switch (UseOf(label[i])) {
      case Use::kValid:
        break;
      case Use::kContext:
        if (!IsContextRight(label, i, why)) {
          return false;
        }
        break;
      case Use::kUnassigned:
        return Fail(why, NameOf(label[i]) + " is not assigned in Unicode");
      case Use::kDisallowed:
        return Fail(why, NameOf(label[i]) + " is not allowed in a host name");
    }
  }
  return true;
}

bool IsOneOf(int bidi_class, std::initializer_list<int> classes) {
  return std::find(classes.begin(), classes.end(), bidi_class) != classes.end();
}

int BidiClass(char32_t c) {
  return PropertiesOf(c).bidi_class;
}

}  // namespace

std::string Composed(std::string_view text) {
  return Mapped(text, UTF8PROC_COMPOSE);
}

bool IsUnicodeLabel(std::u32string_view label, std::string* why) {
  if (label.front() == '-' || label.back() == '-') {
    return Fail(why, std::string("a label ") + (label.front() == '-' ? "starts" : "ends") + " with `-`");
  }
  if (label.size() >= 4 && label[2] == '-' && label[3] == '-') {
    return Fail(why, "a label has `--` as its third and fourth character");
  }
  if (IsMark(label.front())) {
    return Fail(why, "a label starts with the combining mark " + NameOf(label.front()));
  }
  if (!AreCodePointsRight(label, why)) {
    return false;
  }
  std::string text;
  for (const char32_t c : label) {
    utf8::Append(text, c);
  }
  return Composed(text) == text || Fail(why, "a label is not in normal form C");
}

bool HasRightToLeft(std::u32string_view label) {
  return std::any_of(label.begin(), label.end(), [](char32_t c) {
    return IsOneOf(BidiClass(c), {UTF8PROC_BIDI_CLASS_R, UTF8PROC_BIDI_CLASS_AL, UTF8PROC_BIDI_CLASS_AN});
  });
}

bool FollowsBidiRule(std::u32string_view label, std::string* why) {
  const int first = BidiClass(label.front());
  const bool is_rtl = IsOneOf(first, {UTF8PROC_BIDI_CLASS_R, UTF8PROC_BIDI_CLASS_AL});
  if (!is_rtl && first != UTF8PROC_BIDI_CLASS_L) {
    return Fail(why, "a label of a name with right-to-left letters does not start with a letter");
  }
  bool has_european = false;
  bool has_arabic = false;
  int last = first;
  for (const char32_t c : label) {
    const int found = BidiClass(c);
    has_european = has_european || found == UTF8PROC_BIDI_CLASS_EN;
    has_arabic = has_arabic || found == UTF8PROC_BIDI_CLASS_AN;
    const bool is_neutral =
        IsOneOf(found, {UTF8PROC_BIDI_CLASS_EN, UTF8PROC_BIDI_CLASS_ES, UTF8PROC_BIDI_CLASS_CS,
                        UTF8PROC_BIDI_CLASS_ET, UTF8PROC_BIDI_CLASS_ON, UTF8PROC_BIDI_CLASS_BN,
                        UTF8PROC_BIDI_CLASS_NSM});
    const bool is_own =
        is_rtl ? IsOneOf(found, {UTF8PROC_BIDI_CLASS_R, UTF8PROC_BIDI_CLASS_AL, UTF8PROC_BIDI_CLASS_AN})
               : found == UTF8PROC_BIDI_CLASS_L;
    if (!is_neutral && !is_own) {
      return Fail(why, "a label mixes left-to-right and right-to-left letters (" + NameOf(c) + ")");
    }
    last = found == UTF8PROC_BIDI_CLASS_NSM ? last : found;
  }
  if (is_rtl && has_european && has_arabic) {
    return Fail(why, "a right-to-left label mixes European and Arabic digits");
  }
  const bool ends_right =
      last == UTF8PROC_BIDI_CLASS_EN ||
      (is_rtl ? IsOneOf(last, {UTF8PROC_BIDI_CLASS_R, UTF8PROC_BIDI_CLASS_AL, UTF8PROC_BIDI_CLASS_AN})
              : last == UTF8PROC_BIDI_CLASS_L);
  return ends_right ||
         Fail(why, "a label of a name with right-to-left letters does not end with a letter or digit");
}

}  // namespace kval::formats
