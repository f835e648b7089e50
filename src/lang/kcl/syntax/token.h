#pragma once

#include <cstdint>
#include <string_view>

#include "src/lang/kcl/syntax/expr.h"
#include "src/source/span.h"
#include "src/support/interner.h"

namespace kval::kcl {

enum class TokenKind : uint8_t {
  kEnd,
  kNewline,
  kIndent,
  kDedent,
  kName,
  kInt,
  kFloat,
  kString,
  kComment,  // in the text of an interpolation only: `#json`
  kPlus,
  kMinus,
  kStar,
  kSlash,
  kSlashSlash,
  kPercent,
  kStarStar,
  kShiftLeft,
  kShiftRight,
  kAnd,
  kCaret,
  kOr,
  kPlusAssign,
  kMinusAssign,
  kStarAssign,
  kSlashAssign,
  kSlashSlashAssign,
  kPercentAssign,
  kStarStarAssign,
  kShiftLeftAssign,
  kShiftRightAssign,
  kAndAssign,
  kCaretAssign,
  kOrAssign,
  kEqual,
  kNotEqual,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kTilde,
  kAt,
  kDot,
  kEllipsis,
  kComma,
  kColon,
  kArrow,
  kQuestion,
  kAssign,
  kOpenParen,
  kCloseParen,
  kOpenBracket,
  kCloseBracket,
  kOpenBrace,
  kCloseBrace,
};

// The words that mean something by themselves. Most of them are names too where no other meaning fits.
enum class Keyword : uint8_t {
  kNo,  // an ordinary name, also `$if`
  kTrue,
  kFalse,
  kNone,
  kUndefined,
  kImport,
  kAnd,
  kOr,
  kIn,
  kIs,
  kNot,
  kAs,
  kIf,
  kElse,
  kElif,
  kFor,
  kSchema,
  kMixin,
  kProtocol,
  kCheck,
  kAssert,
  kAll,
  kAny,
  kMap,
  kFilter,
  kLambda,
  kRule,
  kType,
};

// Where a word may stand as a name although it is a keyword.
enum class NameUse : uint8_t {
  kTarget,     // `if = 1`
  kAttribute,  // of a schema
  kOptional,   // `if?: int`
  kKey,        // of a config
  kArgument,   // `f(if=1)`, and the names of type aliases
};

struct Token {
  TokenKind kind = TokenKind::kEnd;
  Keyword keyword = Keyword::kNo;       // kName
  NumberUnit unit = NumberUnit::kNone;  // kInt
  bool raw = false;                     // kString: `r"…"`
  bool triple = false;                  // kString
  source::Span span;
  Symbol symbol;           // kName
  uint32_t excess = 0;     // kDedent: blanks too many for the block that the line returns to
  int64_t int_value = 0;   // kInt
  double float_value = 0;  // kFloat
  source::Span content;    // kString: between the quotes
};

Keyword KeywordOf(std::string_view word);
// False when `keyword` is none of the names that KCL takes there: what follows is read as something else.
bool MayBeName(Keyword keyword, NameUse use);
// The token as it is called in a message: `newline`, `(`, `identifier`.
std::string_view Describe(TokenKind kind);

}  // namespace kval::kcl
