#include "src/lsp/completion_context.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

namespace kval::lsp {
namespace {

// Returns the entry at the cursor `|`: "key 3 5: …" with the offset of the key, the offset of the word and
// the completed document.
std::string TypedIn(std::string text) {
  const size_t at = text.find('|');
  text.erase(at, 1);
  const std::optional<CompletionContext> typed = FindCompletionContext(text, at);
  if (!typed) {
    return "nothing";
  }
  return std::string(typed->part == CompletionContext::Part::kKey ? "key " : "value ") +
         std::to_string(typed->key) + " " + std::to_string(typed->begin) + (typed->has_colon ? ":" : "") +
         " " + typed->completed_text;
}

TEST(FindCompletionContext, AKeyGetsItsColon) {
  EXPECT_EQ(TypedIn("a: 1\npo|\nb: 2\n"), "key 5 5 a: 1\npo:\nb: 2\n");
  EXPECT_EQ(TypedIn("a:\n  po|r"), "key 5 5 a:\n  po:");
  EXPECT_EQ(TypedIn("- - po|\n"), "key 4 4 - - po:\n");
  EXPECT_EQ(TypedIn("|"), "key 0 0 _:");
  EXPECT_EQ(TypedIn("a:\n  |\nb: 1\n"), "key 5 5 a:\n  _:\nb: 1\n");
  EXPECT_EQ(TypedIn("- |"), "key 2 2 - _:");
  EXPECT_EQ(TypedIn("po|\r\nb: 1"), "key 0 0 po:\r\nb: 1");
}

TEST(FindCompletionContext, AKeyMayHaveItAlready) {
  EXPECT_EQ(TypedIn("po|rt: 80\n"), "key 0 0: port: 80\n");
  EXPECT_EQ(TypedIn("port|:\n"), "key 0 0: port:\n");
  EXPECT_EQ(TypedIn("a:b|\n"), "key 0 0 a:b:\n") << "a colon without a blank ends no key";
}

TEST(FindCompletionContext, AValue) {
  EXPECT_EQ(TypedIn("on: |\n"), "value 0 4: on: \n");
  EXPECT_EQ(TypedIn("on:  tr|\n"), "value 0 5: on:  tr\n");
  EXPECT_EQ(TypedIn("- on: |true\n"), "value 2 6: - on: true\n");
  EXPECT_EQ(TypedIn("on: |  true\n"), "value 0 4: on:   true\n");
}

TEST(FindCompletionContext, NothingElse) {
  for (const char* text : {"# po|", "{a: 1, b|", "[|", "\"po|", "'po|", "a: {b|", "a: \"x|", "a: # x|",
                           "on:|\n", "  |  a: 1", "&a b|", "*a|", "!t a|", "- # |"}) {
    EXPECT_EQ(TypedIn(text), "nothing") << text;
  }
}

}  // namespace
}  // namespace kval::lsp
