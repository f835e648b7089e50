#include "src/types/ecma_pattern.h"

#include <array>
#include <cstdint>
#include <utility>

#include "src/support/ascii.h"
#include "src/support/ascii_text.h"
#include "src/support/utf8.h"

namespace kval::types {
namespace {

// ECMA-262, WhiteSpace and LineTerminator: more than re2's \s.
constexpr std::string_view kSpace =
    "\\t-\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}";
constexpr std::string_view kNoSpace =
    "\\x{0}-\\x{8}\\x{e}-\\x{1f}\\x{21}-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}"
    "\\x{202a}-\\x{202e}\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}";
constexpr std::string_view kAnything = "[\\x{0}-\\x{10ffff}]";
constexpr std::string_view kAscii = "\\x{0}-\\x{7f}";
constexpr std::string_view kBeyondAscii = "\\x{80}-\\x{10ffff}";
constexpr std::string_view kAnyCharacter = "\\x{0}-\\x{10ffff}";
constexpr std::string_view kNothing = "[^\\x{0}-\\x{10ffff}]";
constexpr std::string_view kDot = "[^\\n\\r\\x{2028}\\x{2029}]";

// The long names of general categories (Unicode, PropertyValueAliases.txt).
constexpr std::array<std::pair<std::string_view, std::string_view>, 40> kCategories = {{
    {"Cased_Letter", "LC"},
    {"Close_Punctuation", "Pe"},
    {"Connector_Punctuation", "Pc"},
    {"Control", "Cc"},
    {"Currency_Symbol", "Sc"},
    {"Dash_Punctuation", "Pd"},
    {"Decimal_Number", "Nd"},
    {"Enclosing_Mark", "Me"},
    {"Final_Punctuation", "Pf"},
    {"Format", "Cf"},
    {"Initial_Punctuation", "Pi"},
    {"Letter", "L"},
    {"Letter_Number", "Nl"},
    {"Line_Separator", "Zl"},
    {"Lowercase_Letter", "Ll"},
    {"Mark", "M"},
    {"Math_Symbol", "Sm"},
    {"Modifier_Letter", "Lm"},
    {"Modifier_Symbol", "Sk"},
    {"Nonspacing_Mark", "Mn"},
    {"Number", "N"},
    {"Open_Punctuation", "Ps"},
    {"Other", "C"},
    {"Other_Letter", "Lo"},
    {"Other_Number", "No"},
    {"Other_Punctuation", "Po"},
    {"Other_Symbol", "So"},
    {"Paragraph_Separator", "Zp"},
    {"Private_Use", "Co"},
    {"Punctuation", "P"},
    {"Separator", "Z"},
    {"Space_Separator", "Zs"},
    {"Spacing_Mark", "Mc"},
    {"Surrogate", "Cs"},
    {"Symbol", "S"},
    {"Titlecase_Letter", "Lt"},
    {"Uppercase_Letter", "Lu"},
    {"digit", "Nd"},
    {"punct", "P"},
    {"Combining_Mark", "M"},
}};

std::string_view PropertyName(std::string_view name) {
  for (const std::string_view prefix :
       {"General_Category=", "gc=", "Script=", "sc=", "Script_Extensions=", "scx="}) {
    if (name.starts_with(prefix)) {
      name.remove_prefix(prefix.size());
      break;
    }
  }
  for (const auto& [full, brief] : kCategories) {
    if (name == full) {
      return brief;
    }
  }
  return name;
}

class Translator {
 public:
  explicit Translator(std::string_view text) : text_(text) {}

  Result<EcmaPattern> Run() {
    while (at_ < text_.size() && error_.empty()) {
      Term();
    }
    if (!error_.empty()) {
      return Failure{error_};
    }
    return std::move(out_);
  }

 private:
  bool Ahead(std::string_view what) const { return text_.substr(at_).starts_with(what); }
  void Add(std::string_view text) { out_.text += text; }
  void Take(size_t count, std::string_view as) {
    at_ += count;
    Add(as);
  }
  void Fail(std::string why) {
    error_ = std::move(why);
    at_ = text_.size();
  }

