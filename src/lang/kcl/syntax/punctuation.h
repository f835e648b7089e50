#pragma once

#include "src/lang/kcl/syntax/token.h"
#include "src/lang/lex/precedence.h"

// The punctuation of KCL; the longest match wins.
namespace kval::kcl {

inline constexpr lex::TokenSpelling<TokenKind> kSpellings[] = {
    {"+", TokenKind::kPlus},
    {"-", TokenKind::kMinus},
    {"*", TokenKind::kStar},
    {"/", TokenKind::kSlash},
    {"//", TokenKind::kSlashSlash},
    {"%", TokenKind::kPercent},
    {"**", TokenKind::kStarStar},
    {"<<", TokenKind::kShiftLeft},
    {">>", TokenKind::kShiftRight},
    {"&", TokenKind::kAnd},
    {"^", TokenKind::kCaret},
    {"|", TokenKind::kOr},
    {"+=", TokenKind::kPlusAssign},
    {"-=", TokenKind::kMinusAssign},
    {"*=", TokenKind::kStarAssign},
    {"/=", TokenKind::kSlashAssign},
    {"//=", TokenKind::kSlashSlashAssign},
    {"%=", TokenKind::kPercentAssign},
    {"**=", TokenKind::kStarStarAssign},
    {"<<=", TokenKind::kShiftLeftAssign},
    {">>=", TokenKind::kShiftRightAssign},
    {"&=", TokenKind::kAndAssign},
    {"^=", TokenKind::kCaretAssign},
    {"|=", TokenKind::kOrAssign},
    {"==", TokenKind::kEqual},
    {"!=", TokenKind::kNotEqual},
    {"<", TokenKind::kLess},
    {"<=", TokenKind::kLessEqual},
    {">", TokenKind::kGreater},
    {">=", TokenKind::kGreaterEqual},
    {"~", TokenKind::kTilde},
    {"@", TokenKind::kAt},
    {".", TokenKind::kDot},
    {"...", TokenKind::kEllipsis},
    {",", TokenKind::kComma},
    {":", TokenKind::kColon},
    {"->", TokenKind::kArrow},
    {"?", TokenKind::kQuestion},
    {"=", TokenKind::kAssign},
    {"(", TokenKind::kOpenParen},
    {")", TokenKind::kCloseParen},
    {"[", TokenKind::kOpenBracket},
    {"]", TokenKind::kCloseBracket},
    {"{", TokenKind::kOpenBrace},
    {"}", TokenKind::kCloseBrace},
};
inline constexpr lex::TokenSpellingTable kPunctuation(kSpellings);

}  // namespace kval::kcl
