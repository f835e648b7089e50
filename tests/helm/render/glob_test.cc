#include "src/helm/render/glob.h"

#include <gtest/gtest.h>

namespace kval::helm::render {
namespace {

struct Case {
  const char* pattern;
  const char* name;
  bool matches;
};

TEST(Glob, MatchesAsGobwas) {
  constexpr Case kCases[] = {
      {"config/*", "config/a.yaml", true},
      {"config/*", "config/x/a.yaml", false},
      {"config/**", "config/x/a.yaml", true},
      {"**.yaml", "x/a.yaml", true},
      {"?.txt", "a.txt", true},
      {"?.txt", "/.txt", false},
      {"[a-c].txt", "b.txt", true},
      {"[!a-c].txt", "b.txt", false},
      {"[ab].txt", "c.txt", false},
      {"{a,b/*}.txt", "b/c.txt", true},
      {"{a,b}.txt", "c.txt", false},
      {"a\\*b", "a*b", true},
      {"a\\*b", "axb", false},
      {"a.b", "axb", false},
      {"[", "anything/at all", true},
      {"{a", "anything", true},
  };
  for (const Case& one : kCases) {
    EXPECT_EQ(Glob(one.pattern).Matches(one.name), one.matches) << one.pattern << " " << one.name;
  }
}

}  // namespace
}  // namespace kval::helm::render
