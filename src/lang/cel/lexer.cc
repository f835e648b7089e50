#include "src/lang/cel/lexer.h"

#include "src/lang/lex/cursor.h"
#include "src/support/utf8.h"

namespace kval::cel {
namespace {

struct Punctuation {
  std::string_view text;
  Token token;
};

// Longer ones first.
constexpr Punctuation kPunctuation[] = {
    {"==", Token::kEqual},        {"!=", Token::kNotEqual},  {"<=", Token::kLessEqual},
    {">=", Token::kGreaterEqual}, {"&&", Token::kAnd},       {"||", Token::kOr},
    {"<", Token::kLess},          {">", Token::kGreater},    {"[", Token::kLeftBracket},
    {"]", Token::kRightBracket},  {"{", Token::kLeftBrace},  {"}", Token::kRightBrace},
    {"(", Token::kLeftParen},     {")", Token::kRightParen}, {".", Token::kDot},
    {",", Token::kComma},         {"-", Token::kMinus},      {"!", Token::kNot},
    {"?", Token::kQuestion},      {":", Token::kColon},      {"+", Token::kPlus},
    {"*", Token::kStar},          {"/", Token::kSlash},      {"%", Token::kPercent},
};

struct Word {
  std::string_view text;
  Token token;
};
constexpr Word kWords[] = {
    {"true", Token::kTrue}, {"false", Token::kFalse}, {"null", Token::kNull}, {"in", Token::kIn}};

class Lexer {
 public:
  Lexer(std::string_view text, std::vector<ProgramError>& errors) : at_(text, 0), errors_(errors) {}

  std::optional<std::vector<Lexeme>> Run() {
    std::vector<Lexeme> lexemes;
    while (true) {
      SkipSpaces();
      const auto begin = static_cast<uint32_t>(at_.position());
      if (at_.AtEnd()) {
        lexemes.push_back({Token::kEnd, begin, begin});
        return lexemes;
      }
      const auto token = Next();
      if (!token) {
        at_.MoveTo(begin);
        errors_.push_back({begin, "Syntax error: token recognition error at: '" + Character() + "'"});
        return std::nullopt;
      }
      lexemes.push_back({*token, begin, static_cast<uint32_t>(at_.position())});
    }
  }

 private:
  void SkipSpaces() {
    while (true) {
      at_.TakeWhile([](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f'; });
      if (!at_.StartsWith("//")) {
        return;
      }
      at_.TakeWhile([](char c) { return c != '\n'; });
    }
  }

  std::string Character() const {
    const std::string_view rest = at_.text().substr(at_.position());
    return std::string(rest.substr(0, utf8::Decode(rest, 0).length));
  }

  std::optional<Token> Next() {
    const char c = at_.Peek();
    if (IsDigit(c) || (c == '.' && IsDigit(at_.Peek(1)))) {
      return Number();
    }
    if (const auto text = Text()) {
      return text;
    }
    if (lex::IsNameStart(c)) {
      const std::string_view name = at_.TakeWhile(lex::IsNamePart);
      for (const Word& word : kWords) {
        if (word.text == name) {
          return word.token;
        }
      }
      return Token::kIdentifier;
    }
    if (c == '`') {
      return EscapedIdentifier();
    }
    for (const Punctuation& punctuation : kPunctuation) {
      if (at_.Take(punctuation.text)) {
        return punctuation.token;
      }
    }
    return std::nullopt;
  }

  std::optional<Token> EscapedIdentifier() {
    at_.Skip();
    const std::string_view name = at_.TakeWhile(
        [](char c) { return lex::IsNamePart(c) || c == '.' || c == '-' || c == '/' || c == ' '; });
    return !name.empty() && at_.Take('`') ? std::optional(Token::kEscapedIdentifier) : std::nullopt;
  }

  Token Number() {
    if (at_.StartsWith("0x") && lex::DigitValue(at_.Peek(2)) < 16) {
      at_.Skip(2);
      at_.TakeWhile([](char c) { return lex::DigitValue(c) < 16; });
      return at_.Take('u') || at_.Take('U') ? Token::kUint : Token::kInt;
    }
    bool is_double = false;
    at_.TakeWhile(IsDigit);
    if (at_.Peek() == '.' && IsDigit(at_.Peek(1))) {
      is_double = true;
      at_.Skip();
      at_.TakeWhile(IsDigit);
    }
    if (at_.Peek() == 'e' || at_.Peek() == 'E') {
      const size_t sign = at_.Peek(1) == '+' || at_.Peek(1) == '-' ? 1 : 0;
      if (IsDigit(at_.Peek(1 + sign))) {
        is_double = true;
        at_.Skip(1 + sign);
        at_.TakeWhile(IsDigit);
      }
    }
    if (is_double) {
      return Token::kDouble;
    }
    return at_.Take('u') || at_.Take('U') ? Token::kUint : Token::kInt;
  }

  // A string or bytes, with its prefix; nothing when there is none.
  std::optional<Token> Text() {
    size_t prefix = 0;
    const bool is_bytes = at_.Peek() == 'b' || at_.Peek() == 'B';
    prefix += is_bytes ? 1 : 0;
    const bool is_raw = at_.Peek(prefix) == 'r' || at_.Peek(prefix) == 'R';
    prefix += is_raw ? 1 : 0;
    const char quote = at_.Peek(prefix);
    if (quote != '"' && quote != '\'') {
      return std::nullopt;
    }
    const size_t start = at_.position();
    at_.Skip(prefix);
    if (at_.StartsWith(std::string(3, quote)) && TakeBody(std::string(3, quote), is_raw, true)) {
      return is_bytes ? Token::kBytes : Token::kString;
    }
    at_.MoveTo(start + prefix);
    if (TakeBody(std::string(1, quote), is_raw, false)) {
      return is_bytes ? Token::kBytes : Token::kString;
    }
    at_.MoveTo(start);
    return std::nullopt;
  }

  bool TakeBody(const std::string& quote, bool is_raw, bool may_break) {
    at_.Skip(quote.size());
    while (!at_.AtEnd()) {
      if (at_.Take(quote)) {
        return true;
      }
      if (!may_break && (at_.Peek() == '\n' || at_.Peek() == '\r')) {
        return false;
      }
      if (is_raw || at_.Peek() != '\\') {
        at_.Skip();
      } else if (!TakeEscape()) {
        return false;
      }
    }
    return false;
  }

  bool TakeEscape() {
    at_.Skip();
    const char c = at_.Peek();
    at_.Skip();
    if (std::string_view("abfnrtv\"'\\?`").find(c) != std::string_view::npos && c != '\0') {
      return true;
    }
    const size_t digits = c == 'x' || c == 'X'   ? 2
                          : c == 'u'             ? 4
                          : c == 'U'             ? 8
                          : c >= '0' && c <= '3' ? 2
                                                 : 0;
    const int base = c >= '0' && c <= '3' ? 8 : 16;
    for (size_t i = 0; i < digits; ++i) {
      if (lex::DigitValue(at_.Peek()) >= base) {
        return false;
      }
      at_.Skip();
    }
    return digits > 0;
  }

  lex::Cursor at_;
  std::vector<ProgramError>& errors_;
};

}  // namespace

std::optional<std::vector<Lexeme>> Lex(std::string_view text, std::vector<ProgramError>& errors) {
  return Lexer(text, errors).Run();
}

}  // namespace kval::cel
