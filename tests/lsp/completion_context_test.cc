#include "src/lsp/completion_context.h"

#include <gtest/gtest.h>

#include <string>

namespace kval::lsp {
namespace {

// Returns what the word at the cursor `|` can be, each in brackets in the completed document:
// "key a:\n  [po]:"; `=` after it: a colon follows already. The word in the document is in `<>` if it
// differs.
std::string TypedIn(std::string text) {
  const size_t at = text.find('|');
  text.erase(at, 1);
  std::string all;
  for (const CompletionContext& typed : FindCompletionContexts(text, at)) {
    all += all.empty() ? "" : " or ";
    all += typed.part == CompletionContext::Part::kKey ? "key" : "value";
    all += typed.has_colon ? ": " : " ";
    std::string completed = typed.completed_text;
    completed.insert(typed.at, "|");
    all += completed + " <" + text.substr(typed.begin, typed.end - typed.begin) + ">";
  }
  return all.empty() ? "nothing" : all;
}

TEST(FindCompletionContexts, AKeyGetsItsColon) {
  EXPECT_EQ(TypedIn("a: 1\npo|\nb: 2\n"), "key a: 1\n|po:\nb: 2\n <po>");
  EXPECT_EQ(TypedIn("|"), "key |_: <>");
  EXPECT_EQ(TypedIn("po|\r\nb: 1"), "key |po:\r\nb: 1 <po>");
  EXPECT_EQ(TypedIn("po| # note\n"), "key |po: # note\n <po>");
}

TEST(FindCompletionContexts, TheWholeWordIsReplaced) {
  EXPECT_EQ(TypedIn("a: 1\npo|rt\n"), "key a: 1\n|port:\n <port>");
  EXPECT_EQ(TypedIn("type: Cluster|IP # note\n"), "value type: |ClusterIP # note\n <ClusterIP>");
  EXPECT_EQ(TypedIn("po|rt: 80\n"), "key: |port: 80\n <port>");
}

TEST(FindCompletionContexts, AKeyMayHaveItsColonAlready) {
  EXPECT_EQ(TypedIn("port|:\n"), "key: |port:\n <port>");
  EXPECT_EQ(TypedIn("a:b|\n"), "key |a:b:\n <a:b>") << "a colon without a blank ends no key";
}

TEST(FindCompletionContexts, BelowAKeyAndInAnItemAWordCanBeAScalarToo) {
  EXPECT_EQ(TypedIn("a:\n  po|"), "key a:\n  |po: <po> or value a:\n  |po <po>");
  EXPECT_EQ(TypedIn("- |"), "key - |_: <> or value - |_ <>");
  EXPECT_EQ(TypedIn("- - po|\n"), "key - - |po:\n <po> or value - - |po\n <po>");
  EXPECT_EQ(TypedIn("a: 1\n|\nb: 1\n"), "key a: 1\n|_:\nb: 1\n <>");
}

TEST(FindCompletionContexts, BlanksAfterTheCursorAreNoIndentation) {
  EXPECT_EQ(TypedIn("a:\n  b: 1\n  |    \n"), "key a:\n  b: 1\n  |_:    \n <>");
}

TEST(FindCompletionContexts, AKeyBeforeAComment) {
  EXPECT_EQ(TypedIn("a: 1\n|# note\n"), "key a: 1\n|_: # note\n <>");
  EXPECT_EQ(TypedIn("a:\n  b: 1\n  |  # note\n"), "key a:\n  b: 1\n  |_:  # note\n <>");
  EXPECT_EQ(TypedIn("a: 1\n# |note\n"), "nothing");
}

TEST(FindCompletionContexts, AnUnclosedBracketEndsBeforeTheNextEntry) {
  EXPECT_EQ(TypedIn("a: [x\n|"), "key a: [x]\n|_: <>");
  EXPECT_EQ(TypedIn("a:\n  b: [x, {y: 'z'  # note\n  c|\nd: []\n"),
            "key a:\n  b: [x, {y: 'z'}]  # note\n  |c:\nd: []\n <c>");
  EXPECT_EQ(TypedIn("- a: {b: 1\n- |\n"), "key - a: {b: 1}\n- |_:\n <> or value - a: {b: 1}\n- |_\n <>");
  EXPECT_EQ(TypedIn("a:\n  b: [x,\n    |\n"), "value a:\n  b: [x,\n    |_]\n <>") << "it goes on below";
  EXPECT_EQ(TypedIn("a: [\n|\n]\n"), "value a: [\n|_\n]\n <>") << "it is closed";
}

TEST(FindCompletionContexts, AValue) {
  EXPECT_EQ(TypedIn("on: |\n"), "value on: |_\n <>");
  EXPECT_EQ(TypedIn("on: | # note\n"), "value on: |_ # note\n <>");
  EXPECT_EQ(TypedIn("on:  tr|\n"), "value on:  |tr\n <tr>");
  EXPECT_EQ(TypedIn("- on: |true\n"), "value - on: |true\n <true>");
  EXPECT_EQ(TypedIn("on: |  true\n"), "value on: |true\n <  true>");
  EXPECT_EQ(TypedIn("on:|\n"), "value on: |_\n <>") << "with a blank";
}

TEST(FindCompletionContexts, AnchorsAndTagsPrecedeAValue) {
  EXPECT_EQ(TypedIn("a: &b c|"), "value a: &b |c <c>");
  EXPECT_EQ(TypedIn("a: !t |\n"), "value a: !t |_\n <>");
  EXPECT_EQ(TypedIn("a: &b !t {c: |}"), "value a: &b !t {c: |_} <>");
}

TEST(FindCompletionContexts, FlowCollections) {
  EXPECT_EQ(TypedIn("a: {b: |}\n"), "value a: {b: |_}\n <>");
  EXPECT_EQ(TypedIn("a: {b: Al|ways, c: 1}\n"), "value a: {b: |Always, c: 1}\n <Always>");
  EXPECT_EQ(TypedIn("a: {b: 1, |}\n"), "key a: {b: 1, |_: }\n <>");
  EXPECT_EQ(TypedIn("a: {b: 1, po|rt: 2}\n"), "key: a: {b: 1, |port: 2}\n <port>");
  EXPECT_EQ(TypedIn("a: [x, |]\n"), "value a: [x, |_]\n <>");
  EXPECT_EQ(TypedIn("a: [{b: [1, 2], |}]\n"), "key a: [{b: [1, 2], |_: }]\n <>");
  EXPECT_EQ(TypedIn("{\"a\": |}\n"), "value {\"a\": |_}\n <>");
  EXPECT_EQ(TypedIn("a: {\n  b: 1,\n  |\n}\n"), "key a: {\n  b: 1,\n  |_: \n}\n <>");
}

TEST(FindCompletionContexts, AFlowCollectionThatIsNotClosedIsCompleted) {
  EXPECT_EQ(TypedIn("a: {b: |"), "value a: {b: |_} <>");
  EXPECT_EQ(TypedIn("a: [{b|\nc: 1\n"), "key a: [{|b: }]\nc: 1\n <b>");
}

TEST(FindCompletionContexts, QuotedScalars) {
  EXPECT_EQ(TypedIn("type: \"Cl|\"\n"), "value type: |\"Cl\"\n <Cl>");
  EXPECT_EQ(TypedIn("type: '|'\n"), "value type: |''\n <>");
  EXPECT_EQ(TypedIn("type: \"Cl|"), "value type: |\"Cl\" <Cl>");
  EXPECT_EQ(TypedIn("\"po|\": 1\n"), "key: |\"po\": 1\n <po>");
  EXPECT_EQ(TypedIn("{\"po|\"}\n"), "key {|\"po\": }\n <po>");
  EXPECT_EQ(TypedIn("{\"a\": \"x|\"}\n"), "value {\"a\": |\"x\"}\n <x>");
  EXPECT_EQ(TypedIn("- \"x|\"\n"), "key - |\"x\": \n <x> or value - |\"x\"\n <x>");
}

TEST(FindCompletionContexts, BracketsInTextAreText) {
  EXPECT_EQ(TypedIn("a: it's {\nb: |\n"), "value a: it's {\nb: |_\n <>");
  EXPECT_EQ(TypedIn("a: \"{\" # {\nb: |\n"), "value a: \"{\" # {\nb: |_\n <>");
}

TEST(FindCompletionContexts, NothingElse) {
  for (const char* text :
       {"# po|", "a: # x|", "  |  a: 1", "&a b|", "*a|", "!t a|", "- # |", "a: &b|", "a: !t|"}) {
    EXPECT_EQ(TypedIn(text), "nothing") << text;
  }
}

TEST(FindCompletionContexts, TextOfBlockScalarsIsNotCompleted) {
  EXPECT_EQ(TypedIn("a: >-\n  some wor|\n"), "nothing");
  EXPECT_EQ(TypedIn("- >\n some wor|\n"), "nothing");
  EXPECT_EQ(TypedIn("a: >\n  text\nb: |\n"), "value a: >\n  text\nb: |_\n <>");
}

}  // namespace
}  // namespace kval::lsp
