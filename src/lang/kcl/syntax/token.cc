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

constexpr uint8_t Bit(NameUse use) {
  return static_cast<uint8_t>(1U << static_cast<unsigned>(use));
}

constexpr uint8_t kTarget = Bit(NameUse::kTarget);
constexpr uint8_t kAttribute = Bit(NameUse::kAttribute);
constexpr uint8_t kOptional = Bit(NameUse::kOptional);
constexpr uint8_t kKey = Bit(NameUse::kKey);
constexpr uint8_t kArgument = Bit(NameUse::kArgument);

struct Refusal {
  Keyword keyword;
  uint8_t uses;
};

// Measured with the library; words that are not here are names wherever an operator follows.
constexpr Refusal kRefusals[] = {
    {Keyword::kTrue, kTarget | kAttribute | kArgument},
    {Keyword::kFalse, kTarget | kAttribute | kArgument},
    {Keyword::kNone, kTarget | kAttribute | kArgument},
    {Keyword::kUndefined, kTarget | kAttribute | kArgument},
    {Keyword::kImport, kTarget},
    {Keyword::kNot, kTarget | kAttribute | kKey | kArgument},
    {Keyword::kIf, kTarget | kAttribute | kOptional | kKey},
    {Keyword::kSchema, kTarget},
    {Keyword::kMixin, kTarget},
    {Keyword::kProtocol, kTarget},
    {Keyword::kCheck, kAttribute | kOptional},
    {Keyword::kAssert, kTarget | kAttribute | kOptional},
    {Keyword::kAll, kTarget | kAttribute | kKey | kArgument},
    {Keyword::kAny, kTarget | kAttribute | kKey | kArgument},
    {Keyword::kMap, kTarget | kAttribute | kKey | kArgument},
    {Keyword::kFilter, kTarget | kAttribute | kKey | kArgument},
    {Keyword::kLambda, kTarget | kAttribute | kKey | kArgument},
    {Keyword::kRule, kTarget},
    {Keyword::kType, kTarget},
};

}  // namespace

bool MayBeName(Keyword keyword, NameUse use) {
  return std::none_of(std::begin(kRefusals), std::end(kRefusals), [&](const Refusal& refusal) {
    return refusal.keyword == keyword && (refusal.uses & Bit(use)) != 0;
  });
}

Keyword KeywordOf(std::string_view word) {
  const char first = word.empty() ? '\0' : word.front();
  const Word* found = std::find_if(std::begin(kWords), std::end(kWords),
                                   [&](const Word& w) { return w.text.front() == first && w.text == word; });
  return found == std::end(kWords) ? Keyword::kNo : found->keyword;
}

std::string_view Describe(TokenKind kind) {
  return kDescriptions[static_cast<size_t>(kind)];
}

}  // namespace kval::kcl
