#include "src/lang/starlark/token.h"

#include <span>

#include "src/lang/lex/precedence.h"

namespace kval::starlark {
namespace {

using Spelling = lex::TokenSpelling<Token>;

constexpr Spelling kPunctuation[] = {
    {"+", Token::kPlus},
    {"-", Token::kMinus},
    {"*", Token::kStar},
    {"/", Token::kSlash},
    {"//", Token::kSlashSlash},
    {"%", Token::kPercent},
    {"&", Token::kAmpersand},
    {"|", Token::kPipe},
    {"^", Token::kCaret},
    {"<<", Token::kShiftLeft},
    {">>", Token::kShiftRight},
    {"~", Token::kTilde},
    {".", Token::kDot},
    {",", Token::kComma},
    {"=", Token::kAssign},
    {";", Token::kSemicolon},
    {":", Token::kColon},
    {"(", Token::kLeftParen},
    {")", Token::kRightParen},
    {"[", Token::kLeftBracket},
    {"]", Token::kRightBracket},
    {"{", Token::kLeftBrace},
    {"}", Token::kRightBrace},
    {"<", Token::kLess},
    {">", Token::kGreater},
    {">=", Token::kGreaterEqual},
    {"<=", Token::kLessEqual},
    {"==", Token::kEqual},
    {"!=", Token::kNotEqual},
    {"+=", Token::kPlusAssign},
    {"-=", Token::kMinusAssign},
    {"*=", Token::kStarAssign},
    {"/=", Token::kSlashAssign},
    {"//=", Token::kSlashSlashAssign},
    {"%=", Token::kPercentAssign},
    {"&=", Token::kAmpersandAssign},
    {"|=", Token::kPipeAssign},
    {"^=", Token::kCaretAssign},
    {"<<=", Token::kShiftLeftAssign},
    {">>=", Token::kShiftRightAssign},
    {"**", Token::kStarStar},
};
constexpr lex::TokenSpellingTable kPunctuationTable(kPunctuation);

constexpr Spelling kKeywords[] = {
    {"and", Token::kAnd},
    {"break", Token::kBreak},
    {"continue", Token::kContinue},
    {"def", Token::kDef},
    {"elif", Token::kElif},
    {"else", Token::kElse},
    {"end", Token::kEnd},
    {"for", Token::kFor},
    {"if", Token::kIf},
    {"in", Token::kIn},
    {"lambda", Token::kLambda},
    {"load", Token::kLoad},
    {"not", Token::kNot},
    {"not in", Token::kNotIn},
    {"or", Token::kOr},
    {"pass", Token::kPass},
    {"return", Token::kReturn},
    {"while", Token::kWhile},
    // Reserved for Python's sake; starlark-go, syntax/scan.go.
    {"as", Token::kReserved},
    {"class", Token::kReserved},
    {"del", Token::kReserved},
    {"except", Token::kReserved},
    {"finally", Token::kReserved},
    {"from", Token::kReserved},
    {"global", Token::kReserved},
    {"import", Token::kReserved},
    {"is", Token::kReserved},
    {"nonlocal", Token::kReserved},
    {"raise", Token::kReserved},
    {"try", Token::kReserved},
    {"with", Token::kReserved},
    {"yield", Token::kReserved},
};

constexpr Spelling kClasses[] = {
    {"end of file", Token::kEndOfFile},  {"newline", Token::kNewline},
    {"identifier", Token::kName},        {"int literal", Token::kInt},
    {"float literal", Token::kFloat},    {"string literal", Token::kString},
    {"YAML", Token::kHostCall},          {"illegal token", Token::kIllegal},
    {"reserved word", Token::kReserved},
};

std::string_view NameIn(std::span<const Spelling> table, Token token) {
  for (const Spelling& entry : table) {
    if (entry.token == token) {
      return entry.text;
    }
  }
  return {};
}

}  // namespace

std::string_view TokenName(Token token) {
  if (const std::string_view name = NameIn(kClasses, token); !name.empty()) {
    return name;
  }
  const std::string_view name = NameIn(kPunctuation, token);
  return name.empty() ? NameIn(kKeywords, token) : name;
}

std::string DescribeToken(Token token) {
  const std::string_view name = NameIn(kPunctuation, token);
  if (name.empty()) {
    return std::string(TokenName(token));
  }
  return "'" + std::string(name) + "'";
}

Token KeywordOf(std::string_view word) {
  for (const Spelling& entry : kKeywords) {
    if (entry.text == word) {
      return entry.token;
    }
  }
  return Token::kName;
}

Token PunctuationAt(std::string_view text) {
  const Spelling* found = kPunctuationTable.Longest(text);
  return found ? found->token : Token::kIllegal;
}

}  // namespace kval::starlark