  void Term() {
    const char c = text_[at_];
    if (c == '\\') {
      Escape(false);
    } else if (c == '[') {
      Class();
    } else if (c == '(') {
      Group();
    } else if (c == '.') {
      Take(1, kDot);
    } else if (c == '{' && !IsQuantifier()) {
      Take(1, "\\{");
    } else {
      Take(1, text_.substr(at_, 1));
    }
  }

  // `{2}`, `{2,}`, `{2,3}`; any other brace is literal.
  bool IsQuantifier() const {
    size_t at = at_ + 1;
    const size_t digits = at;
    while (at < text_.size() && IsDigit(text_[at])) {
      ++at;
    }
    if (at == digits) {
      return false;
    }
    if (at < text_.size() && text_[at] == ',') {
      for (++at; at < text_.size() && IsDigit(text_[at]);) {
        ++at;
      }
    }
    return at < text_.size() && text_[at] == '}';
  }

  void Group() {
    if (Ahead("(?=") || Ahead("(?!")) {
      out_.needs_backtracking = true;
      Take(3, text_.substr(at_, 3));
    } else if (Ahead("(?<=") || Ahead("(?<!")) {
      out_.needs_backtracking = true;
      Take(4, text_.substr(at_, 4));
    } else if (Ahead("(?<")) {
      Take(3, "(?P<");
    } else if (Ahead("(?:")) {
      Take(3, "(?:");
    } else if (Ahead("(?")) {
      Fail("`(?` does not start a group of ECMA-262 at " + std::to_string(at_));
    } else {
      Take(1, "(");
    }
  }

  void Class() {
    if (Ahead("[^]")) {
      Take(3, kAnything);
      return;
    }
    if (Ahead("[]")) {
      Take(2, kNothing);
      return;
    }
    Take(1, "[");
    if (Ahead("^")) {
      Take(1, "^");
    }
    while (at_ < text_.size() && text_[at_] != ']') {
      if (text_[at_] == '\\') {
        Escape(true);
      } else if (text_[at_] == '[' || text_[at_] == '&' || text_[at_] == '~') {
        Take(1, std::string("\\") + text_[at_]);
      } else {
        Take(1, text_.substr(at_, 1));
      }
    }
    if (at_ == text_.size()) {
      Fail("a `[` is never closed");
      return;
    }
    Take(1, "]");
  }

  void Escape(bool in_class) {
    if (at_ + 1 >= text_.size()) {
      Fail("a `\\` at the end escapes nothing");
      return;
    }
    const char c = text_[at_ + 1];
    switch (c) {
      case 'd':
        return Take(2, in_class ? "0-9" : "[0-9]");
      case 'D':
      case 'w':
      case 'W':
      case 't':
      case 'n':
      case 'r':
      case 'f':
        return Take(2, text_.substr(at_, 2));
      case 'v':
        return Take(2, "\\x{b}");
      case 's':
        return Take(2, in_class ? std::string(kSpace) : "[" + std::string(kSpace) + "]");
      case 'S':
        return Take(2, in_class ? std::string(kNoSpace) : "[^" + std::string(kSpace) + "]");
      case 'b':
        return Take(2, in_class ? "\\x{8}" : "\\b");
      case 'B':
        return in_class ? Unknown(c) : Take(2, "\\B");
      case 'p':
      case 'P':
        return Property(in_class);
      case 'c':
        return Control();
      case 'x':
      case 'u':
        return CodePoint();
      case 'k':
        return in_class ? Unknown(c) : NamedReference();
      default:
        return IsDigit(c) ? Number(in_class) : Identity();
    }
  }

  void Unknown(char c) { Fail(std::string("`\\") + c + "` is not an escape sequence of ECMA-262"); }

  void Identity() {
    const utf8::CodePoint point = utf8::Decode(text_, at_ + 1);
    const char c = text_[at_ + 1];
    if (IsLetter(c) || c == '_') {
      return Unknown(c);
    }
    const std::string_view itself = text_.substr(at_ + 1, point.length);
    Take(1 + point.length, point.length == 1 ? "\\" + std::string(itself) : std::string(itself));
  }

