#include "src/formats/scan.h"
#include "src/formats/validators.h"

namespace kval::formats {
namespace {

// "0", or digits without a leading "0", at `at`, which is advanced.
bool TakeInteger(std::string_view text, size_t& at, std::string* why) {
  const size_t begin = at;
  while (at < text.size() && IsDigit(text[at])) {
    ++at;
  }
  if (at == begin) {
    return Fail(why, "expected a number, found " + Character(text, at));
  }
  return at - begin == 1 || text[begin] != '0' ||
         Fail(why, "the number " + Quoted(text.substr(begin, at - begin)) + " has a leading zero");
}

bool IsRelative(std::string_view text, bool may_move, std::string* why) {
  size_t at = 0;
  if (!TakeInteger(text, at, why)) {
    return false;
  }
  if (text.substr(at) == "#") {
    return true;
  }
  if (may_move && at < text.size() && (text[at] == '+' || text[at] == '-')) {
    ++at;
    if (!TakeInteger(text, at, why)) {
      return false;
    }
  }
  if (at < text.size() && text[at] != '/') {
    return Fail(why, text[at] == '#' ? "`#` is only allowed at the end"
                                     : "expected `#` or `/` after the number, found " + Character(text, at));
  }
  return IsJsonPointer(text.substr(at), why);
}

}  // namespace

// RFC 6901, section 3.
bool IsJsonPointer(std::string_view text, std::string* why) {
  if (!text.empty() && text.front() != '/') {
    return Fail(why, "expected `/` at the start, found " + Character(text, 0));
  }
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '~' && (i + 1 == text.size() || (text[i + 1] != '0' && text[i + 1] != '1'))) {
      return Fail(why, "`~` is not followed by `0` or `1`");
    }
  }
  return true;
}

// draft-bhutton-relative-json-pointer-00, section 3 (drafts 2019-09 and 2020-12): `0+1/a` moves in an array.
bool IsRelativeJsonPointer(std::string_view text, std::string* why) {
  return IsRelative(text, true, why);
}

// draft-handrews-relative-json-pointer-01, section 3 (draft 7).
bool IsRelativeJsonPointer01(std::string_view text, std::string* why) {
  return IsRelative(text, false, why);
}

}  // namespace kval::formats
