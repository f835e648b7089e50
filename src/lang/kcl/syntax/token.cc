#include "src/lang/kcl/syntax/token.h"

#include <algorithm>
#include <iterator>

namespace kval::kcl {
namespace {

struct Word {
  std::string_view text;
  Keyword keyword;
};

constexpr Word kWords[] = {
    {"True", Keyword::kTrue},     {"False", Keyword::kFalse},
    {"None", Keyword::kNone},     {"Undefined", Keyword::kUndefined},
    {"import", Keyword::kImport}, {"and", Keyword::kAnd},
    {"or", Keyword::kOr},         {"in", Keyword::kIn},
    {"is", Keyword::kIs},         {"not", Keyword::kNot},
    {"as", Keyword::kAs},         {"if", Keyword::kIf},
    {"else", Keyword::kElse},     {"elif", Keyword::kElif},
    {"for", Keyword::kFor},       {"schema", Keyword::kSchema},
    {"mixin", Keyword::kMixin},   {"protocol", Keyword::kProtocol},
    {"check", Keyword::kCheck},   {"assert", Keyword::kAssert},
    {"all", Keyword::kAll},       {"any", Keyword::kAny},
    {"map", Keyword::kMap},       {"filter", Keyword::kFilter},
    {"lambda", Keyword::kLambda}, {"rule", Keyword::kRule},
    {"type", Keyword::kType},
};

constexpr std::string_view kDescriptions[] = {
    "end of file", "newline", "indent", "dedent", "identifier", "integer", "float", "string", "comment",
    "+",           "-",       "*",      "/",      "//",         "%",       "**",    "<<",     ">>",
    "&",           "^",       "|",      "+=",     "-=",         "*=",      "/=",    "//=",    "%=",
    "**=",         "<<=",     ">>=",    "&=",     "^=",         "|=",      "==",    "!=",     "<",
    "<=",          ">",       ">=",     "~",      "@",          ".",       "...",   ",",      ":",
    "->",          "?",       "=",      "(",      ")",          "[",       "]",     "{",      "}",
};

}  // namespace

Keyword KeywordOf(std::string_view word) {
  const Word* found =
      std::find_if(std::begin(kWords), std::end(kWords), [&](const Word& w) { return w.text == word; });
  return found == std::end(kWords) ? Keyword::kNo : found->keyword;
}

std::string_view Describe(TokenKind kind) {
  return kDescriptions[static_cast<size_t>(kind)];
}

}  // namespace kval::kcl
