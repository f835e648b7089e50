#include "src/support/glob.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "src/support/glob_index.h"

namespace kval {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

std::vector<Glob> Parse(std::string_view text) {
  Result<std::vector<Glob>> globs = Glob::Parse(text);
  EXPECT_TRUE(globs.ok()) << text;
  return globs ? *globs : std::vector<Glob>();
}

struct Row {
  const char* pattern;
  const char* path;
  bool matches;
};

TEST(Glob, MatchesWholePaths) {
  const Row rows[] = {
      {"a/b.yml", "a/b.yml", true},
      {"a/b.yml", "a/b.yml2", false},
      {"*.yml", "b.yml", true},
      {"*.yml", "a/b.yml", false},
      {"a/*/c.yml", "a/b/c.yml", true},
      {"a/*/c.yml", "a/b/x/c.yml", false},
      {"**/c.yml", "c.yml", true},
      {"**/c.yml", "a/b/c.yml", true},
      {"a/**", "a/b/c", true},
      {"a/**", "a", true},
      {"a/**/b/**/c", "a/x/b/b/y/c", true},
      {"a/**/b/c", "a/b/x/b/c", true},
      {"**/a/*/b", "a/a/a/b", true},
      {"x?.yml", "xy.yml", true},
      {"x?.yml", "x.yml", false},
      {"[ab]-[0-9].yml", "b-7.yml", true},
      {"[!ab].yml", "c.yml", true},
      {"[!ab].yml", "a.yml", false},
      {"*.{yml,yaml}", "a.yaml", true},
      {"{a,b/{c,d}}/x", "b/d/x", true},
      {"*a*b*", "xxaxxbxx", true},
      {"*a*b*", "xxbxxa", false},
      {"a.b", "axb", false},
      {"", "", true},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(MatchesAny(Parse(row.pattern), row.path), row.matches) << row.pattern << " " << row.path;
  }
}

TEST(Glob, BindsNames) {
  const std::vector<Glob> globs = Parse("envs/{env}/{app}-{env}.yml");
  ASSERT_EQ(globs.size(), 1U);
  EXPECT_THAT(globs[0].names(), ElementsAre("env", "app"));
  EXPECT_TRUE(globs[0].Matches("envs/eu/shop-eu.yml"));
  EXPECT_FALSE(globs[0].Matches("envs/eu/shop-us.yml"));
  EXPECT_FALSE(globs[0].Matches("envs/eu/-eu.yml"));
  Glob::Bindings bindings;
  EXPECT_TRUE(globs[0].parts()[2].Matches("my-shop-eu.yml", bindings));
  EXPECT_THAT(bindings, ElementsAre(Pair("app", "my-shop"), Pair("env", "eu")));
}

TEST(Glob, KnowsWhatIsNoPattern) {
  EXPECT_TRUE(Parse("a/b.yml")[0].is_literal());
  EXPECT_FALSE(Parse("a/{b}.yml")[0].is_literal());
  EXPECT_FALSE(Parse("**")[0].is_literal());
}

TEST(Glob, RejectsInvalidPatterns) {
  for (const char* text : {"a[b", "{a b}", "{}", "[]", "a/{env", "{1,2}{1,2}{1,2}{1,2}{1,2}{1,2}{1,2}"}) {
    EXPECT_FALSE(Glob::Parse(text).ok()) << text;
  }
}

// The index returns the same ids as matching each pattern separately.
TEST(GlobIndex, FindsWhatEachPatternFinds) {
  std::mt19937 random(7);
  const auto one_of = [&random](const std::vector<std::string>& words) {
    return words[random() % words.size()];
  };
  const auto some = [&](const std::vector<std::string>& words) {
    std::string text = one_of(words);
    for (size_t more = random() % 3; more > 0; --more) {
      text += "/" + one_of(words);
    }
    return text;
  };
  for (int round = 0; round < 200; ++round) {
    GlobIndex index;
    std::vector<Glob> globs;
    for (size_t id = 0; id < 12; ++id) {
      globs.push_back(Parse(some({"a", "b", "*", "**", "a*", "{n}", "c.yml"}))[0]);
      index.Add(globs.back(), id / 2);
    }
    for (int i = 0; i < 20; ++i) {
      const std::string path = some({"a", "b", "ab", "c.yml"});
      std::vector<size_t> expected;
      for (size_t id = 0; id < globs.size(); ++id) {
        if (globs[id].Matches(path) && (expected.empty() || expected.back() != id / 2)) {
          expected.push_back(id / 2);
        }
      }
      EXPECT_EQ(index.Matching(path), expected) << path;
      EXPECT_EQ(index.MatchesAny(path), !expected.empty()) << path;
    }
  }
}

TEST(Glob, SuspiciousPatternsEnd) {
  std::string pattern, path(250, 'a');
  for (int i = 0; i < 50; ++i) {
    pattern += "*a";
  }
  EXPECT_FALSE(Parse(pattern + "b")[0].Matches(path));
}

}  // namespace
}  // namespace kval
