#include "src/lang/lex/toml_depth.h"

#include <gtest/gtest.h>

#include <string>

namespace kval::lex {
namespace {

constexpr size_t kDepth = 256;

std::string Repeated(std::string_view text, size_t count) {
  std::string all;
  for (size_t i = 0; i < count; ++i) {
    all += text;
  }
  return all;
}

TEST(TomlDepth, TakesWhatPeopleWrite) {
  for (const std::string& text : {
           std::string(
               "[package]\nname = \"a.b.c\"\n[dependencies]\nk8s = { oci = \"oci://x\", tag = \"1.0\" }\n"),
           std::string("a.b.c = 1\n# " + Repeated("a.", 1000) + "\nd = '" + Repeated("[", 1000) + "'\n"),
           std::string("a = \"\"\"" + Repeated("[\n", 1000) + "\"\"\"\n"),
           Repeated("[table]\n", 1000) + Repeated("a = [1, [2]]\n", 1000),
       }) {
    EXPECT_FALSE(TooDeepToml(text, kDepth).has_value()) << text.substr(0, 60);
  }
}

TEST(TomlDepth, CountsKeysTablesAndArraysAlike) {
  EXPECT_FALSE(TooDeepToml(Repeated("a.", kDepth - 1) + "a = 1\n", kDepth).has_value());
  EXPECT_TRUE(TooDeepToml(Repeated("a.", kDepth) + "a = 1\n", kDepth).has_value());
  EXPECT_TRUE(TooDeepToml("[" + Repeated("a.", kDepth) + "a]\n", kDepth).has_value());
  EXPECT_TRUE(TooDeepToml("a = " + Repeated("[", kDepth), kDepth).has_value());
  EXPECT_TRUE(TooDeepToml("a = " + Repeated("{a = ", kDepth), kDepth).has_value());
  EXPECT_TRUE(TooDeepToml("a = {b = 1, " + Repeated("\"x\".", kDepth) + "c = 1}", kDepth).has_value());
  EXPECT_TRUE(
      TooDeepToml("[" + Repeated("a.", 200) + "a]\n" + Repeated("b.", 100) + "b = 1\n", kDepth).has_value());
}

TEST(TomlDepth, NamesThePlace) {
  const std::string text = "[package]\nname = \"x\"\n" + Repeated("a.", 300) + "a = 1\n";
  const size_t line = text.rfind('\n', text.size() - 2) + 1;
  ASSERT_TRUE(TooDeepToml(text, kDepth).has_value());
  // The dot before the first key part beyond the limit. The table is one level.
  EXPECT_EQ(*TooDeepToml(text, kDepth), line + 2 * (kDepth - 1) - 1);
}

}  // namespace
}  // namespace kval::lex
