#include "src/lang/kcl/builtins/regex_syntax.h"

#include <cstddef>

namespace kval::kcl::builtins {
namespace {

constexpr int kMaxClassDepth = 20;
// `~~` writes both of its sides twice.
constexpr size_t kMaxClassText = size_t{1} << 15;

struct LongName {
  std::string_view name;
  std::string_view code;
};
constexpr LongName kCategories[] = {
    {"Letter", "L"},
    {"Uppercase_Letter", "Lu"},
    {"Lowercase_Letter", "Ll"},
    {"Titlecase_Letter", "Lt"},
    {"Modifier_Letter", "Lm"},
    {"Other_Letter", "Lo"},
    {"Mark", "M"},
    {"Nonspacing_Mark", "Mn"},
    {"Number", "N"},
    {"Decimal_Number", "Nd"},
    {"Letter_Number", "Nl"},
    {"Other_Number", "No"},
    {"Punctuation", "P"},
    {"Symbol", "S"},
    {"Math_Symbol", "Sm"},
    {"Currency_Symbol", "Sc"},
    {"Separator", "Z"},
    {"Space_Separator", "Zs"},
    {"Other", "C"},
    {"Control", "Cc"},
};

constexpr LongName kPosixClasses[] = {
    {"alnum", "0-9A-Za-z"},
    {"alpha", "A-Za-z"},
    {"ascii", "\\x00-\\x7f"},
    {"blank", "\\t "},
    {"cntrl", "\\x00-\\x1f\\x7f"},
    {"digit", "0-9"},
    {"graph", "!-~"},
    {"lower", "a-z"},
    {"print", " -~"},
    {"punct", "!-/:-@\\[-`{-~"},
    {"space", "\\t\\n\\x0b\\x0c\\r "},
    {"upper", "A-Z"},
    {"word", "0-9A-Za-z_"},
    {"xdigit", "0-9A-Fa-f"},
};

class Translator {
 public:
  explicit Translator(std::string_view pattern) : rest_(pattern) {}

  Result<std::string> Run() {
    std::string out;
    while (!rest_.empty() && error_.empty()) {
      if (rest_[0] == '\\') {
        out += Escape(false);
      } else if (rest_[0] == '[') {
        out += Class(0);
      } else if (rest_.starts_with("(")) {
        out += Group();
      } else if (rest_.starts_with("{,")) {
        out += "{0,";
        rest_.remove_prefix(2);
      } else {
        out += Take(1);
      }
    }
    return error_.empty() ? Result<std::string>(out) : Result<std::string>(Failure{error_});
  }

 private:
  std::string Take(size_t count) {
    count = count < rest_.size() ? count : rest_.size();
    std::string text(rest_.substr(0, count));
    rest_.remove_prefix(count);
    return text;
  }

  std::string Reject(std::string_view what) {
    error_ = std::string(what);
    rest_ = {};
    return {};
  }

  // An escape sequence, inside of a class or not.
  std::string Escape(bool in_class) {
    if (rest_.size() < 2) {
      return Reject("a `\\` at the end");
    }
    char c = rest_[1];
    if (c == 'h' || c == 'H') {
      Take(2);
      std::string_view digits = "0-9A-Fa-f";
      if (in_class) {
        return c == 'h' ? std::string(digits) : Reject("`\\H` in a class");
      }
      return (c == 'h' ? "[" : "[^") + std::string(digits) + "]";
    }
    if (c == 'u' || c == 'U') {
      return CodePoint(c == 'u' ? 4 : 8);
    }
    if (std::string_view("CZQENRXKG").find(c) != std::string_view::npos) {
      return Reject("an escape that is not known: `\\" + std::string(1, c) + "`");
    }
    if ((c == 'p' || c == 'P') && rest_.size() > 2 && rest_[2] == '{') {
      return Property();
    }
    return Take(2);
  }

  // `\u1234`, `\u{1F600}`, `\U0001F600`
  std::string CodePoint(size_t digits) {
    Take(2);
    if (rest_.starts_with('{')) {
      return "\\x" + Take(rest_.find('}') == std::string_view::npos ? 1 : rest_.find('}') + 1);
    }
    return "\\x{" + Take(digits) + "}";
  }

  std::string Property() {
    size_t end = rest_.find('}');
    if (end == std::string_view::npos) {
      return Reject("an unclosed `\\p{`");
    }
    std::string head = Take(3);
    std::string name = Take(end - 3);
    Take(1);
    if (name.starts_with("General_Category=") || name.starts_with("gc=")) {
      name.erase(0, name.find('=') + 1);
    }
    if (name.starts_with("Script=") || name.starts_with("sc=")) {
      name.erase(0, name.find('=') + 1);
    }
    for (const LongName& category : kCategories) {
      if (category.name == name) {
        name = std::string(category.code);
      }
    }
    return head + name + "}";
  }

