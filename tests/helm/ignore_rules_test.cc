#include "src/helm/ignore_rules.h"

#include <gtest/gtest.h>

#include "src/helm/filepath_match.h"

namespace kval::helm {
namespace {

TEST(IgnoreRulesTest, LeavesOutWhatHelmLeavesOut) {
  IgnoreRules rules;
  ASSERT_TRUE(rules.Read("\xEF\xBB\xBF# comment\n*.bak\r\n/top.txt\nci/\na/b\nsub/*/x\n"));
  for (const char* path : {"x.bak", "deep/er/x.bak", "top.txt", "ci/values.yaml", "a/b", "sub/q/x",
                           "templates/.hidden", "x/ci/y"}) {
    EXPECT_TRUE(rules.Ignores(path)) << path;
  }
  for (const char* path :
       {"x.bak2", "deep/top.txt", "c/a/b", "sub/q/r/x", "templates/a.yaml", ".hidden", "ci"}) {
    EXPECT_FALSE(rules.Ignores(path)) << path;
  }
}

TEST(IgnoreRulesTest, WhatIsSaidOfADirectoryHoldsForItAlone) {
  IgnoreRules rules;
  ASSERT_TRUE(rules.Read("a/b/\nq?/\n"));
  for (const char* path : {"a/b/c", "a/b/d/e", "q1/x", "a/q2/x", "a/c/q3/x", "a/b/c"}) {
    EXPECT_TRUE(rules.Ignores(path)) << path;
    EXPECT_FALSE(rules.Ignores("a/c/d")) << path;
    EXPECT_FALSE(rules.Ignores("a/bc/d")) << path;
    EXPECT_FALSE(rules.Ignores("q1")) << path;
  }
}

TEST(IgnoreRulesTest, ANegatedRuleLeavesOutAllElse) {
  IgnoreRules rules;
  ASSERT_TRUE(rules.Read("!*.yaml\n"));
  EXPECT_TRUE(rules.Ignores("README.md"));
  EXPECT_FALSE(rules.Ignores("values.yaml"));
}

TEST(IgnoreRulesTest, FindsRulesByTheirPlainParts) {
  IgnoreRules rules;
  ASSERT_TRUE(rules.Read("*.b*k\na?.txt\n*.tmp\nx*/\ndeep/f*\n[pq]1\nr\\*s\n*\\?t\n"));
  for (const char* path : {"q.bak", "d/q.bk", "ab.txt", "d/ac.txt", "x.tmp", "x1/y", "d/x/y", "deep/f",
                           "deep/fg", "d/p1", "r*s", "z?t"}) {
    EXPECT_TRUE(rules.Ignores(path)) << path;
  }
  for (const char* path : {"q.b", "a.txt", "abc.txt", "x.tmpl", "x1", "f", "d/deep/f", "r1", "rxs", "zxt"}) {
    EXPECT_FALSE(rules.Ignores(path)) << path;
  }
}

TEST(IgnoreRulesTest, BoundsTheNumberOfUnindexedRules) {
  IgnoreRules rules;
  std::string text;
  for (int i = 0; i < 1000; ++i) {
    text += "[^b]*[^" + std::to_string(i) + "]x\n";
  }
  ASSERT_TRUE(rules.Read(text));
  for (int i = 0; i < 100'000 && !rules.is_exhausted(); ++i) {
    EXPECT_FALSE(rules.Ignores("file.txt"));
  }
  EXPECT_TRUE(rules.is_exhausted());
}

TEST(IgnoreRulesTest, RefusesWhatHelmRefuses) {
  EXPECT_FALSE(IgnoreRules().Read("**/x\n"));
  EXPECT_FALSE(IgnoreRules().Read("a[\n"));
}

TEST(FilepathMatchTest, MatchesAsGo) {
  EXPECT_TRUE(MatchFilePath("a*b?[c-e]", "axxbyd"));
  EXPECT_TRUE(MatchFilePath("*", "abc"));
  EXPECT_FALSE(MatchFilePath("*", "a/c"));
  EXPECT_TRUE(MatchFilePath("*/c", "a/c"));
  EXPECT_FALSE(MatchFilePath("[^a]", "a"));
  EXPECT_TRUE(MatchFilePath("\\*", "*"));
  EXPECT_TRUE(MatchFilePath("a*a*a*b", std::string(2000, 'a') + "b"));
  EXPECT_FALSE(IsValidPattern("["));
  EXPECT_FALSE(IsValidPattern("[]"));
  EXPECT_FALSE(IsValidPattern("a\\"));
  EXPECT_FALSE(IsValidPattern("[a-]"));
  EXPECT_TRUE(IsValidPattern("[a-z]*"));
}

}  // namespace
}  // namespace kval::helm
