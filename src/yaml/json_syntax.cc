#include "src/yaml/json_syntax.h"

#include <algorithm>
#include <utility>

#include "src/support/ascii.h"
#include "src/yaml/json_brackets.h"

namespace kval::yaml {
namespace {

constexpr std::string_view kSpace = " \t\r\n";
constexpr std::string_view kWordEnd = " \t\r\n,[]{}\"";
constexpr size_t kMostShown = 40;

bool IsControl(char c) {
  return static_cast<unsigned char>(c) < 0x20;
}

// The end of the digits from `at` on.
size_t SkipDigits(std::string_view text, size_t at) {
  while (at < text.size() && IsDigit(text[at])) {
    ++at;
  }
  return at;
}

// RFC 8259, section 6.
bool IsNumber(std::string_view word) {
  size_t at = word.starts_with('-') ? 1 : 0;
  const size_t whole = at;
  at = SkipDigits(word, at);
  if (at == whole || (word[whole] == '0' && at > whole + 1)) {
    return false;
  }
  if (at < word.size() && word[at] == '.') {
    const size_t fraction = ++at;
    at = SkipDigits(word, at);
    if (at == fraction) {
      return false;
    }
  }
  if (at < word.size() && (word[at] | 0x20) == 'e') {
    ++at;
    at += at < word.size() && (word[at] == '+' || word[at] == '-') ? 1 : 0;
    const size_t exponent = at;
    at = SkipDigits(word, at);
    if (at == exponent) {
      return false;
    }
  }
  return at == word.size();
}

class Scan {
 public:
  Scan(std::string_view text, JsonDialect dialect) : text_(text), dialect_(dialect) {}

  JsonSyntax Run() {
    while (SkipSpaceAndComments()) {
      if (out_.deviation) {
        SkipToken();
      } else if (!Token() && !has_value_) {
        out_.deviation->is_whole = true;
        return std::move(out_);  // another language, whose slashes are no comments
      }
    }
    if (!out_.deviation && has_value_ && !open_.empty()) {
      Deviate({text_.size(), text_.size()}, "the JSON text ends before its last bracket is closed", "");
    }
    return std::move(out_);
  }

 private:
  enum class Next : uint8_t { kValue, kValueOrEnd, kKey, kKeyOrEnd, kColon, kCommaOrEnd, kNothing };

  bool Deviate(TextRange at, std::string message, std::string hint) {
    out_.deviation = JsonDeviation{at, std::move(message), std::move(hint)};
    return false;
  }

  // False at the end of the text.
  bool SkipSpaceAndComments() {
    for (;;) {
      at_ = std::min(text_.find_first_not_of(kSpace, at_), text_.size());
      const std::string_view rest = text_.substr(at_, 2);
      if (rest != "//" && rest != "/*") {
        return at_ < text_.size();
      }
      const bool is_line = rest == "//";
      const size_t closing = text_.find(is_line ? "\n" : "*/", at_ + 2);
      if (!is_line && closing == std::string_view::npos) {
        if (!out_.deviation) {
          Deviate({at_, at_ + 2}, "the comment `/*` is never closed", "end it with `*/`");
          out_.deviation->is_whole = true;
        }
        out_.comments.push_back({at_, text_.size()});
        at_ = text_.size();
        return false;
      }
      size_t end = std::min(closing, text_.size()) + (is_line ? 0 : 2);
      end -= is_line && text_[end - 1] == '\r' ? 1 : 0;
      out_.comments.push_back({at_, end});
      at_ = end;
    }
  }

  size_t EndOfSingleQuoted() const {
    const size_t end = text_.find_first_of("'\n", at_ + 1);
    return end == std::string_view::npos ? text_.size() : end + (text_[end] == '\'' ? 1 : 0);
  }

  // Skips one token after a deviation from JSON.
  void SkipToken() {
    const char c = text_[at_];
    if (c == '\'') {
      at_ = EndOfSingleQuoted();
    } else if (c == '"') {
      size_t end = at_ + 1;
      while (end < text_.size() && text_[end] != c && text_[end] != '\n') {
        end += text_[end] == '\\' ? 2 : 1;
      }
      at_ = std::min(end + 1, text_.size());
    } else {
      at_ = std::max(at_ + 1, WordEnd());
    }
  }

  size_t WordEnd() const { return std::min(text_.find_first_of(kWordEnd, at_), text_.size()); }

  // False at a deviation.
  bool Token() {
    switch (text_[at_]) {
      case '{':
      case '[':
        return Open();
      case '}':
      case ']':
        return Close();
      case ',':
        return Comma();
      case ':':
        return Colon();
      case '"':
        return String();
      case '\'':
        return Deviate({at_, EndOfSingleQuoted()},
                       "a string in JSON is in double quotes, not in single quotes", "");
      case '#':
        return Deviate({at_, std::min(text_.find('\n', at_), text_.size())},
                       "JSON has no comments that begin with `#`",
                       dialect_ == JsonDialect::kStrict ? "delete the comment" : "write `//`");
      default:
        return Word();
    }
  }

