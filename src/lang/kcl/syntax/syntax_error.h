#pragma once

#include <string_view>

#include "src/diag/emitter.h"

// The messages of KCL's syntax errors. Each headline starts with KCL's name of the kind.
namespace kval::kcl::syntax_error {

template <typename... Args>
using Def = diag::Def<Args...>;
using Text = std::string_view;
using diag::Kind;

inline constexpr Def<Text, Text> kExpected{Kind::kKclSyntax, "InvalidSyntax: expected {}, got `{}`"};
inline constexpr Def<Text> kUnexpected{Kind::kKclSyntax, "InvalidSyntax: unexpected token `{}`"};
inline constexpr Def<Text> kKeywordName{Kind::kKclSyntax,
                                        "InvalidSyntax: `{}` is a keyword and cannot be a name here"};
inline constexpr Def<> kImportInSchema{Kind::kKclSyntax,
                                       "InvalidSyntax: an import is not allowed inside a schema"};
inline constexpr Def<> kUnknownToken{Kind::kKclSyntax, "InvalidSyntax: unknown start of token"};
inline constexpr Def<> kNulInString{
    Kind::kKclSyntax, "InvalidSyntax: the character U+0000 is not allowed in a string on one line"};
inline constexpr Def<> kSemicolon{Kind::kKclSyntax,
                                  "InvalidSyntax: the semicolon `;` here is unnecessary, please remove it"};
inline constexpr Def<> kBang{Kind::kKclSyntax, "InvalidSyntax: invalid token `!`, consider using `not`"};
inline constexpr Def<> kLineContinuation{
    Kind::kKclSyntax, "InvalidSyntax: unexpected character after line continuation character"};
inline constexpr Def<> kMismatchedBracket{Kind::kKclSyntax, "InvalidSyntax: mismatched closing delimiter"};
inline constexpr Def<Text> kUnclosedBracket{Kind::kKclSyntax, "InvalidSyntax: `{}` is never closed"};
inline constexpr Def<Text, Text> kForeignOperator{Kind::kKclSyntax,
                                                  "InvalidSyntax: invalid token `{}`, consider using `{}`"};
inline constexpr Def<> kStrayIndent{Kind::kKclSyntax,
                                    "InvalidSyntax: unexpected token `indent`: no block begins here"};
inline constexpr Def<Text> kForeignStatement{Kind::kKclSyntax, "InvalidSyntax: KCL has no `{}` statement"};
inline constexpr Def<> kNoDigits{Kind::kKclSyntax, "InvalidSyntax: no valid digits found for number"};
inline constexpr Def<> kBadDigit{Kind::kKclSyntax, "InvalidSyntax: invalid digit for the base of the number"};
inline constexpr Def<> kBadExponent{Kind::kKclSyntax,
                                    "InvalidSyntax: expected at least one digit in exponent"};
inline constexpr Def<> kBadSuffix{Kind::kKclSyntax, "InvalidSyntax: invalid int binary suffix"};
inline constexpr Def<Text> kUnitOfFloat{Kind::kKclSyntax,
                                        "InvalidSyntax: a number with the unit `{}` must be an integer"};
inline constexpr Def<> kIntOverflow{Kind::kKclSyntax, "InvalidSyntax: the integer does not fit into 64 bits"};
inline constexpr Def<> kFloatOverflow{Kind::kKclSyntax,
                                      "InvalidSyntax: the number is out of the range of a float"};
inline constexpr Def<> kUnterminatedString{Kind::kKclSyntax, "InvalidSyntax: unterminated string"};
inline constexpr Def<> kBadEscape{Kind::kKclSyntax, "InvalidSyntax: invalid string syntax: malformed escape"};
inline constexpr Def<Text> kBadInterpolation{Kind::kKclSyntax,
                                             "InvalidSyntax: invalid string interpolation expression: '{}'"};
inline constexpr Def<> kUnclosedInterpolation{Kind::kKclSyntax,
                                              "InvalidSyntax: invalid joined string: `${` is never closed"};
inline constexpr Def<> kBadFormatSpec{Kind::kKclSyntax,
                                      "InvalidSyntax: invalid joined string spec without `#`"};
inline constexpr Def<> kTabs{Kind::kKclTab,
                             "InvalidSyntax: TabError: inconsistent use of tabs and spaces in indentation"};
inline constexpr Def<Text> kIndentation{
    Kind::kKclIndentation,
    "InvalidSyntax: invalid indentation with {}, try to align indents by adding or removing spaces"};
inline constexpr Def<Text, Text> kIllegalTarget{
    Kind::kKclSyntax, "InvalidSyntax: '{}' is an illegal expression for assignment{}"};
inline constexpr Def<> kPositionalAfterKeyword{Kind::kKclArgumentSyntax,
                                               "InvalidSyntax: positional argument follows keyword argument"};
inline constexpr Def<> kSecondIndexSignature{
    Kind::kKclSyntax,
    "InvalidSyntax: duplicate schema index signature definitions, only one is allowed in the schema"};
inline constexpr Def<Text, size_t> kSeveralItems{
    Kind::kKclSyntax, "InvalidSyntax: multiple {} comp clause expression found: expected 1, got {}"};
inline constexpr Def<> kElseIf{
    Kind::kKclSyntax, "InvalidSyntax: `else if` here is invalid in KCL, consider using the `elif` keyword"};
inline constexpr Def<> kSeveralBases{Kind::kKclSyntax, "InvalidSyntax: a schema can have one base only"};
inline constexpr Def<> kTooDeep{Kind::kLimitDepth, "InvalidSyntax: the program is nested too deeply"};
inline constexpr Def<int64_t> kTooLarge{Kind::kLimitMemory,
                                        "the program is too large: more than {} expressions and types"};
inline constexpr Def<int64_t> kTooManyTokens{
    Kind::kLimitMemory, "the statements from here on are too large: more than {} tokens"};

}  // namespace kval::kcl::syntax_error