  // The opening of a group.
  std::string Group() {
    if (rest_.starts_with("(*")) {
      return Reject("a verb");
    }
    if (!rest_.starts_with("(?") || rest_.size() < 3) {
      return Take(1);
    }
    char c = rest_[2];
    bool is_recursion = c == 'R' || c == '&' || (c >= '0' && c <= '9') || rest_.starts_with("(?P>") ||
                        (c == '+' || (c == '-' && rest_.size() > 3 && rest_[3] >= '0' && rest_[3] <= '9'));
    if (is_recursion || c == 'C' || c == '|') {
      return Reject("a group of an unknown kind");
    }
    size_t end = rest_.find_first_not_of("imsxuU-", 2);
    if (end == std::string_view::npos || end == 2 || (rest_[end] != ')' && rest_[end] != ':')) {
      return Take(2);
    }
    return Flags(end);
  }

  // `(?flags)` or `(?flags:` without Rust's `u`, which is always on.
  std::string Flags(size_t end) {
    std::string flags = Take(end);
    std::string kept;
    if (flags.find('u', flags.find('-') == std::string::npos ? flags.size() : flags.find('-')) !=
        std::string::npos) {
      return Reject("a pattern that is not Unicode");
    }
    for (char c : flags) {
      if (c != 'u') {
        kept += c;
      }
    }
    if (kept.ends_with('-')) {
      kept.pop_back();
    }
    bool is_empty_setting = kept == "(?" && rest_.starts_with(')');
    return is_empty_setting ? "(?:" : kept;
  }

  // `[...]` as Rust reads it: nested sets are united, `&&`, `--` and `~~` combine sets. Written as a plain
  // class when there is none of these, else with look-ahead.
  std::string Class(int depth) {
    if (depth > kMaxClassDepth) {
      return Reject("classes nested too deeply");
    }
    Take(1);
    bool is_negated = rest_.starts_with('^');
    if (is_negated) {
      Take(1);
    }
    std::string result = Operand(depth, true);
    while (error_.empty() && !rest_.starts_with(']')) {
      if (rest_.empty()) {
        return Reject("an unclosed class");
      }
      std::string op = Take(2);
      std::string right = Operand(depth, false);
      result = op == "&&"   ? "(?:(?=" + result + ")" + right + ")"
               : op == "--" ? "(?:(?!" + right + ")" + result + ")"
                            : "(?:(?!" + right + ")" + result + "|(?!" + result + ")" + right + ")";
      if (result.size() > kMaxClassText) {
        return Reject("a class that combines too many sets");
      }
    }
    Take(1);
    if (!is_negated) {
      return result;
    }
    return result.starts_with('[') ? "[^" + result.substr(1) : "(?:(?!" + result + ")(?s:.))";
  }

  // One side of a class operator: its plain items as one class, its nested sets as alternatives.
  std::string Operand(int depth, bool is_first) {
    std::string items;
    std::string sets;
    bool may_be_literal = is_first;  // a `]` that comes first is itself
    while (error_.empty() && !rest_.empty()) {
      if (rest_[0] == ']' && !(may_be_literal && items.empty() && sets.empty())) {
        break;
      }
      if (rest_.starts_with("&&") || rest_.starts_with("~~") || (rest_.starts_with("--") && !items.empty())) {
        break;
      }
      if (rest_.starts_with("[:") && rest_.find(":]") != std::string_view::npos) {
        PosixClass(items, sets);
      } else if (rest_[0] == '[') {
        sets += (sets.empty() ? "" : "|") + Class(depth + 1);
        if (sets.size() > kMaxClassText) {
          return Reject("a class that combines too many sets");
        }
      } else if (rest_[0] == '\\') {
        items += Escape(true);
      } else if (rest_[0] == ']') {
        items += "\\" + Take(1);
      } else {
        items += Take(1);
      }
    }
    if (sets.empty()) {
      return "[" + items + "]";
    }
    return items.empty() ? "(?:" + sets + ")" : "(?:[" + items + "]|" + sets + ")";
  }

  // `[:alpha:]` and `[:^alpha:]`, which mean ASCII alone.
  void PosixClass(std::string& items, std::string& sets) {
    size_t end = rest_.find(":]");
    std::string name = Take(end + 2).substr(2, end - 2);
    bool is_negated = name.starts_with('^');
    name.erase(0, is_negated ? 1 : 0);
    for (const LongName& known : kPosixClasses) {
      if (known.name != name) {
        continue;
      }
      if (is_negated) {
        sets += (sets.empty() ? "[^" : "|[^") + std::string(known.code) + "]";
      } else {
        items += known.code;
      }
      return;
    }
    Reject("an unknown class `[:" + name + ":]`");
  }

  std::string_view rest_;
  std::string error_;
};

}  // namespace

Result<std::string> TranslatePattern(std::string_view pattern) {
  return Translator(pattern).Run();
}

}  // namespace kval::kcl::builtins
