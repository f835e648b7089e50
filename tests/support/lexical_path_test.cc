#include "src/support/lexical_path.h"

#include <gtest/gtest.h>

namespace kval {
namespace {

TEST(LexicalPathTest, Normal) {
  struct Case {
    std::string_view path, normal;
  };
  constexpr Case kCases[] = {
      {"", ""},
      {".", ""},
      {"./a//x/../b/", "a/b"},
      {"a/..", ""},
      {"a/../..", ".."},
      {"../../a", "../../a"},
      {"../a/../../b", "../../b"},
      {"/", "/"},
      {"/../a/./b", "/a/b"},
      {"//a", "/a"},
      {"...", "..."},
      {"/a/..", "/"},
  };
  for (const Case& c : kCases) {
    EXPECT_EQ(LexicallyNormal(c.path), c.normal) << c.path;
  }
}

TEST(LexicalPathTest, NormalFromADirectory) {
  struct Case {
    std::string_view from, path, normal;
  };
  constexpr Case kCases[] = {
      {"/a/b", "../b/x", "x"},
      {"/a/b", "../b", ""},
      {"/a/b", "../../a/b/x/..", ""},
      {"/a/b", "../../a/c", "../c"},
      {"/a/b", "../c/x", "../c/x"},
      {"/a/b", "../bc", "../bc"},
      {"/a/b", "..", ".."},
      {"/a/b", "../../..", "../../.."},
      {"/a/b", "../../../a/b/x", "../../../a/b/x"},
      {"/a/b", "./x/../y", "y"},
      {"/a/b", "/a/b/x", "/a/b/x"},
      {"", "../b/x", "../b/x"},
  };
  for (const Case& c : kCases) {
    EXPECT_EQ(NormalPathFrom(c.from, c.path), c.normal) << c.path << " from " << c.from;
  }
}

TEST(LexicalPathTest, InOrBelow) {
  struct Case {
    std::string_view path, directory;
    bool is_in;
  };
  constexpr Case kCases[] = {
      {"a", "a", true},           {"a/b", "a", true},       {"ab", "a", false},
      {"a", "a/b", false},        {"a", "", true},          {"", "", true},
      {"..", "", false},          {"../a", "", false},      {"a", "..", true},
      {"", "..", true},           {"..", "..", true},       {"../a", "..", true},
      {"../..", "..", false},     {"../../a", "..", false}, {"../a/b", "../a", true},
      {"../ab", "../a", false},   {"b", "../a", false},     {"a/b", "../../..", true},
      {"/a/b", "/a", true},       {"/a", "/", true},        {"/ab", "/a", false},
      {"a", "/", false},          {"/a", "", false},        {"../a", "../..", true},
      {"../b", "../../b", false},
  };
  for (const Case& c : kCases) {
    EXPECT_EQ(IsWithinDirectory(c.path, c.directory), c.is_in) << c.path << " in " << c.directory;
  }
}

}  // namespace
}  // namespace kval
