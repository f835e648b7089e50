#pragma once

#include <cstdint>
#include <limits>
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

// Positions where a keyword may be a name.
enum class NameUse : uint8_t {
  kTarget,     // `if = 1`
  kAttribute,  // of a schema
  kOptional,   // `if?: int`
  kKey,        // of a config
  kArgument,   // `f(if=1)`, and the names of type aliases
};

// One more than fits, which only a minus in front makes a number.
inline constexpr int64_t kLeastInt = std::numeric_limits<int64_t>::min();

// Small, because a large program has millions of tokens in memory.
struct Token {
  TokenKind kind = TokenKind::kEnd;
  Keyword keyword = Keyword::kNo;       // kName
  NumberUnit unit = NumberUnit::kNone;  // kInt
  bool raw = false;                     // kString: `r"…"`
  bool triple = false;                  // kString
  uint8_t opening = 0;                  // kString: how long its prefix and its quotes are
  uint8_t closing = 0;                  // kString: length of the closing quotes, 0 if unclosed
  source::Span span;
  Symbol symbol;        // kName
  uint32_t excess = 0;  // kDedent: excess spaces relative to the block that the line returns to
  union {
    int64_t int_value = 0;  // kInt
    double float_value;     // kFloat
  };

  // kString: the span between the quotes.
  source::Span Content() const { return {span.begin + opening, span.end - closing}; }
};
static_assert(sizeof(Token) == 32);

// Returns the keyword; kNo for other words.
Keyword KeywordOf(std::string_view word);
// Returns false if KCL does not accept `keyword` as a name there, and parses it as something else.
bool MayBeName(Keyword keyword, NameUse use);
// Returns the name of the token for messages: `newline`, `(`, `identifier`.
std::string_view Describe(TokenKind kind);

}  // namespace kval::kcl
