#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "src/formats/ecma_property.h"
#include "src/formats/scan.h"
#include "src/formats/validators.h"
#include "src/support/unicode.h"
#include "src/support/utf8.h"

// The grammar of ECMA-262 (11th edition, section 21.2.1, Pattern) with its flag `u`, as JSON Schema
// recommends (core, section 6.4): every escape is defined, and a lone `{`, `}` or `]` is an error. Without
// annex B. Syntax check only. One pass with an explicit stack of open groups.
namespace kval::formats {
namespace {

constexpr std::string_view kSyntaxCharacters = "^$\\.*+?()[]{}|/";

// Reads the pattern from left to right. `Fail` says where.
class Pattern {
 public:
  Pattern(std::string_view text, std::string* why) : text_(text), why_(why) {}

  bool Read();

 private:
  // The previous element, which decides whether a quantifier may follow.
  enum class Last : uint8_t { kNothing, kAtom, kAssertion, kQuantifier };
  enum class Group : uint8_t { kAtom, kLookaround };

  bool AtEnd() const { return at_ == text_.size(); }
  char Peek(size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  bool Take(std::string_view expected) {
    const bool is_there = text_.substr(at_).starts_with(expected);
    at_ += is_there ? expected.size() : 0;
    return is_there;
  }
  bool Error(const std::string& reason) {
    return Fail(why_, reason + " (at byte " + std::to_string(at_ + 1) + ")");
  }
  char32_t TakeCodePoint() {
    const utf8::CodePoint point = utf8::Decode(text_, at_);
    at_ += point.length;
    return point.value;
  }

  bool Term();
  bool Quantifier();
  bool OpenGroup();
  bool CloseGroup();
  bool Escape();
  bool CharacterEscape();
  bool ClassOrCharacterEscape(bool in_class, char32_t* character, bool* is_class);
  bool Hexadecimal(size_t count, char32_t* value);
  bool UnicodeEscape(char32_t* value);
  bool Property();
  bool GroupName(std::string* name);
  bool Class();
  bool ClassAtom(char32_t* character, bool* is_class);
  bool References();

  std::string_view text_;
  std::string* why_;
  size_t at_ = 0;
  Last last_ = Last::kNothing;
  std::vector<Group> open_;
  size_t groups_ = 0;  // that capture
  uint64_t largest_reference_ = 0;
  std::vector<std::string> names_;
  std::vector<std::string> named_references_;
};

bool Pattern::Read() {
  while (!AtEnd()) {
    if (!Term()) {
      return false;
    }
  }
  if (!open_.empty()) {
    return Error("a group is never closed with `)`");
  }
  return References();
}

bool Pattern::References() {
  if (largest_reference_ > groups_) {
    return Fail(why_, "there is no group " + std::to_string(largest_reference_));
  }
  std::sort(names_.begin(), names_.end());
  if (const auto twice = std::adjacent_find(names_.begin(), names_.end()); twice != names_.end()) {
    return Fail(why_, "two groups are named " + Quoted(*twice));
  }
  for (const std::string& name : named_references_) {
    if (!std::binary_search(names_.begin(), names_.end(), name)) {
      return Fail(why_, "there is no group named " + Quoted(name));
    }
  }
  return true;
}

bool Pattern::Term() {
  switch (Peek()) {
    case '^':
    case '$':
      ++at_;
      last_ = Last::kAssertion;
      return true;
    case '|':
      ++at_;
      last_ = Last::kNothing;
      return true;
    case '(':
      return OpenGroup();
    case ')':
      return CloseGroup();
    case '*':
    case '+':
    case '?':
    case '{':
      return Quantifier();
    case '}':
    case ']':
      return Error("a `" + std::string(1, Peek()) + "` that closes nothing is not escaped");
    case '[':
      last_ = Last::kAtom;
      return Class();
    case '\\':
      return Escape();
    default:
      TakeCodePoint();
      last_ = Last::kAtom;
      return true;
  }
}

// `*`, `+`, `?` or `{2,3}`, and a `?` after it.
bool Pattern::Quantifier() {
  if (last_ != Last::kAtom) {
    return Error("there is nothing that `" + std::string(1, Peek()) + "` could repeat");
  }
  if (Take("{")) {
    const auto digits = [this] {
      const size_t begin = at_;
      while (IsDigit(Peek())) {
        ++at_;
      }
      const std::string_view number = text_.substr(begin, at_ - begin);
      return number.substr(std::min(number.find_first_not_of('0'), number.size()));
    };
    if (!IsDigit(Peek())) {
      return Error("expected a number after `{`");
    }
    const std::string_view least = digits();
    if (Take(",") && IsDigit(Peek())) {
      const std::string_view most = digits();
      if (most.size() < least.size() || (most.size() == least.size() && most < least)) {
        return Error("the numbers between `{` and `}` are out of order");
      }
    }
    if (!Take("}")) {
      return Error("a `{` is never closed with `}`");
    }
  } else {
    ++at_;
  }
  Take("?");
  last_ = Last::kQuantifier;
  return true;
}

bool Pattern::OpenGroup() {
  ++at_;
  last_ = Last::kNothing;
  if (!Take("?")) {
    ++groups_;
    open_.push_back(Group::kAtom);
    return true;
  }
  if (Take(":")) {
    open_.push_back(Group::kAtom);
    return true;
  }
  if (Take("=") || Take("!") || Take("<=") || Take("<!")) {
    open_.push_back(Group::kLookaround);
    return true;
  }
  if (!Take("<")) {
    return Error("`(?" + std::string(AtEnd() ? "" : text_.substr(at_, utf8::Decode(text_, at_).length)) +
                 "` does not start a group of ECMA-262");
  }
  ++groups_;
  open_.push_back(Group::kAtom);
  return GroupName(&names_.emplace_back());
}

bool Pattern::CloseGroup() {
  if (open_.empty()) {
    return Error("a `)` has no matching `(`");
  }
  last_ = open_.back() == Group::kAtom ? Last::kAtom : Last::kAssertion;
  open_.pop_back();
  ++at_;
  return true;
}

bool IsNameCharacter(char32_t c, bool is_first) {
  if (c < 0x80) {
    const char ascii = static_cast<char>(c);
    return IsLetter(ascii) || c == '_' || c == '$' || (!is_first && IsDigit(ascii));
  }
  return unicode::IsIn(c, unicode::kLetter | unicode::kLetterNumber) ||
         (!is_first && (c == 0x200C || c == 0x200D || unicode::IsIn(c, unicode::kOfNames)));
}

// Parses `name>` after `<`.
bool Pattern::GroupName(std::string* name) {
  while (!AtEnd() && Peek() != '>') {
    const size_t begin = at_;
    char32_t c = 0;
    if (Take("\\")) {
      if (!Take("u") || !UnicodeEscape(&c)) {
        at_ = begin;
        return Error("the name of a group holds an escape that is none");
      }
    } else {
      c = TakeCodePoint();
    }
    if (!IsNameCharacter(c, name->empty())) {
      at_ = begin;
      return Error(Character(text_, begin) + " is not allowed in the name of a group");
    }
    utf8::Append(*name, c);
  }
  if (!Take(">") || name->empty()) {
    return Error(name->empty() ? "a group has an empty name"
                               : "the name of a group is never closed with `>`");
  }
  return true;
}

bool Pattern::Hexadecimal(size_t count, char32_t* value) {
  *value = 0;
  for (size_t i = 0; i < count; ++i, ++at_) {
    const char c = Peek();
    if (AtEnd() || !IsHexDigit(c)) {
      return Error("expected " + std::to_string(count) + " hexadecimal digits in an escape");
    }
    *value = *value * 16 + static_cast<char32_t>(IsDigit(c) ? c - '0' : (c | 0x20) - 'a' + 10);
  }
  return true;
}

// Parses the rest of `\u`.
bool Pattern::UnicodeEscape(char32_t* value) {
  if (!Take("{")) {
    if (!Hexadecimal(4, value)) {
      return false;
    }
    const size_t following = at_;
    char32_t low = 0;
    std::string ignored;
    std::string* const why = std::exchange(why_, &ignored);
    if (*value >= 0xD800 && *value < 0xDC00 && Take("\\u") && Hexadecimal(4, &low) && low >= 0xDC00 &&
        low < 0xE000) {
      *value = 0x10000 + ((*value - 0xD800) << 10) + (low - 0xDC00);
    } else {
      at_ = following;
    }
    why_ = why;
    return true;
  }
  *value = 0;
  const size_t begin = at_;
  while (!AtEnd() && IsHexDigit(Peek()) && *value <= 0x10FFFF) {
    char32_t digit = 0;
    const char32_t before = *value;
    Hexadecimal(1, &digit);
    *value = before * 16 + digit;
  }
  return (at_ > begin && *value <= 0x10FFFF && Take("}")) ||
         Error("`\\u{` is not followed by a code point and `}`");
}

// Parses the rest of `\p` or `\P`.
bool Pattern::Property() {
  const size_t end = text_.find('}', at_);
  if (!Take("{") || end == std::string_view::npos) {
    return Error("`\\p` is not followed by a property in braces");
  }
  const std::string_view property = text_.substr(at_, end - at_);
  if (!IsEcmaProperty(property)) {
    return Error("there is no property " + Quoted(property));
  }
  at_ = end + 1;
  return true;
}

// Parses the rest of `\`: a class like `\d` or one character. Excludes escapes that are valid only outside of
// `[…]`.
bool Pattern::ClassOrCharacterEscape(bool in_class, char32_t* character, bool* is_class) {
  *is_class = false;
  const char c = Peek();
  if (AtEnd()) {
    return Error("there is nothing after `\\`");
  }
  if (IsIn(c, "dDsSwW")) {
    *is_class = true;
    ++at_;
    return true;
  }
  if (c == 'p' || c == 'P') {
    *is_class = true;
    ++at_;
    return Property();
  }
  if (IsIn(c, "fnrtv") || IsIn(c, kSyntaxCharacters) || (in_class && IsIn(c, "b-"))) {
    constexpr std::string_view kControl = "bnvfrt";
    constexpr std::string_view kMeaning = "\b\n\v\f\r\t";
    const size_t control = kControl.find(c);
    *character = static_cast<char32_t>(control == std::string_view::npos ? c : kMeaning[control]);
    ++at_;
    return true;
  }
  if (c == '0' && !IsDigit(Peek(1))) {
    *character = 0;
    ++at_;
    return true;
  }
  if (c == 'c' && IsLetter(Peek(1))) {
    *character = static_cast<char32_t>(Peek(1) % 32);
    at_ += 2;
    return true;
  }
  if (Take("x")) {
    return Hexadecimal(2, character);
  }
  if (Take("u")) {
    return UnicodeEscape(character);
  }
  return Error("`\\" + std::string(text_.substr(at_, utf8::Decode(text_, at_).length)) +
               "` is not an escape sequence of ECMA-262");
}

bool Pattern::Escape() {
  ++at_;
  if (Take("b") || Take("B")) {
    last_ = Last::kAssertion;
    return true;
  }
  last_ = Last::kAtom;
  if (Take("k")) {
    return Take("<") ? GroupName(&named_references_.emplace_back()) : Error("`\\k` is not followed by `<`");
  }
  if (IsDigit(Peek()) && Peek() != '0') {
    const size_t begin = at_;
    while (IsDigit(Peek())) {
      ++at_;
    }
    constexpr uint64_t kMany = 1'000'000'000;
    largest_reference_ = std::max(largest_reference_, Decimal(text_.substr(begin, at_ - begin), kMany));
    return true;
  }
  char32_t character = 0;
  bool is_class = false;
  return ClassOrCharacterEscape(false, &character, &is_class);
}

bool Pattern::ClassAtom(char32_t* character, bool* is_class) {
  *is_class = false;
  if (Take("\\")) {
    return ClassOrCharacterEscape(true, character, is_class);
  }
  *character = TakeCodePoint();
  return true;
}

// `[…]`, at its bracket.
bool Pattern::Class() {
  const size_t begin = at_++;
  Take("^");
  while (!AtEnd() && Peek() != ']') {
    char32_t first = 0;
    char32_t last = 0;
    bool first_is_class = false;
    bool last_is_class = false;
    if (!ClassAtom(&first, &first_is_class)) {
      return false;
    }
    if (Peek() != '-' || Peek(1) == ']' || at_ + 1 >= text_.size()) {
      continue;
    }
    ++at_;
    if (!ClassAtom(&last, &last_is_class)) {
      return false;
    }
    if (first_is_class || last_is_class) {
      return Error("a class like `\\d` cannot be the end of a range");
    }
    if (first > last) {
      return Error("the ends of a range are out of order");
    }
  }
  if (!Take("]")) {
    at_ = begin;
    return Error("a `[` is never closed with `]`");
  }
  return true;
}

}  // namespace

bool IsEcmaRegex(std::string_view text, std::string* why) {
  if (const size_t ill = utf8::FirstInvalid(text); ill < text.size()) {
    return Fail(why, "byte " + std::to_string(ill + 1) + " is not UTF-8");
  }
  return Pattern(text, why).Read();
}

}  // namespace kval::formats
