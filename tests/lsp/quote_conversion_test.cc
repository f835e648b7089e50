#include "src/lsp/structure/quote_conversion.h"

#include <gtest/gtest.h>

#include <string>

namespace kval::lsp {
namespace {

// The scalar at the cursor `|` in other styles, with spaces between them.
std::string Converted(std::string text) {
  const size_t at = text.find('|');
  text.erase(at, 1);
  std::string all;
  for (const QuoteConversion& conversion : FindQuoteConversions(text, at)) {
    all += (all.empty() ? "" : " ") + conversion.edit.text;
  }
  return all;
}

TEST(FindQuoteConversions, TheValueStaysTheSame) {
  EXPECT_EQ(Converted("a: x|y\n"), "'xy' \"xy\"");
  EXPECT_EQ(Converted("a: 'x|y'\n"), "xy \"xy\"");
  EXPECT_EQ(Converted("a: \"x|y\"\n"), "xy 'xy'");
  EXPECT_EQ(Converted("a: '1|0'\n"), "\"10\"");
  EXPECT_EQ(Converted("a: 'n|o'\n"), "\"no\"");
  EXPECT_EQ(Converted("a: n|o\n"), "");
  EXPECT_EQ(Converted("[a, 'b, |c']\n"), "\"b, c\"");
  EXPECT_EQ(Converted("{\"a|\":1}\n"), "'a'") << "without quotes, it is `a:1`";
  EXPECT_EQ(Converted("a: 'it''s|'\n"), "it's \"it's\"");
}

TEST(FindQuoteConversions, OtherNodesAreLeftAlone) {
  for (const char* text : {"a: 1|\n", "a: *b|\n", "a: \"x\\n|\"\n", "a: 'x\n  y|'\n", "# a|\n", "a: |\n"}) {
    EXPECT_EQ(Converted(text), "") << text;
  }
}

}  // namespace
}  // namespace kval::lsp