  bool Unexpected(size_t end) {
    std::string found(text_.substr(at_, std::min(end - at_, kMostShown)));
    constexpr std::string_view kExpected[] = {
        "a value", "a value or `]`",           "a key in double quotes", "a key in double quotes or `}`",
        "`:`",     "`,` or a closing bracket", "the end of the file"};
    return Deviate(
        {at_, end},
        "expected " + std::string(kExpected[static_cast<size_t>(next_)]) + ", found `" + found + "`",
        "the file is read as JSON because of its name");
  }

  bool TakesValue() const { return next_ == Next::kValue || next_ == Next::kValueOrEnd; }

  void FinishValue() {
    has_value_ = true;
    next_ = open_.empty() ? Next::kNothing : Next::kCommaOrEnd;
  }

  bool Open() {
    if (!TakesValue()) {
      return Unexpected(at_ + 1);
    }
    has_value_ = true;
    open_.push_back(text_[at_]);
    next_ = text_[at_] == '{' ? Next::kKeyOrEnd : Next::kValueOrEnd;
    ++at_;
    return true;
  }

  bool Close() {
    const bool is_after_comma = next_ == Next::kKey || (next_ == Next::kValue && last_ == ',');
    const bool may_end = next_ == Next::kKeyOrEnd || next_ == Next::kValueOrEnd || next_ == Next::kCommaOrEnd;
    if (open_.empty() || ClosingOf(open_.back()) != text_[at_] || (!may_end && !is_after_comma)) {
      return Unexpected(at_ + 1);
    }
    if (is_after_comma && dialect_ == JsonDialect::kStrict) {
      Deviate({comma_, comma_ + 1}, "JSON has no comma before a closing bracket", "delete the comma");
      out_.deviation->is_extra_comma = true;
      return false;
    }
    open_.pop_back();
    last_ = text_[at_];
    ++at_;
    FinishValue();
    return true;
  }

  bool Comma() {
    if (next_ != Next::kCommaOrEnd) {
      return Unexpected(at_ + 1);
    }
    comma_ = at_++;
    last_ = ',';
    next_ = open_.back() == '{' ? Next::kKey : Next::kValue;
    return true;
  }

  bool Colon() {
    if (next_ != Next::kColon) {
      return Unexpected(at_ + 1);
    }
    ++at_;
    last_ = ':';
    next_ = Next::kValue;
    return true;
  }

  bool String() {
    const size_t begin = at_;
    size_t end = at_ + 1;
    for (; end < text_.size() && text_[end] != '"'; ++end) {
      if (IsControl(text_[end])) {
        return Deviate({begin, end}, "a string in JSON ends on its line and has no tabs",
                       "write `\\n` or `\\t` for a line break or a tab");
      }
      if (text_[end] == '\\' && !Escape(end)) {
        return false;
      }
      end += text_[end] == '\\' ? 1 : 0;
    }
    if (end >= text_.size()) {
      return Deviate({begin, text_.size()}, "the string has no closing quote", "");
    }
    if (next_ == Next::kKey || next_ == Next::kKeyOrEnd) {
      next_ = Next::kColon;
    } else if (TakesValue()) {
      FinishValue();
    } else {
      return Unexpected(end + 1);
    }
    last_ = '"';
    at_ = end + 1;
    return true;
  }

  // RFC 8259, section 7.
  bool Escape(size_t at) {
    const char letter = at + 1 < text_.size() ? text_[at + 1] : '\0';
    if (std::string_view("\"\\/bfnrtu").find(letter) != std::string_view::npos) {
      return true;
    }
    return Deviate({at, at + 2}, "`" + std::string(text_.substr(at, 2)) + "` is not an escape in JSON",
                   "write `\\\\` for a backslash");
  }

  bool Word() {
    const size_t end = std::max(WordEnd(), at_ + 1);
    const std::string_view word = text_.substr(at_, end - at_);
    if (!TakesValue()) {
      return Unexpected(end);
    }
    if (word != "true" && word != "false" && word != "null" && !IsNumber(word)) {
      const bool is_number =
          IsDigit(word.front()) || std::string_view("+-.").find(word.front()) != std::string_view::npos;
      return Deviate({at_, end}, "`" + std::string(word.substr(0, kMostShown)) + "` is not a JSON value",
                     is_number
                         ? "numbers in JSON are decimal: `16`, `-0.5`, `1e3`"
                         : "strings are in double quotes; the file is read as JSON because of its name");
    }
    at_ = end;
    last_ = 'w';
    FinishValue();
    return true;
  }

  std::string_view text_;
  JsonDialect dialect_;
  JsonSyntax out_;
  size_t at_ = 0;
  std::string open_;  // the brackets
  Next next_ = Next::kValue;
  char last_ = '\0';
  size_t comma_ = 0;
  bool has_value_ = false;  // something of JSON was read
};

}  // namespace

JsonSyntax ScanJson(std::string_view text, JsonDialect dialect) {
  return Scan(text, dialect).Run();
}

}  // namespace kval::yaml
