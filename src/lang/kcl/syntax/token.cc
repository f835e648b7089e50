#include "src/lang/kcl/syntax/token.h"

#include <algorithm>
#include <iterator>

namespace kval::kcl {
namespace {

struct Word {
  std::string_view text;
  Keyword keyword;
};

// In the order of their bytes, found by their first one.
constexpr Word kWords[] = {
    {"False", Keyword::kFalse},   {"None", Keyword::kNone},
    {"True", Keyword::kTrue},     {"Undefined", Keyword::kUndefined},
    {"all", Keyword::kAll},       {"and", Keyword::kAnd},
    {"any", Keyword::kAny},       {"as", Keyword::kAs},
    {"assert", Keyword::kAssert}, {"check", Keyword::kCheck},
    {"elif", Keyword::kElif},     {"else", Keyword::kElse},
    {"filter", Keyword::kFilter}, {"for", Keyword::kFor},
    {"if", Keyword::kIf},         {"import", Keyword::kImport},
    {"in", Keyword::kIn},         {"is", Keyword::kIs},
    {"lambda", Keyword::kLambda}, {"map", Keyword::kMap},
    {"mixin", Keyword::kMixin},   {"not", Keyword::kNot},
    {"or", Keyword::kOr},         {"protocol", Keyword::kProtocol},
    {"rule", Keyword::kRule},     {"schema", Keyword::kSchema},
    {"type", Keyword::kType},
};

struct Firsts {
  uint8_t begins[129] = {};
};

constexpr Firsts FirstsOf() {
  Firsts firsts;
  size_t place = 0;
  for (size_t first = 0; first < 128; ++first) {
    firsts.begins[first] = static_cast<uint8_t>(place);
    while (place < std::size(kWords) && static_cast<size_t>(kWords[place].text.front()) == first) {
      ++place;
    }
  }
  firsts.begins[128] = static_cast<uint8_t>(place);
  return firsts;
}

constexpr Firsts kFirsts = FirstsOf();
static_assert(kFirsts.begins[128] == std::size(kWords));

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
  return keyword == Keyword::kNo ||
         std::none_of(std::begin(kRefusals), std::end(kRefusals), [&](const Refusal& refusal) {
           return refusal.keyword == keyword && (refusal.uses & Bit(use)) != 0;
         });
}

Keyword KeywordOf(std::string_view word) {
  const size_t first = word.empty() ? 0 : static_cast<unsigned char>(word.front());
  if (first >= 128) {
    return Keyword::kNo;
  }
  const Word* const end = kWords + kFirsts.begins[first + 1];
  const Word* found =
      std::find_if(kWords + kFirsts.begins[first], end, [&](const Word& each) { return each.text == word; });
  return found == end ? Keyword::kNo : found->keyword;
}

std::string_view Describe(TokenKind kind) {
  return kDescriptions[static_cast<size_t>(kind)];
}

}  // namespace kval::kcl