  void Number(bool in_class) {
    if (text_[at_ + 1] == '0') {
      return Take(2, "\\x{0}");
    }
    size_t end = at_ + 1;
    while (end < text_.size() && IsDigit(text_[end])) {
      ++end;
    }
    if (in_class) {
      return Unknown(text_[at_ + 1]);
    }
    out_.needs_backtracking = true;
    const std::string number(text_.substr(at_ + 1, end - at_ - 1));
    Take(end - at_, "\\g{" + number + "}");
  }

  void NamedReference() {
    const size_t end = text_.find('>', at_);
    if (!Ahead("\\k<") || end == std::string_view::npos) {
      return Unknown('k');
    }
    out_.needs_backtracking = true;
    Take(end + 1 - at_, text_.substr(at_, end + 1 - at_));
  }

  void Property(bool in_class) {
    const size_t end = text_.find('}', at_);
    if (at_ + 2 >= text_.size() || text_[at_ + 2] != '{' || end == std::string_view::npos) {
      return Unknown(text_[at_ + 1]);
    }
    const std::string name(PropertyName(text_.substr(at_ + 3, end - at_ - 3)));
    const std::string kind(text_.substr(at_, 2));
    if (name == "ASCII" || name == "Any") {
      const bool is_negated = kind == "\\P";
      if (name == "Any" && is_negated) {
        return in_class ? Fail("`\\P{Any}` in a character class matches nothing")
                        : Take(end + 1 - at_, kNothing);
      }
      const std::string range(name == "Any" ? kAnyCharacter : is_negated ? kBeyondAscii : kAscii);
      return Take(end + 1 - at_, in_class ? range : "[" + range + "]");
    }
    Take(end + 1 - at_, kind + "{" + name + "}");
  }

  void Control() {
    if (at_ + 2 >= text_.size() || !IsLetter(text_[at_ + 2])) {
      return Unknown('c');
    }
    AddCodePoint(static_cast<uint32_t>(text_[at_ + 2]) % 32);
    at_ += 3;
  }

  // The digits of `count` characters from `from` on, or -1.
  int64_t Hex(size_t from, size_t count) const {
    if (count == 0 || from + count > text_.size()) {
      return -1;
    }
    int64_t number = 0;
    for (size_t i = from; i < from + count; ++i) {
      const int digit = HexValue(text_[i]);
      if (digit < 0 || number > 0x10ffff) {
        return -1;
      }
      number = number * 16 + digit;
    }
    return number;
  }

  void CodePoint() {
    const bool is_byte = text_[at_ + 1] == 'x';
    if (!is_byte && at_ + 2 < text_.size() && text_[at_ + 2] == '{') {
      const size_t end = text_.find('}', at_);
      const int64_t number = end == std::string_view::npos ? -1 : Hex(at_ + 3, end - at_ - 3);
      if (number < 0 || number > 0x10ffff) {
        return Unknown('u');
      }
      AddCodePoint(static_cast<uint32_t>(number));
      at_ = end + 1;
      return;
    }
    int64_t number = Hex(at_ + 2, is_byte ? 2 : 4);
    if (number < 0) {
      return Unknown(text_[at_ + 1]);
    }
    at_ += is_byte ? 4 : 6;
    const bool is_high = number >= 0xd800 && number < 0xdc00;
    const int64_t low = is_high && Ahead("\\u") ? Hex(at_ + 2, 4) : -1;
    if (low >= 0xdc00 && low < 0xe000) {
      number = 0x10000 + ((number - 0xd800) << 10) + (low - 0xdc00);
      at_ += 6;
    }
    AddCodePoint(static_cast<uint32_t>(number));
  }

  void AddCodePoint(uint32_t number) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string hex;
    do {
      hex.insert(hex.begin(), kDigits[number % 16]);
      number /= 16;
    } while (number != 0);
    Add("\\x{" + hex + "}");
  }

  std::string_view text_;
  size_t at_ = 0;
  EcmaPattern out_;
  std::string error_;
};

}  // namespace

Result<EcmaPattern> TranslateEcma(std::string_view text) {
  return Translator(text).Run();
}

}  // namespace kval::types
