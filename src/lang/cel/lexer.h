#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "src/lang/cel/program_error.h"

namespace kval::cel {

enum class Token : uint8_t {
  kEnd,
  kIdentifier,
  kEscapedIdentifier,  // `a.b` in backticks
  kInt,
  kUint,
  kDouble,
  kString,
  kBytes,
  kTrue,
  kFalse,
  kNull,
  kIn,
  kEqual,         // ==
  kNotEqual,      // !=
  kLess,          // <
  kLessEqual,     // <=
  kGreater,       // >
  kGreaterEqual,  // >=
  kAnd,           // &&
  kOr,            // ||
  kLeftBracket,
  kRightBracket,
  kLeftBrace,
  kRightBrace,
  kLeftParen,
  kRightParen,
  kDot,
  kComma,
  kMinus,
  kNot,
  kQuestion,
  kColon,
  kPlus,
  kStar,
  kSlash,
  kPercent,
};

struct Lexeme {
  Token token = Token::kEnd;
  uint32_t begin = 0;
  uint32_t end = 0;
};

// Splits the text into lexemes, ending with kEnd. Skips comments and spaces. Returns nullopt and reports an
// error for an invalid character. Source: the lexer rules in cel-go's parser/gen/CEL.g4.
std::optional<std::vector<Lexeme>> Lex(std::string_view text, std::vector<ProgramError>& errors);

}  // namespace kval::cel
