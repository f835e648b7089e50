#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "src/lang/starlark/value.h"
#include "src/source/span.h"

namespace kval::starlark {

enum class Token : uint8_t {
  kEndOfFile,
  kNewline,
  kName,
  kInt,
  kFloat,
  kString,
  kHostCall,
  kIllegal,  // was reported
  // Punctuation and operators.
  kPlus,
  kMinus,
  kStar,
  kSlash,
  kSlashSlash,
  kPercent,
  kAmpersand,
  kPipe,
  kCaret,
  kShiftLeft,
  kShiftRight,
  kTilde,
  kDot,
  kComma,
  kAssign,
  kSemicolon,
  kColon,
  kLeftParen,
  kRightParen,
  kLeftBracket,
  kRightBracket,
  kLeftBrace,
  kRightBrace,
  kLess,
  kGreater,
  kGreaterEqual,
  kLessEqual,
  kEqual,
  kNotEqual,
  kPlusAssign,
  kMinusAssign,
  kStarAssign,
  kSlashAssign,
  kSlashSlashAssign,
  kPercentAssign,
  kAmpersandAssign,
  kPipeAssign,
  kCaretAssign,
  kShiftLeftAssign,
  kShiftRightAssign,
  kStarStar,
  // Keywords.
  kAnd,
  kBreak,
  kContinue,
  kDef,
  kElif,
  kElse,
  kEnd,
  kFor,
  kIf,
  kIn,
  kLambda,
  kLoad,
  kNot,
  kNotIn,  // made by the parser out of two tokens
  kOr,
  kPass,
  kReturn,
  kWhile,
  kReserved,  // a keyword of Python that Starlark reserves
};

// The spelling of an operator or keyword, or the name of a token class: `newline`, `int literal`.
std::string_view TokenName(Token token);
// The same for messages: punctuation is quoted.
std::string DescribeToken(Token token);
// Returns the keyword `word`, or kName.
Token KeywordOf(std::string_view word);
// Returns the longest punctuation token at the start of `text`; kIllegal if there is none.
Token PunctuationAt(std::string_view text);

struct LexedToken {
  Token token = Token::kEndOfFile;
  source::Span span;
  std::string_view text;   // of names and reserved words
  Value literal;           // of numbers and strings
  uint32_t host_call = 0;  // index of the segment
  // For an unclosed bracket: the span after the code, or the bracket.
  source::Span left_open{};
};

}  // namespace kval::starlark
